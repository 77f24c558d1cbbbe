import { randomUUID } from "node:crypto";
import { getHeapStatistics } from "node:v8";
import { KNOWN_ROUTES } from "@/lib/api/known-routes";
import { countClaimsSeen } from "@/lib/auth/claims/claims-seen";
import { createTokenVerifier } from "@/lib/auth/token/verify";
import { createCallsUnderWay } from "@/lib/gateway/call/calls-under-way";
import { DeploymentStates } from "@/lib/gateway/call/deployment-states";
import { proxyFor } from "@/lib/config/proxy-settings";
import { combineObservers, type Observer } from "@/lib/gateway/observer";
import { createClaimCatalogue } from "@/lib/gateway/record/io/claim-catalogue";
import { createDecisionRecorder } from "@/lib/gateway/record/io/decision-recorder";
import { createDenialLog } from "@/lib/gateway/record/io/denial-log";
import { BodyRoom } from "@/lib/gateway/request/body-room";
import { AnswerRoom } from "@/lib/upstream/answer-room";
import { rememberEvaluations } from "@/lib/gateway/request/evaluation-memory";
import type { Services } from "@/lib/gateway/services";
import { Shutdown } from "@/lib/gateway/shutdown";
import { isLogged, type Logger } from "@/lib/log";
import { openTraces } from "@/lib/observe/traces/io/open-traces";
import { hasPrice, isKnownProvider } from "@/lib/prices/known-models";
import type { ProxyFor } from "@/lib/http/proxy-address";
import { createSettingsStore, type SettingsStore } from "@/lib/settings/settings-store";
import { createAccessLog, type RequestReader } from "@/lib/observe/access-log/access-log";
import { openAlerts } from "@/lib/observe/alerts/io/open-alerts";
import { createProcessSignals } from "@/lib/observe/alerts/io/process-signals";
import { createMinuteWriter } from "@/lib/observe/minutes/io/minute-writer";
import { createAnalyticsReader } from "@/lib/reports/analytics-reader";
import { createPostgresReader } from "@/lib/reports/postgres-reader";
import { startAnalytics } from "@/lib/reports/io/analytics-export";
import { startSinks } from "@/lib/sinks/io/sinks";
import { createSpendBook, type JournalPolicy } from "@/lib/spend/io/book";
import { journalFolder } from "@/lib/spend/io/journal-folder";
import { startFiguresKeeper } from "@/lib/spend/io/figures-keeper";
import { startRetention } from "@/lib/spend/io/retention";
import { createChangeFeed } from "@/lib/store/changes/change-feed";
import { openDatabase } from "@/lib/store/database";
import { createDirectory } from "@/lib/store/directory/directory";
import { createRowReader } from "@/lib/store/directory/row-reader";
import { SecretBox } from "@/lib/store/secret-box";
import { createPriceStore } from "@/lib/store/settings/price-store";
import { pruningClock } from "@/lib/store/pruning-clock";
import { wait } from "@/lib/time/io/wait";
import { createUpstreams } from "@/lib/upstream/pools";
import { connectors } from "@/lib/upstream/tunnel";
import { applyChange } from "./apply-change";
import type { LoadedConfig } from "./configuration";
import { callerOf, peerOf, publicAddress } from "./console/public-address";
import { sessionSecretOf } from "./console/session";
import type { ConsoleSessions } from "./console/sessions/console-sessions";
import { openConsoleSessions } from "./console/sessions/open-sessions";
import { openCustomValidate } from "./custom-validate-in-force";
import { adoptEncryptionKeys } from "./encryption-keys";
import { createFindingObserver } from "./finding-observer";
import { machineName, nodeName, type Host } from "./host";
import { watchNodes } from "./nodes/node-watch";
import { createLagNotes } from "./lag-notes";
import { createLogObserver } from "./log-observer";
import { openCallLimits } from "./open-limits";
import { openMetrics } from "./open-metrics";
import { recoveredCall } from "@/lib/gateway/recovered-call";

/** The longest wait for a connection to an identity provider that is asked about a token. */
const PROVIDER_CONNECT_MS = 5_000;

export interface ComposeOptions {
  readonly config: LoadedConfig;
  readonly host: Pick<Host, "databaseUrl" | "directUrl" | "keptMasterKey" | "encryptionKey" | "sessionSecret"> &
    Partial<Pick<Host, "recovered">>;
  readonly log: Logger;
  readonly version: string;
  /** Told of every call beside the log: metrics, traces. */
  readonly observers?: readonly Observer[];
}

export interface Composition {
  readonly services: Services;
  /** The console's sessions, for its own thread and pages. */
  readonly sessions: ConsoleSessions;
  /** Puts a changed configuration file in force, with its `custom_validate`. @throws CustomValidateError, TypeError */
  replaceFile: SettingsStore["replaceFile"];
  /** Drains the spend and closes every service that was opened here; an override stays open, its owner closes it. */
  close(): Promise<void>;
}

