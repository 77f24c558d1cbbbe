import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { returnFromProvider } from "@/testing/auth/sign-in-at-provider";
import { LOGIN_VARIABLES, sessionCookie } from "@/testing/gateway/console-session";
import { startConnectingNodes, type ConnectingNodes } from "@/testing/tools/connecting-nodes";

const BASE = "http://127.0.0.1:9";
const RETURN = `${BASE}/console/connections/return`;
let started: ConnectingNodes;
let provider: ConnectingNodes["provider"];
let server: ConnectingNodes["server"];
let nodes: ConnectingNodes["nodes"];
let asked: ConnectingNodes["asked"];

beforeAll(async () => {
  started = await startConnectingNodes(BASE);
  ({ provider, server, nodes, asked } = started);
});
afterAll(() => started?.stop());
beforeEach(async () => {
  server.received.length = 0;
  server.takes = (authorization) => authorization !== undefined;
  asked.length = 0;
  started.failsTokens = undefined;
  for (const table of ["tool_connections", "tool_sign_ins"])
    await nodes[0].services.database.pool.query(`DELETE FROM ${table}`);
});

type Answer = {
  status: number;
  body: {
    error?: { code?: number | string; message: string; data?: Record<string, unknown> };
    result?: Record<string, unknown>;
  } & Record<string, unknown>;
};
const NODES = [0, 1] as const;
const cookies = new Map<string, Promise<{ readonly cookie: string }>>();

