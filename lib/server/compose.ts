import { randomUUID } from "node:crypto";
import { loadCustomValidate } from "@/lib/auth/io/custom-validate";
import type { ConsoleGateway } from "@/lib/server/console/port";
import { isFault } from "@/lib/auth/identify";
import { providersAt } from "@/lib/auth/token/provider";
import { masterKeyFingerprint, readConsoleSession } from "@/lib/server/console/session";
import { createTokenVerifier } from "@/lib/auth/token/verify";
import { createSettingsStore } from "@/lib/settings/settings-store";
import { GatewayError } from "@/lib/errors";
import { createSpendBook, type JournalPolicy } from "@/lib/spend/io/book";
import { createPriceStore } from "@/lib/store/settings/price-store";
import { startRetention } from "@/lib/spend/io/retention";
import { createChangeFeed } from "@/lib/store/changes/change-feed";
import { openDatabase } from "@/lib/store/database";
import { SecretBox } from "@/lib/store/secret-box";
import { createDirectory } from "@/lib/store/directory/directory";
import { verifyJwt } from "@/lib/gateway/request/authenticate";
import { type LoadedConfig } from "./configuration";
import { KNOWN_ROUTES } from "@/lib/api/known-routes";
import { dispatch } from "@/lib/api/dispatch";
import { createCallsUnderWay } from "@/lib/gateway/call/calls-under-way";
import { watchConfiguration } from "./configuration-watch";
import { createDecisionRecorder } from "@/lib/gateway/record/io/decision-recorder";
import { createDenialLog } from "@/lib/gateway/record/io/denial-log";
import { DeploymentStates } from "@/lib/gateway/call/deployment-states";
import { rememberEvaluations } from "@/lib/gateway/request/evaluation-memory";
import { publishGateway, type GatewayHandle } from "./console/published-gateway";
import { hasPrice, isKnownProvider } from "@/lib/prices/known-models";
import { nodeName, type Host } from "./host";
import { journalFolder } from "@/lib/spend/io/journal-folder";
import { openCallLimits } from "./open-limits";
import { combineObservers, type Observer } from "@/lib/gateway/observer";
import type { Logger } from "@/lib/log";
import { wait } from "@/lib/time/io/wait";
import { createLogObserver } from "./log-observer";
import type { Services } from "@/lib/gateway/services";
import { teamCut } from "@/lib/upstream/failure";
import { findOperation } from "@/lib/api/table";
import { ownTeams } from "@/lib/api/ownership";
import { createUpstreams } from "@/lib/upstream/pools";

/** A serving process: everything operations act through, and the way to end it. */
export interface Gateway extends GatewayHandle {
  readonly services: Services;
  /** Reads the configuration file again. */
  reload(): Promise<void>;
  /** Drains the spend and lets go of everything this process opened. */
  close(): Promise<void>;
}

export interface GatewayOptions {
  readonly config: LoadedConfig;
  readonly host: Host;
  readonly log: Logger;
  readonly version: string;
  /** Told of every call beside the log: metrics, traces. */
  readonly observers?: readonly Observer[];
}