/**
 * Opens the services of one process. `overrides`: services that the caller brings; the others are opened on top of
 * them, so that a test replaces what it must and gets the product's wiring for everything else.
 */
export async function composeServices(
  { config, host, log: hostLog, version, observers = [] }: ComposeOptions,
  overrides: Partial<Services> = {},
): Promise<Composition> {
  const { environment = config.environment, now = Date.now, log = hostLog } = overrides;
  const node = nodeName();
  const throughProxies: ProxyFor = (target) => proxyFor(target, environment.proxies);
  const traces = await openTraces({
    ...{ settings: environment.traceExport, version, instance: node, log },
    contextSettings: () => settings.current().general,
    proxyFor: throughProxies,
  });
  const asked: RequestReader = {
    traceIdOf: (request) => traces.tracing.traceId(request),
    callerOf: (request) => callerOf(request, environment.trustedProxies),
  };
  const database = overrides.database ?? openDatabase(host.databaseUrl, host.directUrl);
  const minutes = createMinuteWriter({ database, log, node: machineName() });
  const metrics = openMetrics(() => settings.current());
  const signals = createProcessSignals(now);
  const observer =
    overrides.observer ??
    combineObservers(
      createLogObserver(log),
      metrics.observer,
      ...(isLogged("info", { level: environment.logLevel }) ? [createAccessLog(log, asked)] : []),
      createFindingObserver((finding) => settings.note(finding)),
      minutes.observer,
      // After the access log, which asks for the trace id of a finished request: then the traces forget it.
      traces.observer,
      signals.observer,
      ...observers,
    );
  const changes =
    overrides.changes ??
    (await createChangeFeed({
      database,
      node,
      log,
      now,
      onCondition: (condition) => observer.happened?.({ kind: "change feed", ...condition }),
    }));
  // Subscribed before anything is read: a change that arrives while services open is applied once they have.
  let announce: (services: Services) => void = () => {};
  const opened = new Promise<Services>((resolve) => (announce = resolve));
  changes.subscribe(async (change) => applyChange(await opened, change));

  const secrets = overrides.secrets ?? new SecretBox(host.encryptionKey.reveal(), environment.previousEncryptionKeys);
  const settings =
    overrides.settings ??
    (await createSettingsStore({
      config,
      keptMasterKey: host.keptMasterKey?.value,
      routes: KNOWN_ROUTES,
      database,
      log,
      models: { open: secrets.open.bind(secrets), isKnownProvider, isPriced: hasPrice },
    }));
  const inForce = () => settings.current();
  const prices = overrides.prices ?? (await createPriceStore({ database, log }));
  const customValidate = await openCustomValidate(config);

  const staleTtlSeconds = (): number => inForce().general.directory_stale_ttl;
  const readRows = createRowReader({ database, log, now });
  const capacity = (): number => inForce().general.remembered_callers;
  const directory =
    overrides.directory ?? createDirectory({ database, changes, now, log, staleTtlSeconds, capacity, readRows });
  const spend =
    overrides.spend ??
    createSpendBook({
      directory: journalFolder(environment),
      database,
      now,
      log,
      onCondition: (condition) => observer.happened?.({ kind: "journal", ...condition }),
      policy: (): JournalPolicy => ({
        maximumBytes: inForce().general.journal_max_bytes,
        whenUnavailable: inForce().general.when_journal_unavailable,
      }),
      mostNewNames: () => inForce().general.max_new_names_per_day,
      models: () => inForce().models,
    });
  const claimsSeen = overrides.claimsSeen ?? countClaimsSeen();
  const agedBy = pruningClock(database, now);
  const claimCatalogue =
    overrides.claimCatalogue ??
    createClaimCatalogue({ database, log, now, agedBy, settings: inForce, process: randomUUID() });
  const connectorFor = connectors(throughProxies);
  const upstreams = overrides.upstreams ?? createUpstreams(undefined, throughProxies);
  const retention = startRetention({ database, log, now, agedBy, days: () => inForce().general.call_retention_days });
  const figures = startFiguresKeeper({
    ...{ database, log, now, agedBy },
    hourlyDays: () => inForce().general.hourly_retention_days,
    dailyDays: () => inForce().general.daily_retention_days,
    budgetDurations: () => inForce().models.flatMap(({ model_info: info }) => info?.budget_duration ?? []),
  });

  const fromPostgres = createPostgresReader(database);
  const noteLag = createLagNotes(settings);
  const analytics =
    environment.analytics &&
    startAnalytics({
      ...{ settings: environment.analytics, database, upstreams, log, random: Math.random, holder: changes.node },
      onFinding: noteLag,
    });
  const sinks = startSinks({
    ...{ database, upstreams, log, now, random: Math.random, version, holder: changes.node },
    settings: () => inForce().general.sinks,
    onLag: noteLag,
  });

  const tokens =
    overrides.tokens ??
    createTokenVerifier(inForce, now, (origin) => upstreams.pool(origin, PROVIDER_CONNECT_MS), {
      keys: (event, { url, error, keys }) =>
        observer.happened?.({ kind: "key set", event, url, keys: keys.length, error }),
      proven: (token, { jwtAuth }) => {
        claimsSeen.add(token, jwtAuth);
        claimCatalogue.add(token, jwtAuth);
      },
      line: (condition) => observer.happened?.({ kind: "introspection", ...condition }),
      connectorFor,
    });
  const consoleSessions = openConsoleSessions({
    ...{ environment, database, changes, secrets, tokens, readRows, settings: inForce, log, now, connectorFor },
    customValidate: customValidate.inForce,
  });

  let file = config.file;
  const nodes = await watchNodes({
    ...{ database, secrets, version, now, log },
    name: changes.node,
    describe() {
      const { masterKey, previousMasterKeys } = inForce();
      return {
        ...{ file, environment, masterKey, sessionSecret: host.sessionSecret },
        previousSessionSecrets: environment.previousNextAuthSecrets,
        previousMasterKeys: previousMasterKeys.map((key) => key.reveal()),
      };
    },
  });

  const services: Services = {
    environment,
    version,
    now,
    log,
    database,
    directory,
    changes,
    settings,
    denials: overrides.denials ?? createDenialLog({ database, log, now, agedBy, settings: inForce }),
    recorder: overrides.recorder ?? createDecisionRecorder({ database, log, now, agedBy, settings: inForce }),
    spend,
    reports: analytics ? createAnalyticsReader(fromPostgres, analytics, database, log) : fromPostgres,
    sinks: { lags: () => [...sinks.lags(), ...(analytics?.lags() ?? [])] },
    prices,
    limits: overrides.limits ?? openCallLimits({ environment, database, spend, now, log, observer }),
    tokens,
    claimsSeen,
    claimCatalogue,
    upstreams,
    bodies: new BodyRoom(getHeapStatistics().heap_size_limit / 4),
    answers: new AnswerRoom(getHeapStatistics().heap_size_limit / 4),
    underWay: createCallsUnderWay(),
    shutdown: new Shutdown(),
    deployments: new DeploymentStates(now, (event) => observer.happened?.(event)),
    secrets,
    nodes,
    random: Math.random,
    newId: randomUUID,
    wait,
    metrics: metrics.page,
    observer,
    tracing: traces.tracing,
    evaluate: rememberEvaluations({ settings, directory, now }),
    customValidate: customValidate.inForce,
    endSessions: (ids, actor) => consoleSessions.sessions.end(ids, actor),
    async readSession({ headers, connection }) {
      const { isSecure } = publicAddress(environment, headers, peerOf(connection));
      const secrets = [host.sessionSecret, ...environment.previousNextAuthSecrets];
      const secret = await sessionSecretOf({ headers, scope: { isSecure, basePath: environment.basePath }, secrets });
      return secret === undefined ? undefined : consoleSessions.sessions.open(secret);
    },
    ...overrides,
  };
  announce(services);
  metrics.start(services);
  host.recovered?.listen((record) => observer.callSettled?.(recoveredCall(record)));
  const alerts = openAlerts({
    ...services,
    ...{ settings: inForce, signals, machine: machineName(), process: services.changes.node },
  });

  const own = <Name extends keyof Services>(name: Name): Services[Name] | undefined =>
    name in overrides ? undefined : services[name];
  return {
    services,
    sessions: consoleSessions.sessions,
    async replaceFile(changed, findings) {
      const keptKey = environment.encryptionKey === undefined ? host.encryptionKey.reveal() : undefined;
      const refused = await adoptEncryptionKeys({ database, secrets, environment: changed.environment, keptKey });
      await customValidate.replaceFile(settings, changed, [...findings, ...refused]);
      file = changed.file;
      // Entries that could not be decrypted may be usable now. Without the database, the next change reads them.
      await settings.refresh().catch(() => {});
      await nodes.look();
    },
    async close() {
      await alerts.close();
      await Promise.all([
        own("spend")?.close(),
        sinks.close(),
        analytics?.close(),
        retention.close(),
        figures.close(),
        own("recorder")?.close(),
        own("denials")?.close(),
        own("claimCatalogue")?.close(),
      ]);
      await minutes.close();
      metrics.close();
      // Now that every call is settled.
      await traces.close();
      own("tokens")?.close();
      consoleSessions.close();
      await nodes.close();
      await Promise.allSettled([own("upstreams")?.close(), own("changes")?.close(), own("limits")?.close()]);
      await own("database")?.close();
    },
  };
}
