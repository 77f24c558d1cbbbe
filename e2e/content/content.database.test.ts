import { afterAll, beforeAll, expect, test } from "vitest";
import { startProvider, type LocalProvider } from "@/local/provider/provider";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { info, manage, newKey } from "@/testing/gateway/budget-fixture";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";
import type { CallContent } from "@/lib/wire/content";

const PHRASE = "the heron stands in the reeds at dawn";
const CREDENTIAL = "sk-heron-1234567890abcdef";

let database: TestDatabase;
let provider: LocalProvider;
let upstream: LocalUpstream;
let gateway: InProcessGateway;
let viewer: string;
let key: string;

beforeAll(async () => {
  [database, provider, upstream] = await Promise.all([startTestDatabase(), startProvider(), startUpstream()]);
  const params = { api_base: upstream.apiBase, input_cost_per_token: 0, output_cost_per_token: 0 };
  gateway = await startInProcessGateway(database.url, {
    config: {
      general_settings: {
        enable_jwt_auth: true,
        gateway_jwtauth: {
          admin_viewer_jwt_scope: "auditor",
          content_viewer_jwt_scope: "content",
          user_id_jwt_field: "sub",
          user_id_upsert: true,
        },
      },
      model_list: [
        { model_name: "claude", gateway_params: { ...params, model: "anthropic/claude", api_key: "sk-upstream-key" } },
        { model_name: "*", gateway_params: { ...params, model: "openai/*", api_key: "sk-upstream-key" } },
      ],
    },
    environment: { JWT_PUBLIC_KEY_URL: provider.jwksUrl, JWT_AUDIENCE: provider.audience },
  });
  viewer = await provider.issueToken({ sub: "vera", scope: "auditor content" });
  key = await newKey(gateway, { log_content: true });
});
afterAll(async () => {
  await gateway?.stop();
  await Promise.all([provider?.stop(), upstream?.stop(), database?.stop()]);
});

const says = (content: unknown) => ({ messages: [{ role: "user", content }] });

interface Sent {
  readonly status: number;
  readonly id: string;
  readonly kept: string | null;
  readonly text: string;
}

async function call(body: object, { bearer = key, path = "/v1/chat/completions", headers = {} } = {}): Promise<Sent> {
  const answer = await gateway.send(path, {
    method: "POST",
    headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json", ...headers },
    body: JSON.stringify({ model: "m", ...body }),
  });
  const id = answer.headers.get("x-gateway-call-id") ?? answer.headers.get("x-gateway-decision-id") ?? "";
  return { status: answer.status, id, kept: answer.headers.get("x-gateway-content"), text: await answer.text() };
}

async function look(id: string, bearer = viewer): Promise<{ status: number; body: CallContent & Refused }> {
  await gateway.services.contents.drained();
  const answer = await gateway.send(`/spend/logs/content?call_id=${id}`, {
    headers: { authorization: `Bearer ${bearer}` },
  });
  return { status: answer.status, body: await answer.json() };
}

interface Refused {
  readonly error?: { readonly code: string };
}

async function looksOnRecord(id: string): Promise<object[]> {
  const { data } = await info(gateway, `/audit/logs?action=content.look&entity_id=${id}`);
  return (data as { after: object }[]).map(({ after }) => after);
}

const said = ({ conversation }: CallContent): string[] =>
  (conversation ?? []).map(
    ({ role, parts }) => `${role}: ${parts.map((p) => ("text" in p ? p.text : p.type)).join("|")}`,
  );

test("of a call whose key has opted in, prompt and answer are shown to whom has the right", async () => {
  const { id, kept, text } = await call({
    messages: [{ role: "system", content: "Be brief." }, ...says(PHRASE).messages],
  });
  expect(kept).toBe("kept");
  const { status, body } = await look(id);
  expect(status).toBe(200);
  expect(said(body)).toEqual([
    "system: Be brief.",
    `user: ${PHRASE}`,
    `assistant: ${JSON.parse(text).choices[0].message.content}`,
  ]);
  expect(body).toMatchObject({ route: "/chat/completions", status: 200, request: { is_cut: false } });
  expect(await looksOnRecord(id)).toEqual([{ allowed: true, right: 'the scope "content"', found: true }]);
});