/** Makes the services of this process and publishes them to every bundle in it. */
export async function openGateway({ config, host, log, version, observers = [] }: GatewayOptions): Promise<Gateway> {
  const { environment } = config;
  const now = Date.now;
  const database = openDatabase(host.databaseUrl);
  const observer = combineObservers(createLogObserver(log), ...observers);
  const changes = await createChangeFeed({
    database,
    node: nodeName(),
    log,
    now,
    onConnection: (connection) => observer.happened?.({ kind: "change feed", ...connection }),
  });
  const secrets = new SecretBox(host.encryptionKey.reveal());
  const models = { open: secrets.open.bind(secrets), isKnownProvider, isPriced: hasPrice };
  const settings = await createSettingsStore({
    config,
    keptMasterKey: host.keptMasterKey?.value,
    routes: KNOWN_ROUTES,
    database,
    log,
    models,
  });
  changes.subscribe(async ({ entity }) => {
    if (entity === "config" || entity === "model") await settings.refresh();
  });
  const directory = createDirectory({
    database,
    changes,
    now,
    log,
    staleTtlSeconds: () => settings.current().general.directory_stale_ttl,
  });
  const prices = await createPriceStore({ database, log });
  changes.subscribe(async ({ entity }) => {
    if (entity === "price") await prices.refresh();
  });
  const journalPolicy = (): JournalPolicy => {
    const { journal_max_bytes: maximumBytes, when_journal_unavailable: whenUnavailable } = settings.current().general;
    return { maximumBytes, whenUnavailable };
  };
  const spend = createSpendBook({
    directory: journalFolder(environment),
    database,
    now,
    log,
    onCondition: (condition) => observer.happened?.({ kind: "journal", ...condition }),
    policy: journalPolicy,
  });
  const tokens = createTokenVerifier(
    () => settings.current(),
    now,
    (event, { url, error, keys }) => observer.happened?.({ kind: "key set", event, url, keys: keys.length, error }),
  );
  changes.subscribe(({ entity, id }) => {
    if (entity !== "provider_keys") return;
    // Not waited for: a provider that hangs must hold up no other change.
    for (const { source } of id === "" ? tokens.providers : providersAt(tokens.providers, id)) void source.refresh();
  });
  const retention = startRetention({ database, log, now, days: () => settings.current().general.call_retention_days });
  const upstreams = createUpstreams();
  const underWay = createCallsUnderWay();
  changes.subscribe(({ entity, id }) => {
    if (entity === "team_calls") underWay.cut(id, teamCut());
  });
  const customValidate =
    config.file.gateway_jwtauth?.custom_validate ?? config.file.general_settings?.gateway_jwtauth?.custom_validate;
  const services: Services = {
    environment,
    version,
    now,
    log,
    database,
    directory,
    changes,
    settings,
    denials: createDenialLog({ database, log, now, settings: () => settings.current() }),
    recorder: createDecisionRecorder({ database, log, now, settings: () => settings.current() }),
    spend,
    prices,
    limits: openCallLimits({ environment, database, spend, now, log }),
    tokens,
    upstreams,
    underWay,
    deployments: new DeploymentStates(now, (cooldown) => observer.happened?.({ kind: "cooldown", ...cooldown })),
    secrets,
    random: Math.random,
    newId: randomUUID,
    wait,
    observer,
    evaluate: rememberEvaluations({ settings, directory, now }),
    customValidate:
      customValidate === undefined ? undefined : await loadCustomValidate(customValidate, environment.configPath),
    readSession(headers) {
      const { general, masterKey } = settings.current();
      return readConsoleSession(
        headers,
        host.sessionSecret,
        general.console_master_key_login ? masterKeyFingerprint(masterKey.reveal()) : undefined,
        now(),
      );
    },
  };
  const watch = watchConfiguration({ started: config, path: environment.configPath, settings, log });
  const gateway: Gateway = {
    services,
    reload: () => watch.reload(),
    handle: (request) => dispatch(services, request),
    console: consoleGateway(services, host.sessionSecret),
    async close() {
      watch.close();
      await Promise.all([spend.close(), retention.close(), services.recorder.close(), services.denials.close()]);
      tokens.close();
      await Promise.allSettled([upstreams.close(), changes.close(), services.limits.close()]);
      await database.close();
    },
  };
  publishGateway(gateway);
  return gateway;
}

/** What the console's pages and its sign-in ask of the gateway. */
function consoleGateway(services: Services, sessionSecret: string): ConsoleGateway {
  return {
    sessionSecret,
    environment: services.environment,
    log: services.log,
    async settings() {
      const { general, jwtAuth, publicKeyUrls, masterKey } = services.settings.current();
      return {
        masterKeyLogin: general.console_master_key_login,
        masterKeyFingerprint: masterKeyFingerprint(masterKey.reveal()),
        hasProvider: general.enable_jwt_auth && (publicKeyUrls.length > 0 || jwtAuth.issuers.length > 0),
        jwtAuth,
      };
    },
    async verify(jwt) {
      const token = await verifyJwt(services, jwt);
      if (token.kind !== "jwt") throw new GatewayError("invalid_token", "The token is not a JWT.");
      return token.claims;
    },
    async decide(token, path) {
      const operation = findOperation("GET", path)?.operation;
      if (!operation) throw new Error(`there is no GET ${path}`);
      const { identity, facts, decision } = await services.evaluate(token, {
        method: operation.method,
        route: operation.path,
        family: operation.family,
        model: undefined,
        requestedTeam: undefined,
        endUser: undefined,
      });
      if (isFault(identity)) return { identity: undefined, decision, teams: [] };
      return {
        identity,
        decision,
        teams: decision.allow ? ownTeams({ identity, facts, principal: decision.principal }) : [],
      };
    },
  };
}
