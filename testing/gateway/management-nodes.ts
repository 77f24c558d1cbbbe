import { TABLE } from "@/lib/api/table";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { MODEL_CALL as CALL } from "@/lib/auth/access";
import { refusedByAccess } from "@/lib/auth/rules/route";
import type { Claims, Identity, VerifiedToken } from "@/lib/auth/decision";
import { NO_FACTS, NOBODY } from "@/lib/auth/nobody";
import { GatewayError } from "@/lib/errors";
import { authenticate } from "@/lib/gateway/request/authenticate";
import { evaluate } from "@/lib/gateway/request/evaluate";
import type { CallerOperation } from "@/lib/api/operation";
import type { Caller } from "@/lib/gateway/request/caller";
import type { Logger } from "@/lib/log";
import type { Services } from "@/lib/gateway/services";
import { createChangeFeed } from "@/lib/store/changes/change-feed";
import { openDatabase } from "@/lib/store/database";
import { CHANGES_CHANNEL, encodeNotice, EVERYTHING } from "@/lib/store/changes/change-notice";
import { startTestDatabase, type TestDatabase } from "../database/test-database";
import { testRows, type TestRows } from "../database/test-rows";
import { composeTestServices } from "./test-services";
import { auditOperations } from "@/lib/api/operations/system/audit";
import { endUserOperations } from "@/lib/api/operations/identities/end-users";
import { keyChangeOperations } from "@/lib/api/operations/keys/key-changes";
import { keyOperations } from "@/lib/api/operations/keys/keys";
import { priceOperations } from "@/lib/api/operations/models/prices";
import { organizationOperations } from "@/lib/api/operations/identities/organizations";
import { searchOperation } from "@/lib/api/operations/identities/search";
import { TABLE_OPERATIONS } from "@/lib/api/operations/tables/tables";
import { teamMemberOperations } from "@/lib/api/operations/identities/team-members";
import { teamOperations } from "@/lib/api/operations/identities/teams";
import { userOperations } from "@/lib/api/operations/identities/users";
import { apiRequest } from "./api-request";
import { PATIENCE_MS } from "@/testing/patience.mjs";

const log: Logger = { info() {}, warn() {}, error() {} };

const MODEL_CALL = {
  method: "POST",
  route: "/chat/completions",
  family: "openai_routes",
  ...CALL,
  model: "gpt",
  requestedTeam: undefined,
  requestedOrganization: undefined,
  endUser: undefined,
} as const;

/** A token with the admin scope, for the operations that ask what becomes of their caller. */
const ADMINISTRATOR_TOKEN: VerifiedToken = {
  kind: "jwt",
  via: "bearer",
  issuer: undefined,
  claims: { sub: "admin", scope: "gateway_proxy_admin" },
};

/** A caller as `decide()` lets it through. */
export function callerWith(principal: Partial<Caller["principal"]>, identity: Partial<Identity> = {}): Caller {
  return {
    token: ADMINISTRATOR_TOKEN,
    identity: { ...NOBODY, ...identity },
    principal: {
      admin: false,
      viewer: false,
      administers: [],
      role: undefined,
      keyId: undefined,
      teamId: undefined,
      userId: undefined,
      organizationId: undefined,
      teamOrganizationId: undefined,
      endUserId: undefined,
      ...principal,
    },
    access: MODEL_CALL,
    checks: [],
    facts: NO_FACTS,
    decisionMs: 0,
    actor: "the test",
  };
}

export const administrator = callerWith({ admin: true }, { kind: "master-key" });

const CONFIG = {
  general_settings: { enable_jwt_auth: true },
  gateway_jwtauth: {
    user_id_jwt_field: "user",
    org_id_jwt_field: "organization",
    end_user_id_jwt_field: "customer",
  },
};

/** The services that management operations act through: one node on a real database. `close` ends it. */
async function startManagementNode(url: string, node: string, now: () => number = Date.now) {
  const database = openDatabase(url);
  // Not the product's 250 ms: whether the other node has acknowledged must not depend on how busy the machine is.
  const changes = await createChangeFeed({ database, node, log, now, acknowledgeWithinMs: PATIENCE_MS });
  // Tokens come as their claims, so nobody asks for keys at this address.
  const variables = { JWT_PUBLIC_KEY_URL: "http://127.0.0.1:9/keys" };
  const composed = await composeTestServices(
    { databaseUrl: url, config: CONFIG, variables },
    { database, changes, now },
  );
  const { services } = composed;

  /** Calls an operation as a door would; the answer must be what the operation says it answers with. */
  async function call<Body>(operation: CallerOperation, input: unknown, caller: Caller = administrator): Promise<Body> {
    const request = apiRequest({ method: operation.method, path: operation.path });
    const refusal = refusedByAccess(operation, caller.principal);
    if (refusal) throw new GatewayError(refusal.code, refusal.because);
    const reply = await operation.answer({ services, request, caller, table: TABLE }, input);
    const body: unknown = JSON.parse(String(reply.body));
    operation.output.parse(body);
    return body as Body;
  }

  /**
   * What becomes of a model call with a key or with a token's claims: "allowed", or the code with which it is refused.
   */
  async function modelCall(credential: string | Claims): Promise<string> {
    try {
      const { decision } = await evaluate(services, await proven(services, credential), MODEL_CALL);
      return decision.allow ? "allowed" : decision.code;
    } catch (error) {
      if (error instanceof GatewayError) return error.code;
      throw error;
    }
  }

  return {
    services,
    spend: services.spend,
    call,
    modelCall,
    /** The code with which a call is refused. */
    async refusal(
      operation: CallerOperation,
      input: unknown,
      caller?: Caller,
    ): Promise<{ code: string; param: string | undefined; message: string }> {
      try {
        await call(operation, input, caller);
      } catch (error) {
        if (error instanceof GatewayError)
          return { code: error.code, param: error.options.param, message: error.message };
        throw error;
      }
      throw new Error(`${operation.path} was not refused`);
    },
    async close() {
      await composed.close();
      await changes.close();
      await database.close();
    },
  };
}

