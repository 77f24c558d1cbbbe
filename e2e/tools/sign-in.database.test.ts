import { afterAll, beforeAll, expect, test } from "vitest";
import { startProvider, type LocalProvider } from "@/local/provider/provider";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";
import { startToolServer, type ToolServer } from "@/testing/tools/tool-server";

let database: TestDatabase;
let provider: LocalProvider;
let gateway: InProcessGateway;
let server: ToolServer;

beforeAll(async () => {
  [database, provider, server] = await Promise.all([startTestDatabase(), startProvider(), startToolServer()]);
  const entry = { url: server.url, transport: "http", on_tool_change: "allow" };
  gateway = await startInProcessGateway(database.url, {
    config: {
      general_settings: { enable_jwt_auth: true },
      gateway_jwtauth: {
        user_id_jwt_field: "sub",
        user_id_upsert: true,
        enforce_scope_based_access: true,
        scope_mappings: [
          { scope: "everything", models: [], mcp_tools: ["*"] },
          { scope: "sums.read", models: [], mcp_tools: ["sums-add"] },
          { scope: "sums", models: [], mcp_tools: ["sums-*"] },
          { scope: "notes", models: [], mcp_tools: ["notes-*"] },
          { scope: "chat", models: ["gpt-4o"] },
        ],
      },
      mcp_servers: { sums: entry, notes: entry },
    },
    environment: {
      JWT_PUBLIC_KEY_URL: provider.jwksUrl,
      JWT_AUDIENCE: provider.audience,
      JWT_ISSUER: provider.issuer,
    },
  });
});
afterAll(async () => {
  await gateway?.stop();
  await Promise.all([server?.stop(), provider?.stop(), database?.stop()]);
});

function post(path: string, bearer?: string, params: object = { name: "add", arguments: { a: 1, b: 2 } }) {
  return gateway.send(path, {
    method: "POST",
    headers: { "content-type": "application/json", ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }) },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
  });
}

const challengeOf = (answer: Response): string => answer.headers.get("www-authenticate") ?? "";
const parameterOf = (challenge: string, name: string): string | undefined =>
  new RegExp(`\\b${name}="([^"]*)"`).exec(challenge)?.[1];

test.each<[path: string, scopes: string[]]>([
  ["/mcp", ["everything", "sums.read", "sums", "notes"]],
  ["/mcp/sums", ["everything", "sums.read", "sums"]],
  ["/notes/mcp", ["everything", "notes"]],
  ["/v1/mcp/notes", ["everything", "notes"]],
  // Nobody is told that there is no such server.
  ["/nowhere/mcp", ["everything"]],
])("a caller without a token finds at %s who gives one, and for which scopes", async (path, scopes) => {
  const refused = await post(path);
  expect(refused.status).toBe(401);
  const challenge = challengeOf(refused);
  expect(challenge).toMatch(/^Bearer resource_metadata="/);
  expect(parameterOf(challenge, "scope")).toBe(scopes.join(" "));
  const origin = "https://inspector.example";
  const metadata = await fetch(parameterOf(challenge, "resource_metadata") ?? "", { headers: { origin } });
  expect(metadata.headers.get("access-control-allow-origin")).toBe("*");
  expect(await metadata.json()).toEqual({
    resource: gateway.origin + path,
    authorization_servers: [provider.issuer],
    scopes_supported: scopes,
    bearer_methods_supported: ["header"],
  });
});

test("a token that is refused is told why beside the metadata, and other addresses are challenged as before", async () => {
  const challenge = challengeOf(await post("/mcp", "not-a-token"));
  expect(challenge).toMatch(
    /^Bearer error="invalid_token", error_description="[^"]+", resource_metadata="[^"]+", scope="/,
  );
  const chat = await gateway.send("/v1/chat/completions", { method: "POST", body: "{}" });
  expect(challengeOf(chat)).toBe("Bearer");
});

test("the gateway's own metadata is there, and none for a path of something else", async () => {
  const at = (path: string) => gateway.send(`/.well-known/oauth-protected-resource${path}`);
  expect(await (await at("")).json()).toMatchObject({ resource: gateway.origin });
  expect((await at("/v1/models")).status).toBe(404);
  expect((await at("/mcp/server")).status).toBe(404);
});

test.each<[name: string, scope: string, path: string, tool: string, needed: string | undefined]>([
  ["the smallest mapping that would do", "openid", "/sums/mcp", "add", "sums.read"],
  ["the next larger one for another tool", "openid", "/sums/mcp", "steps", "sums"],
  ["the scopes that the token has beside it", "notes openid", "/mcp", "sums-add", "notes sums.read"],
  ["nothing if no scope would do", "openid", "/mcp", "nowhere-add", undefined],
])("a refused call names %s", async (_, scope, path, tool, needed) => {
  const token = await provider.issueToken({ sub: "ada", scope });
  const refused = await post(path, token, { name: tool, arguments: {} });
  expect(refused.status).toBe(403);
  const challenge = challengeOf(refused);
  expect(parameterOf(challenge, "error")).toBe(needed === undefined ? undefined : "insufficient_scope");
  expect(parameterOf(challenge, "scope")).toBe(needed);
  if (needed === undefined) return;
  const stepped = await provider.issueToken({ sub: "ada", scope: needed });
  expect((await post(path, stepped, { name: tool, arguments: { a: 1, b: 2 } })).status).toBe(200);
});

test("a key is told of no scope: nobody can get another one by signing in", async () => {
  const made = await gateway.send("/key/generate", {
    method: "POST",
    headers: { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json" },
    body: "{}",
  });
  const { key } = (await made.json()) as { key: string };
  const refused = await post("/sums/mcp", key);
  expect(refused.status).toBe(403);
  expect(challengeOf(refused)).toBe("");
});
