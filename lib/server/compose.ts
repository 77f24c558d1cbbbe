import { randomUUID } from "node:crypto";
import { Socket } from "node:net";
import { getHeapStatistics } from "node:v8";
import { KNOWN_ROUTES } from "@/lib/api/known-routes";
import { countClaimsSeen } from "@/lib/auth/claims/claims-seen";
import { createTokenVerifier } from "@/lib/auth/token/verify";
import { createCallsUnderWay } from "@/lib/gateway/call/calls-under-way";
import { DeploymentStates } from "@/lib/gateway/call/deployment-states";
import { combineObservers, type Observer } from "@/lib/gateway/observer";
import { createDecisionRecorder } from "@/lib/gateway/record/io/decision-recorder";
import { createDenialLog } from "@/lib/gateway/record/io/denial-log";
import { BodyRoom } from "@/lib/gateway/request/body-room";
import { rememberEvaluations } from "@/lib/gateway/request/evaluation-memory";
import type { Services } from "@/lib/gateway/services";
import { Shutdown } from "@/lib/gateway/shutdown";
import type { Logger } from "@/lib/log";
import { hasPrice, isKnownProvider } from "@/lib/prices/known-models";
import { createSettingsStore, type SettingsStore } from "@/lib/settings/settings-store";
import { createSpendBook, type JournalPolicy } from "@/lib/spend/io/book";
import { journalFolder } from "@/lib/spend/io/journal-folder";
import { startRetention } from "@/lib/spend/io/retention";
import { createChangeFeed } from "@/lib/store/changes/change-feed";
import { openDatabase } from "@/lib/store/database";
import { createDirectory } from "@/lib/store/directory/directory";
import { createRowReader } from "@/lib/store/directory/row-reader";
import { SecretBox } from "@/lib/store/secret-box";
import { createPriceStore } from "@/lib/store/settings/price-store";
import { wait } from "@/lib/time/io/wait";
import { createUpstreams } from "@/lib/upstream/pools";
import { applyChange } from "./apply-change";
import type { LoadedConfig } from "./configuration";
import { publicAddress } from "./console/public-address";
import { sessionSecretOf } from "./console/session";
import type { ConsoleSessions } from "./console/sessions/console-sessions";
import { openConsoleSessions } from "./console/sessions/open-sessions";
import { openCustomValidate } from "./custom-validate-in-force";
import { createFindingObserver } from "./finding-observer";
import { nodeName, type Host } from "./host";
import { createLogObserver } from "./log-observer";
import { openCallLimits } from "./open-limits";

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
  const database = overrides.database ?? openDatabase(host.databaseUrl, host.directUrl);
  const observer =
    overrides.observer ??
    combineObservers(
      createLogObserver(log),
      createFindingObserver((finding) => settings.note(finding)),
      ...observers,
    );
  const changes =
    overrides.changes ??
    (await createChangeFeed({
      database,
      node: nodeName(),
      log,
      now,
      onCondition: (condition) => observer.happened?.({ kind: "change feed", ...condition }),
    }));
  // Subscribed before anything is read: a change that arrives while services open is applied once they have.
  let announce: (services: Services) => void = () => {};
  const opened = new Promise<Services>((resolve) => (announce = resolve));
  changes.subscribe(async (change) => applyChange(await opened, change));

  const secrets = overrides.secrets ?? new SecretBox(host.encryptionKey.reveal());
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
  const readRow = createRowReader({ database, log, now });
  const directory = overrides.directory ?? createDirectory({ database, changes, now, log, staleTtlSeconds, readRow });
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
    });
  const claimsSeen = overrides.claimsSeen ?? countClaimsSeen();
  const upstreams = overrides.upstreams ?? createUpstreams();
  const retention = startRetention({ database, log, now, days: () => inForce().general.call_retention_days });

  const tokens =
    overrides.tokens ??
    createTokenVerifier(inForce, now, (origin) => upstreams.pool(origin, PROVIDER_CONNECT_MS), {
      keys: (event, { url, error, keys }) =>
        observer.happened?.({ kind: "key set", event, url, keys: keys.length, error }),
      proven: (token, { jwtAuth }) => claimsSeen.add(token, jwtAuth),
      line: (condition) => observer.happened?.({ kind: "introspection", ...condition }),
    });
  const consoleSessions = openConsoleSessions({
    ...{ environment, database, changes, secrets, tokens, readRow, settings: inForce, log, now },
    customValidate: customValidate.inForce,
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
    denials: overrides.denials ?? createDenialLog({ database, log, now, settings: inForce }),
    recorder: overrides.recorder ?? createDecisionRecorder({ database, log, now, settings: inForce }),
    spend,
    prices,
    limits: overrides.limits ?? openCallLimits({ environment, database, spend, now, log, observer }),
    tokens,
    claimsSeen,
    upstreams,
    bodies: new BodyRoom(getHeapStatistics().heap_size_limit / 4),
    underWay: createCallsUnderWay(),
    shutdown: new Shutdown(),
    deployments: new DeploymentStates(now, (event) => observer.happened?.(event)),
    secrets,
    random: Math.random,
    newId: randomUUID,
    wait,
    observer,
    evaluate: rememberEvaluations({ settings, directory, now }),
    customValidate: customValidate.inForce,
    async readSession({ headers, connection }) {
      const { isSecure } = publicAddress(environment, headers, peerOf(connection));
      const secret = await sessionSecretOf({ headers, isSecure, secret: host.sessionSecret });
      return secret === undefined ? undefined : consoleSessions.sessions.open(secret);
    },
    ...overrides,
  };
  announce(services);
  host.recovered?.listen((record) => observer.callSettled?.({ call: undefined, record }));

  const own = <Name extends keyof Services>(name: Name): Services[Name] | undefined =>
    name in overrides ? undefined : services[name];
  return {
    services,
    sessions: consoleSessions.sessions,
    replaceFile: (file, findings) => customValidate.replaceFile(settings, file, findings),
    async close() {
      await Promise.all([own("spend")?.close(), retention.close(), own("recorder")?.close(), own("denials")?.close()]);
      own("tokens")?.close();
      consoleSessions.close();
      await Promise.allSettled([own("upstreams")?.close(), own("changes")?.close(), own("limits")?.close()]);
      await own("database")?.close();
    },
  };
}

/** The address at the other end of a door's connection; undefined: the door does not see connections. */
function peerOf(connection: object | undefined): string | undefined {
  return connection instanceof Socket ? connection.remoteAddress : undefined;
}
