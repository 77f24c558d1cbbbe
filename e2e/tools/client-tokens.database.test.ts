import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";
import { startToolServer, type ToolServer } from "@/testing/tools/tool-server";

const SECRET = "client-secret-of-the-gateway-42";
let database: TestDatabase;
let gateway: InProcessGateway;
let server: ToolServer;
let issuer: Server;
/** The forms with which tokens were asked for, and the client that is known. */
const asked: URLSearchParams[] = [];
const known = { client: "gateway" };

beforeAll(async () => {
  issuer = createServer(async (request, response) => {
    const form = new URLSearchParams(await text(request));
    asked.push(form);
    const isKnown = form.get("client_id") === known.client && form.get("client_secret") === SECRET;
    const answer = isKnown
      ? { access_token: `token-${asked.length}`, token_type: "bearer", expires_in: 3600 }
      : { error: "invalid_client" };
    response.writeHead(isKnown ? 200 : 401, { "content-type": "application/json" }).end(JSON.stringify(answer));
  }).listen(0, "127.0.0.1");
  [database, server] = await Promise.all([startTestDatabase(), startToolServer(), once(issuer, "listening")]);
  const { port } = issuer.address() as AddressInfo;
  const entry = {
    url: server.url,
    transport: "http",
    allow_all_keys: true,
    on_tool_change: "allow",
    auth_type: "oauth2",
    oauth2_flow: "client_credentials",
    client_id: "gateway",
    client_secret: SECRET,
    token_url: `http://127.0.0.1:${port}/token`,
    scopes: ["tools"],
  };
  gateway = await startInProcessGateway(database.url, {
    config: { mcp_servers: { one: entry, two: entry, stranger: { ...entry, client_id: "nobody" } } },
    log: { info() {}, warn() {}, error() {} },
  });
});
afterAll(async () => {
  await gateway?.stop();
  issuer?.close();
  await Promise.all([server?.stop(), database?.stop()]);
});

async function add(name: string): Promise<{ status: number; code: string | undefined }> {
  server.received.length = 0;
  const params = { name: "add", arguments: { a: 1, b: 2 } };
  const answer = await gateway.send(`/${name}/mcp`, {
    method: "POST",
    headers: { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
  });
  const { error } = (await answer.json()) as { error?: { data?: { code: string } } };
  return { status: answer.status, code: error?.data?.code };
}
const proofs = () => [...new Set(server.received.map(({ headers }) => headers.authorization))];

test("one token of the client serves both servers, in place of the caller's credential", async () => {
  expect([await add("one"), proofs()]).toEqual([{ status: 200, code: undefined }, ["Bearer token-1"]]);
  expect([await add("two"), proofs()]).toEqual([{ status: 200, code: undefined }, ["Bearer token-1"]]);
  expect(asked.map((form) => form.get("scope"))).toEqual(["tools"]);
});

test("a refused token serves no further call, and the refused call goes up once", async () => {
  server.mood = "refuse";
  expect(await add("one")).toMatchObject({ code: "upstream_access_refused" });
  expect(server.count("tools/call")).toBe(1);
  server.mood = "well";
  await expect.poll(() => asked.length).toBe(2);
  expect([await add("two"), proofs()]).toEqual([{ status: 200, code: undefined }, ["Bearer token-2"]]);
});

test("a client without a token reaches no server", async () => {
  expect(await add("stranger")).toMatchObject({ code: "upstream_access_refused" });
  expect(server.received).toEqual([]);
});
