import { randomUUID } from "node:crypto";
import { getHeapStatistics } from "node:v8";
import { KNOWN_ROUTES } from "@/lib/api/known-routes";
import { createCallsUnderWay } from "@/lib/gateway/call/calls-under-way";
import { DeploymentStates } from "@/lib/gateway/call/deployment-states";
import { proxyFor } from "@/lib/config/proxy-settings";
import type { Observer } from "@/lib/gateway/observer";
import { createDecisionRecorder } from "@/lib/gateway/record/io/decision-recorder";
import { createRefusalLog } from "@/lib/gateway/record/io/refusal-log";
import { BodyMemory } from "@/lib/gateway/request/body-memory";
import { AnswerMemory } from "@/lib/upstream/answer-memory";
import { rememberEvaluations } from "@/lib/gateway/request/evaluation-memory";
import { createFulfilment } from "@/lib/gateway/request/fulfil";
import type { Services } from "@/lib/gateway/services";
import { Shutdown } from "@/lib/gateway/shutdown";
import type { Logger } from "@/lib/log";
import { hasPrice, isKnownProvider } from "@/lib/prices/known-models";
import type { ProxyFor } from "@/lib/http/proxy-address";
import { createSettingsStore, type SettingsStore } from "@/lib/settings/settings-store";
import { openAlerts } from "@/lib/observe/alerts/io/open-alerts";
import { createSpendBook, type JournalPolicy } from "@/lib/spend/io/book";
import { journalFolder } from "@/lib/spend/io/journal-folder";
import { createChangeFeed } from "@/lib/store/changes/change-feed";
import { openDatabase } from "@/lib/store/database";
import { watchDatabase } from "@/lib/store/database-watch";
import { createDirectory } from "@/lib/store/directory/directory";
import { createRowReader } from "@/lib/store/directory/row-reader";
import { SecretBox } from "@/lib/store/secret-box";
import { createPriceStore } from "@/lib/store/settings/price-store";
import { pruningClock } from "@/lib/store/pruning-clock";
import { wait } from "@/lib/time/io/wait";
import { createUpstreams } from "@/lib/upstream/pools";
import { applyChange } from "./apply-change";
import { openIdentity } from "./composition/open-identity";
import { openCallLimits } from "./composition/open-limits";
import { openObservation } from "./composition/open-observation";
import { startUpkeep } from "./composition/start-upkeep";
import type { LoadedConfig } from "./configuration";
import type { ConsoleSessions } from "./console/sessions/console-sessions";
import { openCustomValidate } from "./custom-validate-in-force";
import { adoptEncryptionKeys } from "./encryption-keys";
import { isFirstOfMachine, nodeName, nodePlace, type Host } from "./host";
import { watchNodes } from "./nodes/node-watch";
import { recoveredCall } from "@/lib/gateway/recovered-call";

export interface ComposeOptions {
  readonly config: LoadedConfig;
  readonly host: Pick<Host, "databaseUrl" | "directUrl" | "keptMasterKey" | "encryptionKey" | "sessionSecret"> &
    Partial<Pick<Host, "recovered">>;
  readonly log: Logger;
  readonly version: string;
  /** Further observers, beside the gateway's own. */
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
  const database = overrides.database ?? openDatabase(host.databaseUrl, host.directUrl);
  const inForce = () => settings.current();
  const observation = await openObservation({
    environment,
    database,
    log,
    now,
    version,
    node,
    settings: inForce,
    others: observers,
    onFinding: (finding) => settings.note(finding),
  });
  const observer = overrides.observer ?? observation.observer;
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
  const prices = overrides.prices ?? (await createPriceStore({ database, log }));
  const customValidate = await openCustomValidate(config);

  const staleTtlSeconds = (): number => inForce().general.directory_stale_ttl;
  const databaseWatch = overrides.databaseWatch ?? watchDatabase({ database, now });
  const readRows = createRowReader({ database, log, now, changes, watch: databaseWatch });
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
  const upstreams = overrides.upstreams ?? createUpstreams(undefined, throughProxies);
  const agedBy = pruningClock(database, now);
  const upkeep = await startUpkeep({
    environment,
    database,
    upstreams,
    log,
    now,
    random: Math.random,
    version,
    agedBy,
    holder: changes.node,
    settings: inForce,
    findings: settings,
  });
  const identity = openIdentity(
    {
      environment,
      database,
      changes,
      secrets,
      upstreams,
      observer,
      log,
      now,
      agedBy,
      readRows,
      settings: inForce,
      customValidate: customValidate.inForce,
      proxyFor: throughProxies,
      sessionSecret: host.sessionSecret,
    },
    overrides,
  );

  let file = config.file;
  const nodes = await watchNodes({
    database,
    secrets,
    version,
    now,
    log,
    name: changes.node,
    describe() {
      const { masterKey, previousMasterKeys } = inForce();
      return {
        file,
        environment,
        masterKey,
        sessionSecret: host.sessionSecret,
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
    databaseWatch,
    directory,
    changes,
    settings,
    refusals: overrides.refusals ?? createRefusalLog({ database, log, now, agedBy, settings: inForce }),
    recorder: overrides.recorder ?? createDecisionRecorder({ database, log, now, agedBy, settings: inForce }),
    spend,
    reports: upkeep.reports,
    sinks: upkeep.sinks,
    prices,
    limits: overrides.limits ?? openCallLimits({ environment, database, spend, now, log, observer }),
    upstreams,
    bodies: new BodyMemory(getHeapStatistics().heap_size_limit / 4),
    answers: new AnswerMemory(getHeapStatistics().heap_size_limit / 4),
    underWay: createCallsUnderWay(),
    shutdown: new Shutdown(),
    deployments: new DeploymentStates(now, (event) => observer.happened?.(event)),
    secrets,
    nodes,
    random: Math.random,
    newId: randomUUID,
    wait,
    metrics: observation.metrics,
    observer,
    tracing: observation.tracing,
    evaluate: rememberEvaluations({ settings, directory, now }),
    fulfil: createFulfilment({ database, changes, settings, wait }),
    ...identity.services,
    ...overrides,
  };
  announce(services);
  observation.start(services);
  host.recovered?.listen((record) => observer.callSettled?.(recoveredCall(record)));
  const alerts = openAlerts({
    ...services,
    settings: inForce,
    signals: observation.signals,
    node: nodePlace(environment),
    process: services.changes.node,
    speaksForNode: isFirstOfMachine(environment),
  });

  const own = <Name extends keyof Services>(name: Name): Services[Name] | undefined =>
    name in overrides ? undefined : services[name];
  return {
    services,
    sessions: identity.sessions,
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
        upkeep.close(),
        own("recorder")?.close(),
        own("refusals")?.close(),
        own("claimCatalogue")?.close(),
      ]);
      // Now that every call is settled.
      await observation.close();
      own("tokens")?.close();
      identity.close();
      await nodes.close();
      own("databaseWatch")?.close();
      await Promise.allSettled([own("upstreams")?.close(), own("changes")?.close(), own("limits")?.close()]);
      await own("database")?.close();
    },
  };
}