test.each<[string, string, object]>([
  ["/v1/chat/completions", "m", says(PHRASE)],
  ["/v1/chat/completions", "claude", says(PHRASE)],
  ["/v1/messages", "claude", { max_tokens: 50, ...says(PHRASE) }],
  ["/v1/messages", "m", { max_tokens: 50, ...says(PHRASE) }],
  ["/v1/responses", "m", { input: PHRASE }],
  ["/v1/responses", "claude", { input: PHRASE }],
])("a stream of %s from %s is kept whole, as it was delivered", async (path, model, body) => {
  const whole = await call({ model, ...body }, { path });
  const streamed = await call({ model, ...body, stream: true }, { path });
  const [one, other] = [await look(whole.id), await look(streamed.id)];
  expect(said(one.body)).toHaveLength(2);
  expect(said(one.body).join()).toContain(PHRASE);
  expect(said(other.body)).toEqual(said(one.body));
  expect(other.body.answer).toMatchObject({ form: "parts", is_cut: false });
});

test("Google's callers are kept too, whole and streamed", async () => {
  const contents = [{ role: "user", parts: [{ text: PHRASE }] }];
  for (const act of ["generateContent", "streamGenerateContent"]) {
    const { id } = await call({ model: undefined, contents }, { path: `/v1beta/models/m:${act}` });
    const { body } = await look(id);
    expect(said(body), act).toHaveLength(2);
    expect(said(body)[0]).toBe(`user: ${PHRASE}`);
  }
});

test("an embedding's input and numbers are kept as JSON", async () => {
  const { id } = await call({ input: PHRASE }, { path: "/v1/embeddings" });
  const { body } = await look(id);
  expect(body).toMatchObject({ conversation: null, request: { content: { input: PHRASE } }, answer: { form: "json" } });
});

test("an image is kept if it fits, and marked if it does not", async () => {
  const image = (bytes: number) => ({
    type: "image_url",
    image_url: { url: `data:image/png;base64,${Buffer.alloc(bytes, 7).toString("base64")}` },
  });
  const { id } = await call(says([image(3_000), { type: "text", text: PHRASE }, image(2_000_000)]));
  const { body } = await look(id);
  expect(body.request).toMatchObject({ is_cut: true, bytes: expect.any(Number) });
  expect(body.conversation?.[0]?.parts).toMatchObject([
    { type: "image", url: expect.stringMatching(/^data:image\/png;base64,Bwc/) },
    { type: "text", text: PHRASE },
    { type: "image", url: null },
  ]);
});

test("what looks like a credential is masked, in prompts and in streamed answers", async () => {
  upstream.behave = () => ({ text: `Use ${CREDENTIAL} please` });
  const { id, text } = await call({ ...says(`My key is ${CREDENTIAL}`), stream: true });
  upstream.behave = undefined;
  const { body } = await look(id);
  expect(JSON.stringify(body)).not.toContain("heron-1234");
  expect(said(body)[0]).toBe("user: My key is [redacted]");
  expect(text).not.toBe("");
});

test("nothing is kept without an opt-in, nor if the caller declines, and the call's row says so", async () => {
  const plain = await newKey(gateway, {});
  const [unkept, declined, kept] = [
    await call(says(PHRASE), { bearer: plain }),
    await call(says(PHRASE), { headers: { "x-gateway-no-log": "true" } }),
    await call(says(PHRASE)),
  ];
  expect([unkept.kept, declined.kept, kept.kept]).toEqual([null, null, "kept"]);
  for (const { id } of [unkept, declined])
    expect(await look(id)).toMatchObject({ status: 404, body: { error: { code: "content_not_found" } } });
  const marks = [];
  for (const { id } of [unkept, declined, kept]) {
    const { data } = await info(gateway, `/spend/logs?call_id=${id}`);
    marks.push((data as { content: string | null }[])[0]?.content);
  }
  expect(marks).toEqual([null, "declined", "kept"]);
});

