import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dispatch } from "@/lib/api/dispatch";
import type { Validator } from "@/lib/auth/io/custom-validate";
import type { ApiReply, ApiRequest } from "@/lib/doors/contract";
import { serveNodeRequest } from "@/lib/doors/node-door";
import type { Observer } from "@/lib/gateway/observer";
import type { Services } from "@/lib/gateway/services";
import { createLogger, type Logger } from "@/lib/log";
import { auditTable } from "@/lib/spend/audit-table";
import type { ChangedEntity } from "@/lib/store/changes/change-notice";
import { type Database, openDatabase } from "@/lib/store/database";
import type { SecretBox } from "@/lib/store/secret-box";
import { findSpendDiscrepancies } from "@/lib/store/spend/spend-audit";
import { PlantedSecrets } from "@/testing/secrets/planted-secrets";
import { composeTestServices, MASTER_KEY, readTestConfig } from "./test-services";

export interface Configured {
  /** config.yaml, as the object it says. */
  readonly config: object;
  /** JWT_PUBLIC_KEY_URL and the like. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly customValidate?: Validator;
  /** Observes beside the log. Only the one given at the start counts. */
  readonly observer?: Observer;
  /** Default: errors go to the console. Only the one given at the start counts. */
  readonly log?: Logger;
  /** By which it encrypts. Default: by the key of all tests. Only the one given at the start counts. */
  readonly secrets?: SecretBox;
}

/**
 * A gateway inside the test: the product's services on a real database, behind door 2. Its file can be replaced.
 */
export interface InProcessGateway {
  readonly masterKey: string;
  /** The address that it listens at. */
  readonly origin: string;
  readonly services: Services;
  /** Where callers are connected from, until the gateway ends their connection. */
  readonly callersPorts: ReadonlySet<number>;
  /** The secrets that it was given. `stop` searches its log, metrics and alerts for them. */
  readonly secrets: PlantedSecrets;
  /** Puts another configuration in force, as a changed file does; `custom_validate` too. */
  configure(configured: Configured): Promise<void>;
  /** Sends a request over a socket. */
  send(path: string, init?: RequestInit): Promise<Response>;
  /** Drops the cached rows, for tests that have changed rows directly in the database. */
  forget(): Promise<void>;
  /** Ends it. @throws Error when a total is not the sum of its calls, or when it has told a secret */
  stop(): Promise<void>;
}

/** How many connections one of these gateways opens at most, beside that of its change feed. */
const CONNECTIONS = 4;

const ENTITIES: readonly ChangedEntity[] = ["team", "user", "organization", "end_user", "key"];

/** Starts such a gateway on a migrated database. */
export async function startInProcessGateway(databaseUrl: string, first: Configured): Promise<InProcessGateway> {
  const secrets = new PlantedSecrets();
  secrets.plant([{ master_key: MASTER_KEY }, first.environment, first.config]);
  const telling = new Set<string>();
  const searched = createLogger(
    (line) => secrets.linesWithSecrets(line).forEach((found) => telling.add(found)),
    Date.now,
  );
  const told: Logger = first.log ?? { info() {}, warn() {}, error: (event, fields) => console.error(event, fields) };
  const both = (level: "info" | "warn" | "error") => (event: string, fields?: Record<string, unknown>) => {
    searched[level](event, fields);
    told[level](event, fields);
  };
  const log: Logger = { info: both("info"), warn: both("warn"), error: both("error") };
  // Opened apart from the services, because `stop` looks at the totals after the services are closed.
  const database = openDatabase(databaseUrl);
  // Each connection takes the server as long as ten statements, and a start would open ten at once.
  database.pool.options.max = CONNECTIONS;
  const composed = await composeTestServices(
    {
      databaseUrl,
      config: first.config,
      variables: first.environment,
      log,
      observers: first.observer ? [first.observer] : [],
    },
    { database, ...(first.secrets && { secrets: first.secrets }) },
  );
  let services: Services = { ...composed.services, customValidate: () => first.customValidate };

  const handle = (request: ApiRequest): Promise<ApiReply> => dispatch(services, request);
  const server = createServer((message, response) => {
    serveNodeRequest(handle, message, response).catch(() => response.destroy());
  });
  const callersPorts = new Set<number>();
  server.on("connection", (socket) => {
    const { remotePort = 0 } = socket;
    callersPorts.add(remotePort);
    socket.on("close", () => callersPorts.delete(remotePort));
  });
  // As long as other programs may take from one call to the next.
  server.keepAliveTimeout = 60_000;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    masterKey: MASTER_KEY,
    origin,
    get services() {
      return services;
    },
    callersPorts,
    secrets,
    async configure({ config, environment: variables, customValidate }) {
      secrets.plant([config, variables]);
      const next = readTestConfig(config, { GATEWAY_DATA_DIR: composed.dataDirectory, ...variables });
      await services.settings.replaceFile(next, []);
      services = { ...composed.services, environment: next.environment, customValidate: () => customValidate };
    },
    send: (path, init) => fetch(origin + path, init),
    async forget() {
      await services.changes.settle(
        randomUUID(),
        ENTITIES.map((entity) => ({ entity, id: "" })),
      );
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      const { text: metrics } = await services.metrics.read();
      await composed.close();
      const discrepancies = (await hasBooked(database)) ? await findSpendDiscrepancies(database) : [];
      const alerts = await toldAlerts(database);
      await database.close();
      if (discrepancies.length > 0)
        throw new Error(`Some totals are not the sum of their calls:\n${auditTable(discrepancies)}`);
      secrets.expectNone([...telling].join(""), "the log");
      secrets.expectNone(metrics, "the metrics");
      secrets.expectNone(alerts, "the alerts");
    },
  };
}

/**
 * Whether anything was ever written to the tables that `findSpendDiscrepancies` compares. Planning its statement takes
 * as long as starting the gateway, and most tests book no call.
 */
async function hasBooked({ pool }: Database): Promise<boolean> {
  const { rows } = await pool.query<{ found: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
      AND relname ~ '^(calls|hourly_figures|daily_figures|entity_totals|shared_totals)' AND pg_relation_size(oid) > 0) AS found`,
  );
  return rows[0]?.found ?? true;
}

/** Everything that alerts say, one line each. */
async function toldAlerts({ pool }: Database): Promise<string> {
  const { rows } = await pool.query<{ said: string }>(
    "SELECT row_to_json(alerts)::text AS said FROM alerts UNION ALL SELECT row_to_json(d)::text FROM alert_deliveries d",
  );
  return rows.map(({ said }) => said).join("\n");
}
