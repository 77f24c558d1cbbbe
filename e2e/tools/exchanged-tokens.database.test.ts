import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startProvider, type LocalProvider } from "@/local/provider/provider";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";
import { startToolServer, type ToolServer } from "@/testing/tools/tool-server";

const SECRET = "client-secret-of-the-exchange-43";
let database: TestDatabase;
let provider: LocalProvider;
let gateway: InProcessGateway;
let server: ToolServer;
let exchange: Server;
/** Whose tokens are refused. A refusal is remembered for a while, so a test of waiting for one has its own caller. */
const REFUSED = ["eve", "eve-at-first"];
/** The exchange of a token that it refuses waits for this. */
let released: Promise<void> = Promise.resolve();
/** The forms with which tokens were exchanged. */
const asked: URLSearchParams[] = [];

const tokenOf = (subject: string) => `up-of-${subject}`;
/** The subject of a token that nobody has to verify here. */
const subjectOf = (token: string): string =>
  String(JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString())["sub"]);

beforeAll(async () => {
  exchange = createServer(async (request, response) => {
    const form = new URLSearchParams(await text(request));
    asked.push(form);
    const subject = subjectOf(form.get("subject_token") ?? form.get("assertion") ?? "");
    const isRefused = REFUSED.includes(subject);
    if (isRefused) await released;
    const [status, answer] = isRefused
      ? [400, { error: "invalid_grant" }]
      : [200, { access_token: tokenOf(subject), token_type: "Bearer", expires_in: 3600 }];
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer));
  }).listen(0, "127.0.0.1");
  [database, provider, server] = await Promise.all([
    startTestDatabase(),
    startProvider(),
    startToolServer(),
    once(exchange, "listening"),
  ]);
  const { port } = exchange.address() as AddressInfo;
  const entry = {
    url: server.url,
    transport: "http",
    allow_all_keys: true,
    on_tool_change: "allow",
    tools_refresh_seconds: 3600,
    auth_type: "oauth2_token_exchange",
    client_id: "gateway",
    client_secret: SECRET,
    token_exchange_endpoint: `http://127.0.0.1:${port}/token`,
    audience: "https://tickets.example",
    scopes: ["tickets.write"],
  };
  gateway = await startInProcessGateway(database.url, {
    config: {
      general_settings: { enable_jwt_auth: true },
      gateway_jwtauth: { user_id_jwt_field: "sub", user_id_upsert: true },
      mcp_servers: {
        tickets: entry,
        graph: { ...entry, token_exchange_profile: "entra_obo" },
        fresh: entry,
        held: { ...entry, on_tool_change: "hold" },
      },
    },
    environment: { JWT_PUBLIC_KEY_URL: provider.jwksUrl, JWT_AUDIENCE: provider.audience },
    log: { info() {}, warn() {}, error() {} },
  });
});
afterAll(async () => {
  await gateway?.stop();
  exchange?.close();
  await Promise.all([server?.stop(), provider?.stop(), database?.stop()]);
});
beforeEach(() => {
  server.received.length = 0;
  asked.length = 0;
  server.hiddenFrom = () => [];
});

const tokenFor = (sub: string) => provider.issueToken({ sub, scope: "openid" });