test("neither the master key, nor an administrator, nor a viewer, nor the key itself may look, and that is on record", async () => {
  const { id } = await call(says(PHRASE));
  const admin = await provider.issueToken({ sub: "ada", scope: "gateway_proxy_admin" });
  const auditor = await provider.issueToken({ sub: "otto", scope: "auditor" });
  for (const bearer of [gateway.masterKey, admin, auditor])
    expect(await look(id, bearer)).toMatchObject({ status: 403, body: { error: { code: "content_right_required" } } });
  expect(await looksOnRecord(id)).toEqual(Array(3).fill({ allowed: false, right: null, found: false }));
  expect((await look(id, key)).status).toBe(403);
});

test("of a call that the rules refuse, the prompt is kept under the id of the refusal", async () => {
  const bound = await newKey(gateway, { log_content: true, models: ["other"] });
  const { status, id } = await call(says(PHRASE), { bearer: bound });
  expect([status, id]).toEqual([403, expect.stringMatching(/^dec_/)]);
  const { body } = await look(id);
  expect(said(body)).toEqual([`user: ${PHRASE}`]);
  expect(body).toMatchObject({ status: 403, answer: { content: { error: { code: "key_model_not_allowed" } } } });
});

test("the prompt of a call that its limits refuse is kept likewise, and of an upstream that fails the error", async () => {
  const limited = await newKey(gateway, { log_content: true, rpm_limit: 0 });
  const refused = await call(says(PHRASE), { bearer: limited });
  expect([refused.status, refused.id]).toEqual([429, expect.stringMatching(/^dec_/)]);
  expect((await look(refused.id)).body).toMatchObject({ status: 429, request: { content: says(PHRASE) } });
  const failed = await call({ model: "status-500", ...says(PHRASE) });
  expect((await look(failed.id)).body).toMatchObject({ request: { content: says(PHRASE) }, answer: { form: "json" } });
});

test("an administrator deletes content without looking, by one call or by whom it is about", async () => {
  const [one, other] = [await call(says(PHRASE)), await call({ ...says(PHRASE), user: "customer-17" })];
  expect([(await look(one.id)).status, (await look(other.id)).status]).toEqual([200, 200]);
  expect(await manage(gateway, "/spend/logs/content/delete", { call_id: one.id })).toEqual({ deleted: 1 });
  expect(await manage(gateway, "/spend/logs/content/delete", { end_user_id: "customer-17" })).toEqual({ deleted: 1 });
  expect([(await look(one.id)).status, (await look(other.id)).status]).toEqual([404, 404]);
  const { data } = await info(gateway, "/audit/logs?action=content.delete&size=1");
  expect(data).toMatchObject([{ entity_type: "end_user", entity_id: "customer-17", after: { deleted: 1 } }]);
  await expect(manage(gateway, "/spend/logs/content/delete", {})).rejects.toThrow("must have one of");
  await expect(manage(gateway, "/spend/logs/content/delete", { key_id: "a", team_id: "b" })).rejects.toThrow();
});

test("the right opens only calls that the caller may see otherwise", async () => {
  const { id } = await call(says(PHRASE));
  await gateway.configure({
    config: {
      general_settings: {
        enable_jwt_auth: true,
        gateway_jwtauth: {
          content_viewer_jwt_scope: "content",
          user_id_jwt_field: "sub",
          user_id_upsert: true,
          team_allowed_routes: ["openai_routes", "spend_routes"],
        },
      },
      model_list: [],
    },
    environment: { JWT_PUBLIC_KEY_URL: provider.jwksUrl, JWT_AUDIENCE: provider.audience },
  });
  const stranger = await provider.issueToken({ sub: "stan", scope: "content" });
  expect(await look(id, stranger)).toMatchObject({ status: 404, body: { error: { code: "content_not_found" } } });
  expect(await looksOnRecord(id)).toEqual([{ allowed: true, right: 'the scope "content"', found: false }]);
});
