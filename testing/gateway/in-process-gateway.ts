import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dispatch } from "@/lib/api/dispatch";
import type { Validator } from "@/lib/auth/io/custom-validate";
import type { ApiReply, ApiRequest } from "@/lib/doors/contract";
import { serveFetchRequest } from "@/lib/doors/fetch-door";
import { serveNodeRequest } from "@/lib/doors/node-door";
import type { Observer } from "@/lib/gateway/observer";
import type { Services } from "@/lib/gateway/services";
import type { Logger } from "@/lib/log";
import { auditTable } from "@/lib/spend/audit-table";
import type { ChangedEntity } from "@/lib/store/changes/change-notice";
import { openDatabase } from "@/lib/store/database";
import { findSpendDiscrepancies } from "@/lib/store/spend/spend-audit";
import { composeTestServices, MASTER_KEY, readTestConfig } from "./test-services";

export interface Configured {
  /** config.yaml, as the object it says. */
  readonly config: object;
  /** JWT_PUBLIC_KEY_URL and the like. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly customValidate?: Validator;
  /** Told of every call beside the log; only the one given at the start counts. */
  readonly observer?: Observer;
}

/** A gateway inside the test: the product's services on a real database, behind both doors. Its file can be replaced. */
export interface InProcessGateway {
  readonly masterKey: string;
  /** The address of door 2. */
  readonly origin: string;
  readonly services: Services;
  /** Puts another configuration in force, as a changed file does; `custom_validate` too. */
  configure(configured: Configured): Promise<void>;
  /** Sends a request through door 1, in this process, or through door 2, over a socket. */
  send(door: 1 | 2, path: string, init?: RequestInit): Promise<Response>;
  /** Drops the cached rows, for tests that have changed rows directly in the database. */
  forget(): Promise<void>;
  /** Ends it. @throws Error when a total is not the sum of its calls */
  stop(): Promise<void>;
}

const ENTITIES: readonly ChangedEntity[] = ["team", "user", "organization", "end_user", "key"];

/** Starts it on a migrated database. */
export async function startInProcessGateway(databaseUrl: string, first: Configured): Promise<InProcessGateway> {
  const log: Logger = { info() {}, warn() {}, error: (event, fields) => console.error(event, fields) };
  // The gateway outlives its services by one look at the totals, so this is its own.
  const database = openDatabase(databaseUrl);
  const composed = await composeTestServices(
    {
      databaseUrl,
      config: first.config,
      variables: first.environment,
      log,
      observers: first.observer ? [first.observer] : [],
    },
    { database },
  );
  let services: Services = { ...composed.services, customValidate: () => first.customValidate };

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
    async configure({ config, environment: variables, customValidate }) {
      const next = readTestConfig(config, { GATEWAY_DATA_DIR: composed.dataDirectory, ...variables });
      await services.settings.replaceFile(next, []);
      services = { ...composed.services, environment: next.environment, customValidate: () => customValidate };
    },
    send: (door, path, init) =>
      door === 1 ? serveFetchRequest(handle, new Request(origin + path, init)) : fetch(origin + path, init),
    async forget() {
      await services.changes.settle(
        randomUUID(),
        ENTITIES.map((entity) => ({ entity, id: "" })),
      );
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await composed.close();
      const discrepancies = await findSpendDiscrepancies(database);
      await database.close();
      if (discrepancies.length > 0)
        throw new Error(`Some totals are not the sum of their calls:\n${auditTable(discrepancies)}`);
    },
  };
}