async function send(bearer: string, method: string, path = "/tickets/mcp") {
  const params = method === "tools/call" ? { name: "add", arguments: { a: 1, b: 2 } } : {};
  const answer = await gateway.send(path, {
    method: "POST",
    headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const { error, result } = (await answer.json()) as {
    error?: { data?: { code: string } };
    result?: { tools?: unknown[] };
  };
  return { status: answer.status, code: error?.data?.code, tools: result?.tools?.length };
}
const proofs = () => [...new Set(server.received.map(({ headers }) => headers.authorization))];

test("each caller's token is exchanged once, and no caller is served with another's", async () => {
  const [ada, ben] = await Promise.all(["ada", "ben"].map(tokenFor));
  expect(await send(ada ?? "", "tools/list")).toMatchObject({ status: 200, tools: 3 });
  for (const [name, token = ""] of [["ada", ada] as const, ["ben", ben] as const, ["ada", ada] as const]) {
    server.received.length = 0;
    expect((await send(token, "tools/call")).status).toBe(200);
    expect(proofs()).toEqual([`Bearer ${tokenOf(name)}`]);
    expect(JSON.stringify(server.received)).not.toContain(token);
  }
  expect(asked.map((form) => subjectOf(form.get("subject_token") ?? ""))).toEqual(["ada", "ben"]);
  expect(Object.fromEntries(asked[1] ?? [])).toEqual({
    grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
    subject_token: ben,
    subject_token_type: "urn:ietf:params:oauth:token-type:access_token",
    requested_token_type: "urn:ietf:params:oauth:token-type:access_token",
    client_id: "gateway",
    client_secret: SECRET,
    audience: "https://tickets.example",
    scope: "tickets.write",
  });
});

test("each caller sees the tools that the server shows to that caller, and no other's", async () => {
  server.hiddenFrom = (authorization) => (authorization === `Bearer ${tokenOf("cleo")}` ? [] : ["fail", "steps"]);
  const [cleo = "", dan = ""] = await Promise.all(["cleo", "dan"].map(tokenFor));
  for (const [token, tools] of [[cleo, 3] as const, [dan, 1] as const, [cleo, 3] as const])
    expect(await send(token, "tools/list")).toMatchObject({ status: 200, tools });
  // From memory: each list was read once.
  expect(server.count("tools/list")).toBe(2);
  expect(await send(await tokenFor("eve"), "tools/list")).toMatchObject({ code: "upstream_access_refused" });
  expect(await send(gateway.masterKey, "tools/list")).toMatchObject({ code: "user_required" });
});

test("a caller whose token is refused at a server's first words takes nobody else along", async () => {
  let release = (): void => {};
  released = new Promise((resolve) => (release = resolve));
  const refused = send(await tokenFor("eve-at-first"), "tools/list", "/fresh/mcp");
  await expect.poll(() => asked.length).toBe(1);
  const served = send(await tokenFor("ada"), "tools/list", "/fresh/mcp");
  await send(gateway.masterKey, "ping", "/fresh/mcp");
  release();
  expect(await refused).toMatchObject({ code: "upstream_access_refused" });
  expect(await served).toMatchObject({ status: 200, tools: 3 });
});

test("what is approved is explained as open where the gateway itself sees no list", async () => {
  const ask = async (path: string, body?: object) => {
    const headers = { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json" };
    const given = body && { body: JSON.stringify(body) };
    return (await gateway.send(path, { method: body ? "POST" : "GET", headers, ...given })).json() as Promise<unknown>;
  };
  const explained = (tool: string) =>
    ask("/auth/explain", { claims: { sub: "ada", scope: "openid" }, mcp_server: "held", tool });
  expect(await explained("add")).toMatchObject({ code: "tool_held" });
  expect(await send(await tokenFor("ada"), "tools/list", "/held/mcp")).toMatchObject({ tools: 0 });
  const shown = (await ask("/v1/mcp/server/tools?server_id=held")) as { data: { tool: string; hash: string }[] };
  const hash = shown.data.find(({ tool }) => tool === "add")?.hash;
  await ask("/v1/mcp/server/tools/approve", { server_id: "held", tool: "add", hash });
  expect(await explained("add")).toMatchObject({ allow: true });
  expect(await explained("fail")).toMatchObject({ code: "tool_held" });
  expect(await send(await tokenFor("ada"), "tools/call", "/held/mcp")).toMatchObject({ status: 200 });
});

test("Microsoft Entra ID is asked in the name of the user, as it wants to be asked", async () => {
  const token = await tokenFor("ada");
  expect((await send(token, "tools/call", "/graph/mcp")).status).toBe(200);
  expect(Object.fromEntries(asked[0] ?? [])).toEqual({
    grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
    assertion: token,
    requested_token_use: "on_behalf_of",
    client_id: "gateway",
    client_secret: SECRET,
    scope: "tickets.write",
  });
});

test("a caller whose token is not exchanged reaches no server, and nor does one who has none", async () => {
  expect(await send(await tokenFor("eve"), "tools/call")).toMatchObject({ code: "upstream_access_refused" });
  expect(await send(gateway.masterKey, "tools/call")).toMatchObject({ status: 403, code: "user_required" });
  expect(server.received).toEqual([]);
});