async function proven(services: Services, credential: string | Claims): Promise<VerifiedToken> {
  if (typeof credential !== "string") return { kind: "jwt", via: "bearer", claims: credential, issuer: undefined };
  const headers = { authorization: `Bearer ${credential}` };
  return authenticate(services, apiRequest({ path: MODEL_CALL.route, headers }));
}

export type ManagementNode = Awaited<ReturnType<typeof startManagementNode>>;

/** The operations on identities, and the audit log. */
export const MANAGEMENT: readonly CallerOperation[] = [
  ...teamOperations,
  ...teamMemberOperations,
  ...userOperations,
  ...organizationOperations,
  ...priceOperations,
  ...endUserOperations,
  ...keyOperations,
  ...keyChangeOperations,
  ...TABLE_OPERATIONS,
  ...auditOperations,
  searchOperation,
];

/** The operation of a path. @throws Error when there is none */
export function at(path: string): CallerOperation {
  const operation = MANAGEMENT.find((candidate) => candidate.path === path);
  if (!operation) throw new Error(`No operation at ${path}`);
  return operation;
}

export interface List<Item> {
  data: Item[];
  total: number;
  page: number;
  size: number;
}

/** What every change answers beside the row. */
export interface WithReceipts {
  nodes: { node: string; acknowledged_ms: number | null }[];
}

export interface GeneratedKey {
  key: string;
  key_name: string;
  token_id: string;
  expires: string | null;
  team_id: string | null;
  user_id: string | null;
  blocked: boolean;
  previous_keys: { key_name: string; valid_until: string }[];
  created_at: string;
  spend: number;
}

export interface AuditEvent {
  action: string;
  entity_id: string;
  actor: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/**
 * Two nodes for the calling file, on a database that has no rows when a test begins. Starting nodes for every test
 * would take ten times as long as most tests.
 */
export function useTwoNodes() {
  let server: TestDatabase;
  let rows: TestRows;
  const nodes: ManagementNode[] = [];
  const clock = { aheadMs: 0 };
  const now = () => Date.now() + clock.aheadMs;
  beforeAll(async () => {
    server = await startTestDatabase();
    nodes.push(await startManagementNode(server.url, "one", now), await startManagementNode(server.url, "two", now));
    rows = await testRows(nodeAt(0).services.database);
  });
  beforeEach(async () => {
    clock.aheadMs = 0;
    if (!(await rows.remove())) return;
    // As a write does it: one node tells the other, and waits until both have dropped what they remembered.
    const { changes, database } = nodeAt(0).services;
    const notice = { id: randomUUID(), node: changes.node, changes: EVERYTHING };
    await database.pool.query("SELECT pg_notify($1, $2)", [CHANGES_CHANNEL, encodeNotice(notice)]);
    await changes.settle(notice.id, EVERYTHING);
  });
  afterAll(async () => {
    for (const node of nodes.splice(0)) await node.close();
    await server.stop();
  });

  function nodeAt(index: number): ManagementNode {
    const node = nodes[index];
    if (!node) throw new Error("The nodes are there while a test runs");
    return node;
  }
  return {
    get node() {
      return nodeAt(0);
    },
    get other() {
      return nodeAt(1);
    },
    /** By how much the clock of both nodes is ahead, in milliseconds; back to 0 for each test. */
    clock,
    /** The audit events, newest first. */
    async auditOf(filter: Record<string, string> = {}): Promise<AuditEvent[]> {
      return (await nodeAt(0).call<List<AuditEvent>>(at("/audit/logs"), filter)).data;
    },
    async bookSpend(entityType: string, entityId: string, spend: string): Promise<void> {
      const counts = { calls: 1, promptTokens: 1, completionTokens: 1, unpricedCalls: 0 };
      await nodeAt(0).services.database.prisma.entityTotal.create({ data: { entityType, entityId, spend, ...counts } });
    },
  };
}
