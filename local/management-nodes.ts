import { afterAll, beforeAll, beforeEach } from "vitest";
import type { Identity } from "@/lib/auth/decision";
import { GatewayError } from "@/lib/errors";
import type { Caller, Operation } from "@/lib/gateway/operation";
import type { Logger, Services } from "@/lib/gateway/services";
import { createChangeFeed } from "@/lib/store/change-feed";
import { openDatabase } from "@/lib/store/database";
import { createDirectory } from "@/lib/store/directory";
import { startTestDatabase, type TestDatabase } from "./test-database";
import { auditOperations } from "@/lib/gateway/operations/audit";
import { customerOperations } from "@/lib/gateway/operations/customers";
import { keyChangeOperations } from "@/lib/gateway/operations/key-changes";
import { keyOperations } from "@/lib/gateway/operations/keys";
import { organizationOperations } from "@/lib/gateway/operations/organizations";
import { teamMemberOperations } from "@/lib/gateway/operations/team-members";
import { teamOperations } from "@/lib/gateway/operations/teams";
import { userOperations } from "@/lib/gateway/operations/users";

const log: Logger = { info() {}, warn() {}, error() {} };

const nobody: Identity = {
  kind: "jwt",
  issuer: undefined,
  subject: undefined,
  scopes: [],
  roles: [],
  teamId: undefined,
  teamIdIsSoft: false,
  teamClaim: undefined,
  groups: [],
  groupsClaim: undefined,
  statesGroups: false,
  teamAlias: undefined,
  userId: undefined,
  email: undefined,
  emailVerified: undefined,
  objectId: undefined,
  organizationId: undefined,
  endUserId: undefined,
  key: undefined,
};

/** A caller as `decide()` lets it through. */
export function callerWith(principal: Partial<Caller["principal"]>, identity: Partial<Identity> = {}): Caller {
  return {
    identity: { ...nobody, ...identity },
    principal: { admin: false, role: undefined, keyId: undefined, teamId: undefined, userId: undefined, organizationId: undefined, endUserId: undefined, ...principal },
    actor: "the test",
  };
}

export const administrator = callerWith({ admin: true }, { kind: "master-key" });

/** What management operations act through: one node on a real database. `close` ends it. */
export async function startManagementNode(url: string, node: string) {
  const database = openDatabase(url);
  const changes = await createChangeFeed({ database, node, log, now: Date.now });
  const directory = createDirectory({ database, changes, log, now: Date.now, staleTtlSeconds: () => 300 });
  const spend = { drained: () => Promise.resolve() };
  // Management operations use no more of the services than this.
  const services = { database, changes, directory, log, now: Date.now, spend } as unknown as Services;

  /** Calls an operation as a door would; the answer must be what the operation says it answers with. */
  async function call<Body>(operation: Operation, input: unknown, caller: Caller | undefined = administrator): Promise<Body> {
    const parsed = operation.input?.parse(input) as never;
    const request = { method: operation.method, path: operation.path, query: "", headers: {}, isGone: false, onGone: () => {}, readBody: () => Promise.resolve(Buffer.alloc(0)) };
    const reply = await operation.handle({ services, request, caller, modelBody: undefined }, parsed);
    const body: unknown = JSON.parse(String(reply.body));
    operation.output.parse(body);
    return body as Body;
  }

  return {
    services,
    spend,
    call,
    /** The code with which a call is refused. */
    async refusal(operation: Operation, input: unknown, caller?: Caller): Promise<{ code: string; param: string | undefined; message: string }> {
      try {
        await call(operation, input, caller);
      } catch (error) {
        if (error instanceof GatewayError) return { code: error.code, param: error.options.param, message: error.message };
        throw error;
      }
      throw new Error(`${operation.path} was not refused`);
    },
    async close() {
      await changes.close();
      await database.close();
    },
  };
}
export type ManagementNode = Awaited<ReturnType<typeof startManagementNode>>;

const OPERATIONS = [
  ...teamOperations,
  ...teamMemberOperations,
  ...userOperations,
  ...organizationOperations,
  ...customerOperations,
  ...keyOperations,
  ...keyChangeOperations,
  ...auditOperations,
];

/** The operation of a path. @throws Error when there is none */
export function at(path: string): Operation {
  const operation = OPERATIONS.find((candidate) => candidate.path === path);
  if (!operation) throw new Error(`No operation at ${path}`);
  return operation;
}

export interface List<Item> {
  data: Item[];
  total: number;
  page: number;
  size: number;
}

export interface GeneratedKey {
  key: string;
  key_name: string;
  token_id: string;
  expires: string | null;
  team_id: string | null;
  user_id: string | null;
  blocked: boolean;
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

/** Two nodes on a database of their own for every test of the calling file. */
export function useTwoNodes() {
  let server: TestDatabase;
  const nodes: ManagementNode[] = [];
  beforeAll(async () => {
    server = await startTestDatabase();
  });
  beforeEach(async () => {
    const url = await server.createDatabase();
    nodes.push(await startManagementNode(url, "one"), await startManagementNode(url, "two"));
    return async () => {
      for (const node of nodes.splice(0)) await node.close();
    };
  });
  afterAll(() => server.stop());

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
