import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SigningInProgram } from "@/testing/tools/signing-in-program";
import {
  BACK,
  Browser,
  GATEWAY,
  type SigningInNodes,
  startSigningInNodes,
  TestApplication,
} from "@/testing/tools/signing-in-nodes";

const SUMS = `${GATEWAY}/sums/mcp`;
const CALL = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "add", arguments: { a: 1, b: 2 } } };

/** Two nodes before a provider whose tokens are for what they are asked for (RFC 8707), as `aud` says. */
let at: SigningInNodes;
beforeAll(async () => {
  at = await startSigningInNodes({ refusesResource: false, namesResource: true });
  for (const node of at.nodes) await node.configure(at.settings({ resource: "send" }));
  await at.provider.addAccount({ username: "ada" });
});
afterAll(() => at?.stop());

/** What the provider gives an application for an address of the gateway. */
async function tokensFor(resource: string) {
  const application = await TestApplication.register(at);
  const answer = await new Browser(at).allow(application.address({ resource }), "ada");
  const given = await application.exchange(answer.searchParams.get("code") ?? "", { resource });
  expect(given).toMatchObject({ status: 200 });
  return { application, token: String(given["access_token"]), refresh: String(given["refresh_token"]) };
}
const audienceOf = (token: string): unknown =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()).aud;

async function ask(path: string, token: string, body?: object): Promise<[status: number, code?: string]> {
  const answer = await at.fetch(GATEWAY + path, {
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body && { method: "POST", body: JSON.stringify(body) }),
  });
  const said = (await answer.json()) as { error?: { code?: unknown; data?: { code?: string } } };
  const code = said.error?.data?.code ?? said.error?.code;
  return typeof code === "string" ? [answer.status, code] : [answer.status];
}

test("the protocol's own library signs a user in where the provider is told the address, and calls a tool there", async () => {
  const program = new SigningInProgram(BACK);
  const transport = () => new StreamableHTTPClientTransport(new URL(SUMS), { authProvider: program, fetch: at.fetch });
  const client = () => new Client({ name: "program", version: "1" });
  const first = transport();
  await expect(client().connect(first)).rejects.toThrow();
  await first.finishAuth((await new Browser(at).allow(program.page, "ada")).searchParams);
  const signedIn = client();
  await signedIn.connect(transport());
  expect((await signedIn.callTool({ name: "add", arguments: { a: 1, b: 2 } })).content).toMatchObject([{ text: "3" }]);
  await signedIn.close();
  expect(program.claims).toMatchObject({ iss: at.provider.issuer, sub: "user-ada", aud: SUMS });
});

test("such a token opens the address that it is for, at every node, and nothing else", async () => {
  const { token } = await tokensFor(SUMS);
  expect(audienceOf(token)).toBe(SUMS);
  for (let node = 0; node < at.nodes.length; node++) {
    expect(await ask("/sums/mcp", token, CALL)).toEqual([200]);
    expect(await ask("/mcp", token, CALL)).toEqual([401, "invalid_audience"]);
    expect(await ask("/mcp/sums", token, CALL)).toEqual([401, "invalid_audience"]);
    expect(await ask("/v1/models", token)).toEqual([401, "invalid_audience"]);
    expect(await ask("/connection/list", token)).toEqual([401, "invalid_audience"]);
  }
});

test("one that is for the gateway opens every address of tools, and no models", async () => {
  const { token } = await tokensFor(GATEWAY);
  expect(await ask("/sums/mcp", token, CALL)).toEqual([200]);
  expect(await ask("/mcp/sums", token, CALL)).toEqual([200]);
  expect(await ask("/v1/models", token)).toEqual([401, "invalid_audience"]);
});

test("a renewed one is for the same address", async () => {
  const { application, refresh } = await tokensFor(SUMS);
  const renewed = await application.token({ grant_type: "refresh_token", refresh_token: refresh });
  expect(audienceOf(String(renewed["access_token"]))).toBe(SUMS);
  expect(await ask("/sums/mcp", String(renewed["access_token"]), CALL)).toEqual([200]);
});

test("it is explained as a call with it is answered", async () => {
  const { token } = await tokensFor(SUMS);
  const explained = async (request: object) => {
    const answer = await at.fetch(`${GATEWAY}/auth/explain`, {
      method: "POST",
      headers: { authorization: `Bearer ${at.nodes[0].masterKey}`, "content-type": "application/json" },
      body: JSON.stringify({ token, ...request }),
    });
    const { allow, code } = (await answer.json()) as { allow: boolean; code: string | null };
    return [allow, code];
  };
  expect(await explained({ mcp_server: "sums", tool: "add" })).toEqual([true, null]);
  expect(await explained({ route: "/v1/chat/completions", model: "gpt-4o" })).toEqual([false, "invalid_audience"]);
});

test("a token for another service is refused, whatever host a request names", async () => {
  const elsewhere = "https://evil.example/sums/mcp";
  const token = await at.provider.issueToken({ sub: "user-ada", aud: elsewhere });
  const answer = await at.fetch(SUMS, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "x-forwarded-host": "evil.example" },
    body: JSON.stringify(CALL),
  });
  expect(answer.status).toBe(401);
});
