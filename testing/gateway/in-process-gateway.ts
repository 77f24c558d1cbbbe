import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stringify } from "yaml";
import { createTokenVerifier } from "@/lib/auth/token/verify";
import type { Environment } from "@/lib/config/environment-variables";
import { readEnvironment } from "@/lib/config/io/environment";
import { formatFinding } from "@/lib/config/finding";
import { parseConfig } from "@/lib/settings/parse";
import { Secret } from "@/lib/config/secret";
import { createSettingsStore } from "@/lib/settings/settings-store";
import type { ApiReply, ApiRequest } from "@/lib/doors/contract";
import { KNOWN_ROUTES } from "@/lib/api/known-routes";
import { createCallsUnderWay } from "@/lib/gateway/call/calls-under-way";
import { hasPrice, isKnownProvider } from "@/lib/prices/known-models";
import { createDecisionRecorder } from "@/lib/gateway/record/io/decision-recorder";
import { createDenialLog } from "@/lib/gateway/record/io/denial-log";
import { DeploymentStates } from "@/lib/gateway/call/deployment-states";
import { dispatch } from "@/lib/api/dispatch";
import { rememberEvaluations } from "@/lib/gateway/request/evaluation-memory";
import { openCallLimits } from "@/lib/server/open-limits";
import { serveFetchRequest } from "@/lib/doors/fetch-door";
import { serveNodeRequest } from "@/lib/doors/node-door";
import type { ChangedEntity } from "../../lib/store/changes/change-notice";
import { combineObservers, type Observer } from "@/lib/gateway/observer";
import { createLogObserver } from "@/lib/server/log-observer";
import { wait } from "@/lib/time/io/wait";
import type { Services } from "../../lib/gateway/services";
import { createUpstreams } from "@/lib/upstream/pools";
import { auditTable } from "@/lib/spend/audit-table";
import { createSpendBook } from "@/lib/spend/io/book";
import { createPriceStore } from "@/lib/store/settings/price-store";
import { createChangeFeed } from "@/lib/store/changes/change-feed";
import { openDatabase } from "@/lib/store/database";
import { findSpendDiscrepancies } from "@/lib/store/spend/spend-audit";
import { SecretBox } from "@/lib/store/secret-box";
import { createDirectory } from "@/lib/store/directory/directory";

export interface Configured {
  /** config.yaml, as the object it says. */
  readonly config: object;
  /** JWT_PUBLIC_KEY_URL and the like. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly customValidate?: Services["customValidate"];
  /** Told of every call beside the log; only the one given at the start counts. */
  readonly observer?: Observer;
}

/** A gateway inside the test: real services on a real database, behind both doors, its settings exchanged at will. */
export interface InProcessGateway {
  readonly masterKey: string;
  /** Of door 2. */
  readonly origin: string;
  readonly services: Services;
  /** Puts another configuration in force, as a restart would. */
  configure(configured: Configured): Promise<void>;
  /** Sends a request through door 1, in this process, or through door 2, over a socket. */
  send(door: 1 | 2, path: string, init?: RequestInit): Promise<Response>;
  /** Forgets what is cached about rows that were changed behind the gateway's back. */
  forget(): Promise<void>;
  /** Ends it. @throws Error when what it has booked does not add up */
  stop(): Promise<void>;
}

const MASTER_KEY = "sk-master-key-for-tests";
const ENTITIES: readonly ChangedEntity[] = ["team", "user", "organization", "end_user", "key"];
const silent = { info() {}, warn() {}, error() {} };

