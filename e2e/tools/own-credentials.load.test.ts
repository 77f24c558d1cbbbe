import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listConnections } from "@/lib/store/settings/tool-connections";
import { returnFromProvider } from "@/testing/auth/sign-in-at-provider";
import { LOGIN_VARIABLES, sessionCookie } from "@/testing/gateway/console-session";
import { startConnectingNodes, type ConnectingNodes } from "@/testing/tools/connecting-nodes";

const USERS = ["ada", "ben", "cleo"] as const;
/** The last one is in the database, so that it can be deleted. */
const SERVERS = ["tickets", "other", "added"] as const;
type User = (typeof USERS)[number];
type Server = (typeof SERVERS)[number];
type Node = 0 | 1;

let at: ConnectingNodes;
const sessions = new Map<User, { readonly cookie: string }>();

beforeAll(async () => {
  at = await startConnectingNodes("http://127.0.0.1:9");
  for (const sub of USERS)
    sessions.set(
      sub,
      await sessionCookie(at.nodes[0].services, { iss: LOGIN_VARIABLES.OIDC_ISSUER, aud: "model-gateway", sub }),
    );
  await addServer();
});
afterAll(() => at?.stop());

interface Asking {
  readonly as: User | "master";
  readonly node?: Node;
  readonly method?: "POST" | "DELETE";
}

async function ask(path: string, body: object | undefined, { as, node = 0, method = "POST" }: Asking) {
  const proof = as === "master" ? { authorization: `Bearer ${at.nodes[0].masterKey}` } : sessions.get(as);
  const answer = await at.nodes[node].send(path, {
    method,
    headers: { "content-type": "application/json", "x-gateway-console": "1", ...proof },
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await answer.json()) as Record<string, unknown>;
}

const addServer = () =>
  ask(
    "/v1/mcp/server",
    {
      server_id: "added",
      url: at.server.url,
      transport: "http",
      allow_all_keys: true,
      on_tool_change: "allow",
      auth_type: "oauth2",
      oauth2_flow: "authorization_code",
    },
    { as: "master" },
  );

/** What may happen, to whom, and at which node. */
type Step = readonly [
  what: "connect" | "disconnect" | "end" | "expire" | "refuse" | "delete user" | "delete server" | "call",
  user: User,
  server: Server,
  node: Node,
];

async function take([what, user, server, node]: Step): Promise<unknown> {
  const { pool } = at.nodes[0].services.database;
  const ends = [user, server];
  switch (what) {
    case "connect": {
      const { url } = await ask("/connection/begin", { server_id: server }, { as: user, node });
      // Who is deleted, or whose server is, at this moment cannot begin.
      if (typeof url !== "string") return;
      const returned = await returnFromProvider(at.provider, url, user);
      return ask("/connection/finish", Object.fromEntries(returned.searchParams), { as: user, node: node ? 0 : 1 });
    }
    case "disconnect":
      return ask("/connection/end", { server_id: server }, { as: user, node });
    case "end":
      return ask("/v1/mcp/server/connections/end", { server_id: server, user_id: user }, { as: "master", node });
    case "expire":
      return pool.query("UPDATE tool_connections SET ends_at = now() WHERE user_id = $1 AND server = $2", ends);
    case "refuse":
      return pool.query(
        "UPDATE tool_connections SET sealed = NULL, refused_at = now() WHERE user_id = $1 AND server = $2",
        ends,
      );
    case "delete user":
      return ask("/user/delete", { user_ids: [user] }, { as: "master", node });
    case "delete server":
      await ask("/v1/mcp/server/added", undefined, { as: "master", node, method: "DELETE" });
      return addServer();
    case "call":
      return call(user, server, node);
  }
}

/** Calls a tool, whose arguments say who calls it of which server. */
const call = (user: User, server: Server, node: Node) =>
  ask(
    `/${server}/mcp`,
    {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "add", arguments: { a: USERS.indexOf(user), b: SERVERS.indexOf(server) } },
    },
    { as: user, node },
  );

/** The calls that the server has seen: who made them, and with which token. */
function seenCalls() {
  return at.server.received
    .filter(({ method }) => method === "tools/call")
    .map(({ params, headers }) => {
      const { a, b } = params["arguments"] as { a: number; b: number };
      return { user: USERS[a], server: SERVERS[b], token: headers.authorization?.replace("Bearer ", "") ?? "" };
    });
}

const ownerOf = (token: string): unknown =>
  (JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as { sub?: unknown }).sub;

/** The token that each user has for each server now. */
async function keptTokens(): Promise<ReadonlyMap<string, string>> {
  const { database, secrets } = at.nodes[0].services;
  const kept = await listConnections(database, secrets, { userIds: USERS });
  return new Map(
    kept.flatMap(({ userId, server, credential }) =>
      credential ? [[`${userId} ${server}`, credential.accessToken] as const] : [],
    ),
  );
}

const step: fc.Arbitrary<Step> = fc.tuple(
  fc.constantFrom(
    ...(["connect", "connect", "connect", "disconnect", "end", "expire", "refuse"] as const),
    ...(["delete user", "delete server", "call", "call"] as const),
  ),
  fc.constantFrom(...USERS),
  fc.constantFrom(...SERVERS),
  fc.constantFrom<Node>(0, 1),
);

/** Every user calls every server, at one node or the other. */
const everybody = () =>
  USERS.flatMap((user, of) => SERVERS.map((server, to) => ({ user, server, node: ((of + to) % 2) as Node })));

test("whatever happens to connections, a server sees of each user the credential that this user has there, or none", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 9 }), async (steps) => {
      for (const one of steps) {
        await take(one);
        at.server.received.length = 0;
        await Promise.all(everybody().map(({ user, server, node }) => call(user, server, node)));
        const kept = await keptTokens();
        const seen = seenCalls();
        for (const { user, server, token } of seen) {
          expect(ownerOf(token)).toBe(`user-${user}`);
          expect(token).toBe(kept.get(`${user} ${server}`));
        }
        // Nothing is kept that serves nobody.
        expect(seen.map(({ user, server }) => `${user} ${server}`).toSorted()).toEqual([...kept.keys()].toSorted());
      }
    }),
    { numRuns: 10 },
  );
});

test("what happens at the same time does not mix users up either", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 8 }), async (steps) => {
      at.server.received.length = 0;
      await Promise.all([...steps.map(take), ...everybody().map(({ user, server, node }) => call(user, server, node))]);
      for (const { user, token } of seenCalls()) expect(ownerOf(token)).toBe(`user-${user}`);
    }),
    { numRuns: 10 },
  );
});
