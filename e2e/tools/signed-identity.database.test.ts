import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, type JWTPayload, jwtVerify } from "jose";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startProvider, type LocalProvider } from "@/local/provider/provider";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { info, manage, newKey } from "@/testing/gateway/budget-fixture";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";
import { startToolServer, type ToolServer } from "@/testing/tools/tool-server";

let database: TestDatabase;
let provider: LocalProvider;
let nodes: InProcessGateway[] = [];
let server: ToolServer;
/** Stands before the server, and lets through what it can verify by the keys of the second node. */
let guard: Server;
let guardUrl = "";
/** What the tokens said that were verified. */
const verified: JWTPayload[] = [];

beforeAll(async () => {
  let keys: ReturnType<typeof createRemoteJWKSet> | undefined;
  guard = createServer(async (request, response) => {
    const body = await text(request);
    try {
      keys ??= createRemoteJWKSet(new URL(`${nodes[1]?.origin}/.well-known/jwks.json`), { cooldownDuration: 0 });
      const token = (request.headers.authorization ?? "").slice("Bearer ".length);
      const { payload } = await jwtVerify(token, keys, { audience: guardUrl, algorithms: ["ES256"], maxTokenAge: 60 });
      verified.push(payload);
    } catch {
      return void response.writeHead(401).end();
    }
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers))
      if (typeof value === "string" && name !== "host" && name !== "connection") headers.set(name, value);
    const answer = await fetch(server.url, { method: "POST", headers, body });
    const { status } = answer;
    const type = answer.headers.get("content-type") ?? "application/json";
    response.writeHead(status, { "content-type": type }).end(await answer.text());
  }).listen(0, "127.0.0.1");
  [database, provider, server] = await Promise.all([
    startTestDatabase(),
    startProvider(),
    startToolServer(),
    once(guard, "listening"),
  ]);
  guardUrl = `http://127.0.0.1:${(guard.address() as AddressInfo).port}/mcp`;
  const entry = { url: guardUrl, transport: "http", allow_all_keys: true, on_tool_change: "allow" };
  const configured = {
    config: {
      general_settings: { enable_jwt_auth: true },
      gateway_jwtauth: { user_id_jwt_field: "sub", user_id_upsert: true, team_id_jwt_field: "team" },
      mcp_servers: { tickets: { ...entry, auth_type: "signed_jwt" } },
    },
    environment: { JWT_PUBLIC_KEY_URL: provider.jwksUrl, JWT_AUDIENCE: provider.audience },
  };
  nodes = [
    await startInProcessGateway(database.url, configured),
    await startInProcessGateway(database.url, configured),
  ];
  await manage(nodes[0]!, "/team/new", { team_id: "t1" });
});
afterAll(async () => {
  for (const node of nodes) await node.stop();
  guard?.close();
  await Promise.all([server?.stop(), provider?.stop(), database?.stop()]);
});
beforeEach(() => {
  verified.length = 0;
  server.received.length = 0;
});

async function called(node: InProcessGateway, bearer: string) {
  const answer = await node.send("/tickets/mcp", {
    method: "POST",
    headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "add", arguments: { a: 1, b: 2 } },
    }),
  });
  const { error, result } = (await answer.json()) as { error?: unknown; result?: { content?: object[] } };
  return { status: answer.status, error, text: result?.content };
}
const SUM = [{ type: "text", text: "3" }];

test("a server verifies by the keys of any node for whom it is asked, by a token of a minute", async () => {
  const [first, second] = nodes;
  const token = await provider.issueToken({ sub: "ada", team: "t1", azp: "editor" });
  for (const node of [first!, second!]) expect(await called(node, token)).toMatchObject({ status: 200, text: SUM });
  for (const payload of verified) {
    expect(payload).toMatchObject({
      aud: guardUrl,
      sub: "ada",
      user_id: "ada",
      team_id: "t1",
      client_id: "editor",
      act: { sub: "editor" },
    });
    expect(Number(payload.exp) - Number(payload.iat)).toBe(60);
  }
  expect(new Set(verified.map(({ iss }) => iss))).toEqual(new Set(nodes.map(({ origin }) => origin)));
  // Each request has a token of its own.
  expect(new Set(verified.map(({ jti }) => jti)).size).toBe(verified.length);
  expect(JSON.stringify(server.received)).not.toContain(token);
});

test("a key is told as the client that acts, and nobody is served by another's token", async () => {
  const [first] = nodes;
  const [ada, team] = [await newKey(first!, { user_id: "ada" }), await newKey(first!, { team_id: "t1" })];
  expect((await called(first!, ada)).text).toEqual(SUM);
  const ids = new Set(verified.splice(0).map(({ sub, act }) => JSON.stringify([sub, act])));
  expect([...ids]).toEqual([expect.stringMatching(/^\["ada",\{"sub":"[^"]+"\}\]$/)]);
  expect((await called(first!, team)).text).toEqual(SUM);
  for (const { sub, team_id: id, user_id: user, client_id: client } of verified)
    expect([sub, id, user]).toEqual([client, "t1", undefined]);
  expect((await called(first!, first!.masterKey)).text).toEqual(SUM);
  expect(decodeJwt(server.received.at(-1)?.headers.authorization?.slice(7) ?? "").sub).toBe("master-key");
});

test("an administrator replaces the key: every node signs with the new one at once, and it is in the audit", async () => {
  const [first, second] = nodes;
  const usedKeys = async () => {
    server.received.length = 0;
    for (const node of [first!, second!]) expect((await called(node, first!.masterKey)).text).toEqual(SUM);
    const tokens = server.received.map(({ headers }) => headers.authorization?.slice("Bearer ".length) ?? "");
    return [...new Set(tokens.map((token) => decodeProtectedHeader(token).kid))];
  };
  const [before, ...none] = await usedKeys();
  expect(none).toEqual([]);
  const { kid, nodes: receipts } = await manage(first!, "/mcp/signing_keys/rotate", {});
  expect(receipts).toHaveLength(2);
  expect(kid).not.toBe(before);
  expect(await usedKeys()).toEqual([kid]);
  expect(await info(first!, "/mcp/signing_keys")).toMatchObject({
    data: [
      { kid, state: "signs" },
      { kid: before, state: "published" },
    ],
  });
  const { data } = await info(first!, "/audit/logs?entity_type=signing_key");
  expect(data).toMatchObject([
    { action: "signing_key.rotate", entity_id: kid, before: { keys: [before] }, after: { keys: [kid] } },
  ]);
});
