import { afterAll, beforeAll, expect, test } from "vitest";
import { IDENTITY_HEADER, LocalEntra } from "@/testing/azure/local-entra";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";

let entra: LocalEntra;
let database: TestDatabase;
let upstream: LocalUpstream;
let gateway: InProcessGateway;

beforeAll(async () => {
  entra = await new LocalEntra().start();
  [database, upstream] = await Promise.all([startTestDatabase(), startUpstream()]);
  const app = { tenant_id: "contoso", client_id: "app", client_secret: "right", azure_authority_host: entra.url };
  const at = { api_base: upstream.url, api_version: "2024-10-21" };
  gateway = await startInProcessGateway(database.url, {
    config: {
      model_list: [
        { model_name: "by-secret", gateway_params: { model: "azure/one", ...at, ...app } },
        { model_name: "by-the-same", gateway_params: { model: "azure/two", ...at, ...app } },
        { model_name: "by-a-wrong-one", gateway_params: { model: "azure/one", ...at, ...app, client_secret: "wrong" } },
        { model_name: "by-responses", gateway_params: { model: "azure/responses/mine", ...at, ...app } },
        { model_name: "by-identity", gateway_params: { model: "azure/three", ...at, client_id: "mi" } },
        {
          model_name: "foundry-claude",
          gateway_params: { model: "azure_ai/claude-opus-4-5", api_base: upstream.url, ...app },
        },
      ],
    },
    environment: { IDENTITY_ENDPOINT: `${entra.url}/MSI/token`, IDENTITY_HEADER },
  });
});
afterAll(async () => {
  await gateway?.stop();
  entra?.stop();
  await Promise.all([upstream?.stop(), database?.stop()]);
});

function call(model: string, path = "/v1/chat/completions", more: object = {}): Promise<Response> {
  return gateway.send(path, {
    method: "POST",
    headers: { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json" },
    body: JSON.stringify(
      path === "/v1/responses"
        ? { model, ...more }
        : { model, max_tokens: 5, messages: [{ role: "user", content: "Hi" }], ...more },
    ),
  });
}

test("calls carry a token of the entry's application, which is fetched once for all entries of it", async () => {
  for (const model of ["by-secret", "by-the-same", "by-secret"]) expect((await call(model)).status).toBe(200);
  expect(entra.asked).toHaveLength(1);
  expect(entra.asked[0]?.form).toEqual({
    grant_type: "client_credentials",
    client_id: "app",
    client_secret: "right",
    scope: "https://cognitiveservices.azure.com/.default",
  });
  for (const { headers, path } of upstream.requests) {
    expect([headers.authorization, headers["api-key"]]).toEqual(["Bearer token-1", undefined]);
    expect(path).toMatch(/^\/openai\/deployments\/(?:one|two)\/chat\/completions\?api-version=2024-10-21$/);
  }
});

test.each([
  ["/v1/chat/completions", "a chat call", false],
  ["/v1/chat/completions", "a streamed chat call", true],
  ["/v1/messages", "a call of Messages", false],
  ["/v1/responses", "a call of Responses", false],
])("an entry asked by Responses gets %s as Responses: %s", async (path, _, stream) => {
  const said = path === "/v1/responses" ? { input: "Hi" } : {};
  const answer = await call("by-responses", path, { stream, ...said });
  expect(answer.status).toBe(200);
  const asked = upstream.requests.at(-1);
  expect([asked?.path, asked?.headers.authorization, asked?.headers["api-key"]]).toEqual([
    "/openai/responses?api-version=2024-10-21",
    "Bearer token-1",
    undefined,
  ]);
  expect(asked?.body).toMatchObject({ model: "mine", input: expect.anything() });
  expect(asked?.body).not.toHaveProperty("messages");
  expect(await answer.text()).toContain(
    { "/v1/chat/completions": "chat.completion", "/v1/messages": '"type":"message"', "/v1/responses": '"response"' }[
      path
    ],
  );
});

test("Claude in Foundry is asked by Messages, with the same token", async () => {
  expect((await call("foundry-claude", "/v1/messages")).status).toBe(200);
  const { path, headers } = upstream.requests.at(-1) ?? {};
  expect([path, headers?.authorization, headers?.["x-api-key"]]).toEqual([
    "/anthropic/v1/messages",
    "Bearer token-1",
    undefined,
  ]);
});

test("an app's own identity is asked for where the entry has no secret", async () => {
  expect((await call("by-identity")).status).toBe(200);
  expect(entra.asked.at(-1)).toEqual({
    path: "/MSI/token",
    proof: IDENTITY_HEADER,
    form: { "api-version": "2019-08-01", resource: "https://cognitiveservices.azure.com", client_id: "mi" },
  });
  expect(upstream.requests.at(-1)?.headers.authorization).toMatch(/^Bearer token-\d+$/);
});

test("a secret that Entra refuses is the gateway's fault, said once and without the secret", async () => {
  const before = entra.asked.length;
  const answers = await Promise.all([call("by-a-wrong-one"), call("by-a-wrong-one")]);
  for (const answer of answers) {
    expect(answer.status).toBe(502);
    expect(await answer.json()).toMatchObject({ error: { code: "upstream_access_refused" } });
  }
  expect(entra.asked.length - before).toBe(1);
  const info = await gateway.send("/model/info", { headers: { authorization: `Bearer ${gateway.masterKey}` } });
  const text = await info.text();
  expect(text).toContain("AADSTS7000215");
  expect(text).not.toContain('"wrong"');
});

test("a refusal of Azure's content filter comes as Azure wrote it, and is not tried again", async () => {
  const refusal = {
    error: {
      message: "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
      type: null,
      param: "prompt",
      code: "content_filter",
      status: 400,
      innererror: {
        code: "ResponsibleAIPolicyViolation",
        content_filter_result: { hate: { filtered: true, severity: "high" }, jailbreak: { filtered: false } },
      },
    },
  };
  upstream.behave = () => ({ status: 400, body: refusal });
  try {
    const before = upstream.requests.length;
    const answer = await call("by-secret");
    expect([answer.status, await answer.json()]).toEqual([400, refusal]);
    expect(upstream.requests.length - before).toBe(1);
  } finally {
    upstream.behave = undefined;
  }
});