/** Starts it on a migrated database. */
export async function startInProcessGateway(databaseUrl: string, first: Configured): Promise<InProcessGateway> {
  const folder = mkdtempSync(join(tmpdir(), "gateway-in-process-"));
  const log = { ...silent, error: (event: string, fields?: Record<string, unknown>) => console.error(event, fields) };
  const now = Date.now;
  const database = openDatabase(databaseUrl);
  const observer = combineObservers(createLogObserver(log), ...(first.observer ? [first.observer] : []));
  const changes = await createChangeFeed({
    database,
    node: `test-${randomUUID().slice(0, 8)}`,
    log: silent,
    now,
    onConnection: (connection) => observer.happened?.({ kind: "change feed", ...connection }),
  });
  const directory = createDirectory({ database, changes, log: silent, now, staleTtlSeconds: () => 300 });
  const prices = await createPriceStore({ database, log });
  changes.subscribe(async ({ entity }) => {
    if (entity === "price") await prices.refresh();
    if (entity === "model") await services.settings.refresh();
  });
  const spend = createSpendBook({
    directory: join(folder, "journal"),
    database,
    now,
    log,
    onCondition: (condition) => observer.happened?.({ kind: "journal", ...condition }),
  });
  const secrets = new SecretBox("encryption-key-of-the-in-process-gateway");
  const upstreams = createUpstreams();
  let limits: Services["limits"] | undefined;
  const recorder = createDecisionRecorder({ database, log, now, settings: () => services.settings.current() });
  const denials = createDenialLog({ database, log, now, settings: () => services.settings.current() });
  const shared = {
    underWay: createCallsUnderWay(),
    version: "0.0.0-test",
    now,
    log,
    database,
    directory,
    changes,
    spend,
    prices,
    upstreams,
    deployments: new DeploymentStates(now, (cooldown) => observer.happened?.({ kind: "cooldown", ...cooldown })),
    secrets,
    random: Math.random,
    newId: randomUUID,
    wait,
    observer,
    denials,
    recorder,
    readSession: async () => undefined,
  };
  let services: Services = await configured(first);

  async function configured({ config, environment: variables, customValidate }: Configured): Promise<Services> {
    const environment: Environment = readEnvironment({
      GATEWAY_MASTER_KEY: MASTER_KEY,
      GATEWAY_DATA_DIR: folder,
      ...variables,
    });
    const parsed = parseConfig(stringify(config), "config.yaml", {
      environment,
      isKnownProvider,
      routes: KNOWN_ROUTES,
    });
    const { file } = parsed;
    if (!file) throw new Error(parsed.findings.map(formatFinding).join("\n"));
    const settings = await createSettingsStore({
      config: { ...parsed, file },
      keptMasterKey: new Secret(MASTER_KEY),
      routes: KNOWN_ROUTES,
      database,
      log,
      models: { open: secrets.open.bind(secrets), isKnownProvider, isPriced: hasPrice },
    });
    const evaluate = rememberEvaluations({ settings, directory, now });
    return {
      ...shared,
      environment,
      settings,
      evaluate,
      limits: (limits ??= openCallLimits({ ...shared, environment })),
      tokens: createTokenVerifier(
        () => settings.current(),
        now,
        (event, { url, error, keys }) => observer.happened?.({ kind: "key set", event, url, keys: keys.length, error }),
      ),
      customValidate,
    };
  }

  const handle = (request: ApiRequest): Promise<ApiReply> => dispatch(services, request);
  const server = createServer((message, response) => {
    serveNodeRequest(handle, message, response).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    masterKey: MASTER_KEY,
    origin,
    get services() {
      return services;
    },
    async configure(next) {
      services.tokens.close();
      services = await configured(next);
    },
    send: (door, path, init) =>
      door === 1 ? serveFetchRequest(handle, new Request(origin + path, init)) : fetch(origin + path, init),
    async forget() {
      await changes.settle(
        randomUUID(),
        ENTITIES.map((entity) => ({ entity, id: "" })),
      );
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await spend.close();
      await services.limits.close();
      await Promise.all([recorder.close(), denials.close()]);
      services.tokens.close();
      await Promise.allSettled([upstreams.close(), changes.close()]);
      const discrepancies = await findSpendDiscrepancies(database);
      await database.close();
      rmSync(folder, { recursive: true, force: true });
      if (discrepancies.length > 0)
        throw new Error(`Some totals are not the sum of their calls:\n${auditTable(discrepancies)}`);
    },
  };
}