function sessionOf(user: string, name = user) {
  let cookie = cookies.get(name);
  if (!cookie) {
    const claims = { iss: LOGIN_VARIABLES.OIDC_ISSUER, aud: "model-gateway", sub: user };
    cookies.set(name, (cookie = sessionCookie(nodes[0].services, claims)));
  }
  return cookie;
}
async function ask(path: string, headers: object, body: object | undefined, node: 0 | 1 = 0): Promise<Answer> {
  const answer = await nodes[node].send(path, {
    method: body ? "POST" : "GET",
    headers: { "content-type": "application/json", "x-gateway-console": "1", ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Answer["body"] };
}
const begin = async (user: string, server_id = "tickets", node: 0 | 1 = 0) =>
  ask("/connection/begin", await sessionOf(user), { server_id }, node);

/** What comes back to the browser of a user who signs in at the authorization server. */
async function signIn(user: string, server_id = "tickets", as = user) {
  const { body } = await begin(user, server_id);
  const returned = await returnFromProvider(provider, String(body["url"]), as);
  return Object.fromEntries(returned.searchParams);
}
const finish = async (user: string, answer: object, node: 0 | 1 = 1, session = user) =>
  ask("/connection/finish", await sessionOf(user, session), answer, node);
async function connect(user: string, server_id = "tickets") {
  const done = await finish(user, await signIn(user, server_id));
  expect(done).toMatchObject({ status: 200, body: { server_id } });
}
async function rpc(user: string, method: string, how: { path?: string; node?: 0 | 1; headers?: object } = {}) {
  const { path = "/tickets/mcp", node = 0, headers = {} } = how;
  const params =
    method === "tools/call" ? { name: path === "/mcp" ? "tickets-add" : "add", arguments: { a: 1, b: 2 } } : {};
  return ask(path, { ...(await sessionOf(user)), ...headers }, { jsonrpc: "2.0", id: 1, method, params }, node);
}
const call = (user: string, node: 0 | 1 = 0) => rpc(user, "tools/call", { node });
const proofs = () => [
  ...new Set(
    server.received.filter(({ method }) => method === "tools/call").map(({ headers }) => headers.authorization),
  ),
];
const list = async (user: string, node: 0 | 1 = 0) =>
  (await ask("/connection/list", await sessionOf(user), undefined, node)).body["data"] as {
    server_id: string;
    state: string;
  }[];
const stateOf = async (user: string, node: 0 | 1 = 0) =>
  (await list(user, node)).find(({ server_id }) => server_id === "tickets")?.state;

test("a user connects once, at one node, and every node asks the server with that user's token", async () => {
  expect(await stateOf("ada")).toBe("none");
  const answer = await signIn("ada");
  expect(await stateOf("ada", 1)).toBe("asked");
  expect(answer).toMatchObject({ iss: provider.issuer, code: expect.any(String) });
  expect((await finish("ada", answer)).body).toMatchObject({ server_id: "tickets" });
  for (const node of NODES) {
    expect(await stateOf("ada", node)).toBe("connected");
    expect((await rpc("ada", "tools/list", { node })).body.result).toMatchObject({ tools: { length: 3 } });
    expect((await call("ada", node)).body.result).toMatchObject({ content: [{ text: "3" }] });
  }
  expect(proofs()).toHaveLength(1);
  const [token = ""] = proofs();
  const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
  expect(claims).toMatchObject({ sub: "user-ada" });
});

test("what the authorization server is asked is bound to this sign-in: PKCE, a state, the resource, our address", async () => {
  const { body } = await begin("ada");
  const { searchParams, origin } = new URL(String(body["url"]));
  expect(origin).toBe(provider.issuer);
  expect(Object.fromEntries(searchParams)).toMatchObject({
    response_type: "code",
    redirect_uri: RETURN,
    code_challenge_method: "S256",
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    resource: server.url,
    state: expect.stringMatching(/^[\w-]{72}$/),
  });
  expect(body).toEqual({ server_id: "tickets", url: expect.any(String) });
});

describe("an answer counts", () => {
  test("once", async () => {
    const answer = await signIn("ada");
    const both = await Promise.all(NODES.map((node) => finish("ada", answer, node)));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect(await finish("ada", answer)).toMatchObject({ status: 400, body: { error: { code: "invalid_request" } } });
  });

  test("in the session that began it, and for its user alone", async () => {
    const answer = await signIn("ada");
    expect((await finish("ada", answer, 1, "ada elsewhere")).status).toBe(400);
    expect((await finish("ben", answer)).status).toBe(400);
    expect(await stateOf("ben")).toBe("none");
    expect((await finish("ada", answer)).status).toBe(200);
  });

  test("only from the authorization server that was asked", async () => {
    for (const iss of ["https://evil.example", undefined]) {
      const answer = await signIn("ada");
      const refused = await finish("ada", { ...answer, iss });
      expect(refused).toMatchObject({ status: 502, body: { error: { code: "upstream_access_refused" } } });
      expect(refused.body.error?.message).toContain("is not one of the authorization server that was asked");
      expect(asked).not.toContain("POST /token");
    }
  });

  test("only with a code that the authorization server takes", async () => {
    const answer = await signIn("ada");
    const refused = await finish("ada", { ...answer, code: "another-code" });
    expect(refused.body.error?.message).toContain("its code is not taken (400, invalid_grant)");
  });

  test("not at all from a caller who has no session, or is not a user", async () => {
    const master = { authorization: `Bearer ${nodes[0].masterKey}` };
    expect(await ask("/connection/begin", master, { server_id: "tickets" })).toMatchObject({ status: 400 });
    const ofMaster = await sessionCookie(nodes[0].services, "master key");
    expect((await ask("/connection/begin", ofMaster, { server_id: "tickets" })).body).toMatchObject({
      error: { code: "user_required" },
    });
  });
});

test("no user is served with another's credential, whoever calls first, and at whichever node", async () => {
  for (const user of ["ada", "ben"]) await connect(user);
  for (const [user, node] of [
    ["ada", 0],
    ["ben", 0],
    ["ben", 1],
    ["ada", 1],
    ["ada", 0],
  ] as const) {
    server.received.length = 0;
    await call(user, node);
    const claims = proofs().map((proof = "") =>
      JSON.parse(Buffer.from(proof.split(".")[1] ?? "", "base64url").toString()),
    );
    expect(claims.map(({ sub }) => sub)).toEqual([`user-${user}`]);
  }
  server.received.length = 0;
  expect((await call("cleo")).body.result).toMatchObject({ isError: true });
  expect(server.received).toEqual([]);
});

test("once disconnected, at any node, no node asks the server for that user", async () => {
  await connect("ada");
  await call("ada", 0);
  await call("ada", 1);
  const ended = await ask("/connection/end", await sessionOf("ada"), { server_id: "tickets" }, 1);
  expect(ended.body).toMatchObject({ was_connected: true });
  server.received.length = 0;
  for (const node of NODES) {
    expect((await call("ada", node)).body.result).toMatchObject({ isError: true });
    expect((await rpc("ada", "tools/list", { node })).body.error).toMatchObject({
      data: { code: "connection_required" },
    });
  }
  expect(server.received).toEqual([]);
});

describe("a token that is over", () => {
  const expire = () => nodes[0].services.database.pool.query("UPDATE tool_connections SET ends_at = now()");
  const refreshes = () => asked.filter((path) => path === "POST /token").length;

  test("is refreshed once, however many calls need it at both nodes", async () => {
    await connect("ada");
    await expire();
    asked.length = 0;
    const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => call("ada", at % 2 ? 1 : 0)));
    expect(answers.map(({ body }) => body.result?.["isError"] ?? false)).toEqual(
      Array.from({ length: 8 }, () => false),
    );
    expect(refreshes()).toBe(1);
    // The provider ends the whole sign-in when a refresh token comes twice: so it can be refreshed again.
    await expire();
    expect((await call("ada", 1)).body.result).toMatchObject({ content: [{ text: "3" }] });
    expect(refreshes()).toBe(2);
  });

  test("ends the connection where the authorization server refuses, and the user is told where to connect", async () => {
    await connect("ada");
    started.failsTokens = 400;
    await expire();
    server.received.length = 0;
    for (const node of NODES)
      expect(JSON.stringify((await call("ada", node)).body)).toContain(`${BASE}/console/connections`);
    expect(server.received).toEqual([]);
    expect(refreshes()).toBe(2); // the exchange of the code, and one refresh
    expect(await stateOf("ada")).toBe("refused");
    const { rows } = await nodes[0].services.database.pool.query("SELECT sealed FROM tool_connections");
    expect(rows).toEqual([{ sealed: null }]);
  });

  test("stays where the authorization server does not answer, which is left alone for a moment", async () => {
    await connect("ada");
    await expire();
    asked.length = 0;
    started.failsTokens = 503;
    for (const node of [0, 1, 0] as const)
      expect((await call("ada", node)).body.error).toMatchObject({ data: { code: "upstream_access_refused" } });
    expect(refreshes()).toBe(1);
    started.failsTokens = undefined;
    await nodes[0].services.database.pool.query("UPDATE tool_connections SET held_until = now()");
    expect((await call("ada", 1)).body.result).toMatchObject({ content: [{ text: "3" }] });
  });
});

