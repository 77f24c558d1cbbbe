import { afterAll, beforeAll, expect, test } from "vitest";
import { startProvider, type LocalProvider } from "@/local/provider/provider";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";
import type { RequestRow } from "@/lib/wire/contracts/requests";
import type { CallLog } from "@/lib/wire/spend";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";

let database: TestDatabase;
let provider: LocalProvider;
let upstream: LocalUpstream;
let gateway: InProcessGateway;
beforeAll(async () => {
  [database, provider, upstream] = await Promise.all([startTestDatabase(), startProvider(), startUpstream()]);
  gateway = await startInProcessGateway(database.url, {
    config: {
      general_settings: { enable_jwt_auth: true },
      gateway_jwtauth: {
        user_id_jwt_field: "sub",
        user_id_upsert: true,
        admin_jwt_scope: "boss",
        key_generation_settings: { personal_key_generation: { allowed_user_roles: ["internal_user"] } },
      },
      model_list: ["house", "secret"].map((name) => ({
        model_name: name,
        gateway_params: { model: "openai/gpt-4o-mini", api_base: upstream.apiBase, api_key: "sk-of-the-upstream" },
      })),
    },
    environment: { JWT_PUBLIC_KEY_URL: provider.jwksUrl, JWT_AUDIENCE: provider.audience },
  });
});
afterAll(async () => {
  await gateway?.stop();
  await Promise.all([upstream?.stop(), provider?.stop(), database?.stop()]);
});

async function send(path: string, body: object, bearer: string): Promise<Response> {
  const headers = { authorization: `Bearer ${bearer}`, "content-type": "application/json" };
  return await gateway.send(path, { method: "POST", headers, body: JSON.stringify(body) });
}

async function read<Answer>(path: string): Promise<Answer> {
  const answer = await gateway.send(path, { headers: { authorization: `Bearer ${gateway.masterKey}` } });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Answer;
}

/** Makes a call and gives the issuer of its row. */
async function issuerOfCall(bearer: string): Promise<string | null | undefined> {
  const body = { model: "house", messages: [{ role: "user", content: "Hello" }] };
  const answer = await send("/v1/chat/completions", body, bearer);
  expect(answer.status).toBe(200);
  await answer.text();
  return (await bookedAs(answer.headers.get("x-gateway-call-id") ?? ""))?.issuer;
}

async function bookedAs(id: string): Promise<CallLog | undefined> {
  // The answer waits for the latest calls too, but no longer than a second.
  await gateway.services.spend.drained();
  return (await read<{ data: CallLog[] }>(`/spend/logs?call_id=${id}`)).data[0];
}

const keyOf = async (path: string, fields: object, bearer: string): Promise<string> =>
  ((await (await send(path, fields, bearer)).json()) as { key: string }).key;

test("the row of a call has the issuer of its token, and none for a key, also one that a token made, or the master key", async () => {
  const token = await provider.issueToken({ sub: "ada", scope: "openid" });
  expect(await issuerOfCall(token)).toBe(provider.issuer);
  expect(await issuerOfCall(await keyOf("/key/generate", { user_id: "ada" }, gateway.masterKey))).toBeNull();
  expect(await issuerOfCall(await keyOf("/key/generate", {}, token))).toBeNull();
  expect(await issuerOfCall(gateway.masterKey)).toBeNull();
});

test("a call of the playground has the issuer of the administrator who pays for it, not that of the chosen identity", async () => {
  const boss = await provider.issueToken({ sub: "boss", scope: "boss" });
  const claims = { iss: "https://elsewhere", sub: "grace" };
  const request = { model: "house", messages: [{ role: "user", content: "Hello" }] };
  const answer = await send("/auth/playground", { as: { claims }, request }, boss);
  expect(answer.status).toBe(200);
  const id = /"call_id":"(call_[^"]+)"/.exec(await answer.text())?.[1] ?? "";
  expect(await bookedAs(id)).toMatchObject({ issuer: provider.issuer, tags: ["playground"] });
});

test("calls and refusals of an issuer are listed together, and its calls are exported alone", async () => {
  const token = await provider.issueToken({ sub: "tim", scope: "openid" });
  await issuerOfCall(token);
  await issuerOfCall(gateway.masterKey);
  expect((await send("/user/update", { user_id: "tim", models: ["house"] }, gateway.masterKey)).status).toBe(200);
  const refused = await send("/v1/chat/completions", { model: "secret", messages: [] }, token);
  expect(refused.status).toBe(403);
  const filter = new URLSearchParams({ issuer: provider.issuer, user_id: "tim" });
  await expect
    .poll(async () => (await read<{ data: RequestRow[] }>(`/spend/requests?${filter}`)).data.map(({ type }) => type))
    .toEqual(["refused", "call"]);
  const file = await gateway.send(`/spend/export?format=csv&issuer=${encodeURIComponent(provider.issuer)}`, {
    headers: { authorization: `Bearer ${gateway.masterKey}` },
  });
  const [head = "", ...lines] = (await file.text()).trim().split("\r\n");
  expect(head.split(",").slice(-5)).toEqual(["issuer", "session_id", "mcp_server", "mcp_tool", "content"]);
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.filter((line) => !line.endsWith(`,${provider.issuer},,,,`))).toEqual([]);
  const none = await read<{ data: CallLog[]; total: number }>("/spend/logs?issuer=https%3A%2F%2Fnobody");
  expect([none.data, none.total]).toEqual([[], 0]);
});