test("a token that the server refuses is not sent again: another one is fetched, and if that is refused too, the connection ends", async () => {
  await connect("ada");
  await call("ada");
  const [first] = proofs();
  await nodes[0].services.database.pool.query("UPDATE tool_connections SET issued_at = now() - interval '1 minute'");
  server.takes = (authorization) => authorization !== first;
  expect((await call("ada", 0)).body.error).toMatchObject({ data: { code: "upstream_access_refused" } });
  server.received.length = 0;
  expect((await call("ada", 1)).body.result).toMatchObject({ content: [{ text: "3" }] });
  expect(proofs()).not.toContain(first);
  server.takes = () => false;
  await call("ada", 1);
  expect(await stateOf("ada")).toBe("refused");
});

test("a server whose address has changed gets no credential of before", async () => {
  await connect("ada");
  await nodes[0].services.database.pool.query("UPDATE tool_connections SET issued_for = 'another address'");
  server.received.length = 0;
  expect((await call("ada")).body.result).toMatchObject({ isError: true });
  expect(server.received).toEqual([]);
  expect(await stateOf("ada")).toBe("ended");
});

test("among other servers, the tools of one without a connection are listed as approved, and calls say where to connect", async () => {
  await connect("ada");
  await rpc("ada", "tools/list");
  const { body } = await rpc("ben", "tools/list", { path: "/mcp" });
  const names = (body.result?.["tools"] as { name: string }[]).map(({ name }) => name);
  expect(names.filter((name) => name.startsWith("tickets-"))).toHaveLength(3);
  const told = (await rpc("ben", "tools/call", { path: "/mcp" })).body;
  expect(JSON.stringify(told)).toContain(`${BASE}/console/connections?server=tickets`);
});

test("a caller who is not a user is told so, on one server's address and in calls of its tools", async () => {
  const { status, body } = await ask("/key/generate", { authorization: `Bearer ${nodes[0].masterKey}` }, {});
  expect(status).toBe(200);
  const key = { authorization: `Bearer ${String(body["key"])}` };
  for (const method of ["tools/list", "tools/call"]) {
    const params = method === "tools/call" ? { name: "add", arguments: {} } : {};
    const refused = await ask("/tickets/mcp", key, { jsonrpc: "2.0", id: 1, method, params });
    expect(refused).toMatchObject({ status: 403, body: { error: { data: { code: "user_required" } } } });
  }
});

test("an administrator sees who is connected, and ends a connection, and never sees a token", async () => {
  await connect("ada");
  const master = { authorization: `Bearer ${nodes[0].masterKey}` };
  const seen = await ask("/v1/mcp/server/connections?server_id=tickets", master, undefined);
  expect(seen.body).toEqual({
    server_id: "tickets",
    data: [{ user_id: "ada", state: "connected", connected_at: expect.any(String) }],
  });
  const end = (proof: object) => ask("/v1/mcp/server/connections/end", proof, { server_id: "tickets", user_id: "ada" });
  expect(await end(await sessionOf("ben"))).toMatchObject({
    status: 403,
    body: { error: { code: "route_not_allowed" } },
  });
  await ask("/connection/end", await sessionOf("ben"), { server_id: "tickets" });
  expect(await stateOf("ada")).toBe("connected");
  await end(master);
  expect(await stateOf("ada")).toBe("none");
});
