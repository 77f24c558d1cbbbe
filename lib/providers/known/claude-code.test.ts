import { describe, expect, test } from "vitest";
import { modelEntry } from "@/lib/config/schema";
import type { Deployment } from "../deployment";
import { adapterFor } from "../dialect";
import type { JsonObject } from "../json-value";
import { readModelBody } from "../model-body";
import { deploymentOf } from "../resolve-deployment";

const ADDRESS = "https://claude.test";

function placed(model: string, params: JsonObject): Deployment {
  const entry = modelEntry.parse({ model_name: "m", gateway_params: { model, ...params } });
  const none = { credentials: new Map(), providerKeys: new Map(), providerVariables: new Map<string, string>() };
  return deploymentOf({ entry, index: 0, upstreamModel: model }, none);
}

const BEDROCK = placed("bedrock/us.anthropic.claude-opus-4-6-v1", { api_key: "k", aws_region_name: "us-east-1" });
const VERTEX = placed("vertex_ai/claude-opus-4-6", { vertex_project: "p", vertex_location: "global" });
const INVOKED = placed("bedrock/invoke/us.anthropic.claude-opus-4-6-v1", {
  api_key: "k",
  aws_region_name: "us-east-1",
});
/** What clients of other dialects reach Claude by in its own. */
const BY_INVOKE = new Map([[BEDROCK, INVOKED]]);
const FOUNDRY = placed("azure_ai/claude-opus-4-6", { api_base: `${ADDRESS}/anthropic`, api_key: "k" });

/** What Claude Code 2.1 sends: its flags, marks with a scope, thinking, an effort, edits of the context and tools. */
const BETAS = [
  "claude-code-20250219",
  "interleaved-thinking-2025-05-14",
  "thinking-token-count-2026-05-13",
  "context-management-2025-06-27",
  "prompt-caching-scope-2026-01-05",
  "effort-2025-11-24",
].join(",");
const GLOBAL = { type: "ephemeral", scope: "global" };
const PLAIN = { type: "ephemeral" };
const SCHEMA = { type: "object", properties: { command: { type: "string" } } };
const USE = { type: "tool_use", id: "toolu_1", name: "Bash", input: { command: "ls" } };

function asked(mark: object): JsonObject {
  const result = {
    type: "tool_result",
    tool_use_id: "toolu_1",
    content: [{ type: "text", text: "a", cache_control: mark }],
  };
  return {
    messages: [
      { role: "user", content: [{ type: "text", text: "List the files.", cache_control: mark }] },
      {
        role: "assistant",
        content: [{ type: "thinking", thinking: "Files.", signature: "c2lnbmVk" }, USE],
      },
      { role: "user", content: [result] },
    ],
    system: [{ type: "text", text: "You help.", cache_control: mark }],
    metadata: { user_id: "u" },
    max_tokens: 32_000,
    thinking: { type: "adaptive" },
    context_management: { edits: [{ type: "clear_thinking_20251015", keep: "all" }] },
    output_config: { effort: "high" },
  };
}

const BASH = { name: "Bash", description: "Runs it.", input_schema: SCHEMA };
const SENT = { model: "m", ...asked(GLOBAL), tools: [{ ...BASH, eager_input_streaming: true, cache_control: GLOBAL }] };
/** The same, as a cloud takes it. */
const TAKEN = { ...asked(PLAIN), tools: [{ ...BASH, cache_control: PLAIN }] };
const USED = { type: "function", function: { name: "Bash", parameters: SCHEMA } };
const LOST_INSIDE = [
  "tools.*.eager_input_streaming",
  "system.*.cache_control.scope",
  "tools.*.cache_control.scope",
  "messages.*.content.*.cache_control.scope",
  "messages.*.content.*.content.*.cache_control.scope",
];
const unknownTo = (...names: string[]): string[] => names.map((name) => `anthropic-beta.${name}`);

function put(deployment: Deployment, value: JsonObject, route = "/messages", beta?: string) {
  const body = readModelBody(Buffer.from(JSON.stringify(value)));
  const sent = adapterFor(route, deployment).request({ route, body, deployment, startedAt: 0, beta });
  return { ...sent, body: JSON.parse(String(sent.body)) as JsonObject, dropped: sent.dropped ?? [] };
}

describe("Claude Code's request", () => {
  const NEW = ["thinking-token-count-2026-05-13", "prompt-caching-scope-2026-01-05"] as const;

  test("reaches Bedrock with what it takes, its betas in the body", () => {
    const { path, body, dropped } = put(BEDROCK, { ...SENT, stream: true }, "/messages", BETAS);
    expect(path).toBe("/model/us.anthropic.claude-opus-4-6-v1/invoke-with-response-stream");
    expect(body).toEqual({
      anthropic_version: "bedrock-2023-05-31",
      anthropic_beta: ["interleaved-thinking-2025-05-14", "context-management-2025-06-27", "effort-2025-11-24"],
      ...TAKEN,
    });
    expect(dropped).toEqual([...LOST_INSIDE, ...unknownTo("claude-code-20250219", ...NEW)]);
  });

  test("is counted at Bedrock as the same body", () => {
    const { path, body } = put(BEDROCK, SENT, "/messages/count_tokens", BETAS);
    expect(path).toBe("/model/anthropic.claude-opus-4-6-v1/count-tokens");
    const { input } = body as { input: { invokeModel: { body: string } } };
    expect(JSON.parse(Buffer.from(input.invokeModel.body, "base64").toString())).toMatchObject(TAKEN);
  });

  test("reaches Vertex AI with what it takes, its betas in the header", () => {
    const { path, headers, body, dropped } = put(VERTEX, { ...SENT, stream: true }, "/messages", BETAS);
    expect(path).toMatch(/\/publishers\/anthropic\/models\/claude-opus-4-6:streamRawPredict$/);
    expect(headers["anthropic-beta"]).toBe("interleaved-thinking-2025-05-14,context-management-2025-06-27");
    expect(body).toEqual({ ...TAKEN, stream: true, anthropic_version: "vertex-2023-10-16" });
    expect(dropped).toEqual([...LOST_INSIDE, ...unknownTo("claude-code-20250219", ...NEW, "effort-2025-11-24")]);
  });

  test("is counted at Vertex AI as the same body", () => {
    const { path, body } = put(VERTEX, SENT, "/messages/count_tokens", BETAS);
    expect(path).toMatch(/\/models\/count-tokens:rawPredict$/);
    expect(body).toEqual({ ...TAKEN, model: "claude-opus-4-6", anthropic_version: "vertex-2023-10-16" });
  });

  test.each([
    ["us.anthropic.claude-sonnet-4-20250514-v1:0", [undefined, undefined]],
    ["us.anthropic.claude-opus-4-6-v1", ["1h", "1h"]],
  ])("tells %s how long its caches last, as far as Bedrock lets it: %j", (model, times) => {
    const text = { type: "text", text: "Hi.", cache_control: { type: "ephemeral", ttl: "1h" } };
    const sent = { model: "m", max_tokens: 5, system: [text], messages: [{ role: "user", content: [text] }] };
    const names = ["system.*.cache_control.ttl", "messages.*.content.*.cache_control.ttl"];
    const ways = ["/messages", "/chat/completions"].map((route) => {
      const way = route === "/messages" ? "" : "invoke/";
      const at = placed(`bedrock/${way}${model}`, { api_key: "k", aws_region_name: "us-east-1" });
      const { system, ...rest } = sent;
      const chat = { ...rest, messages: [{ role: "system", content: system }, ...rest.messages] };
      return put(at, route === "/messages" ? sent : chat, route);
    });
    for (const { body, dropped } of ways) {
      const marked = body as { system: [typeof text]; messages: [{ content: [typeof text] }] };
      expect([marked.system[0], marked.messages[0].content[0]].map((one) => one.cache_control.ttl)).toEqual(times);
      expect(dropped).toEqual(times[0] === undefined ? names : []);
    }
  });

  test.each(["/messages", "/messages/count_tokens"])("reaches Foundry as it is: %s", (route) => {
    const { path, headers, body, dropped } = put(FOUNDRY, SENT, route, BETAS);
    expect(path).toBe(`/anthropic/v1${route}`);
    expect(headers).toMatchObject({ "x-api-key": "k", "anthropic-version": "2023-06-01" });
    expect(body).toEqual({ ...SENT, model: "claude-opus-4-6" });
    expect(dropped).toEqual([]);
  });
});

describe.each([
  ["Bedrock", BEDROCK],
  ["Vertex AI", VERTEX],
] as const)("at %s", (_cloud, deployment) => {
  const hello = { role: "user", content: "Hello." };
  const of = (value: JsonObject) => put(deployment, { model: "m", max_tokens: 5, messages: [hello], ...value });

  test("what only Anthropic's own API takes is left out by name", () => {
    const own = { service_tier: "auto", inference_geo: "eu", speed: "fast", diagnostics: {}, cache_control: PLAIN };
    const { body, dropped } = of(own);
    expect(Object.keys(body).toSorted()).toEqual(["anthropic_version", "max_tokens", "messages"]);
    expect(dropped).toEqual(Object.keys(own));
  });

  test("marks of the cache say nothing of whose it is for a client of Chat Completions", () => {
    const text = { type: "text", text: "Hi.", cache_control: GLOBAL };
    const marked = { ...USED, cache_control: GLOBAL };
    const messages = [
      { role: "system", content: [text] },
      { role: "user", content: [text] },
    ];
    const asked = { model: "m", messages, tools: [marked], cache_control: GLOBAL };
    const { body, dropped } = put(BY_INVOKE.get(deployment) ?? deployment, asked, "/chat/completions");
    const plain = { ...text, cache_control: PLAIN };
    expect(body).toMatchObject({
      system: [plain],
      messages: [{ role: "user", content: [plain] }],
      tools: [{ cache_control: PLAIN }],
    });
    expect(JSON.stringify(body)).not.toContain("scope");
    expect(body["cache_control"]).toBeUndefined();
    expect(dropped).toEqual([
      "cache_control",
      "system.*.cache_control.scope",
      "tools.*.cache_control.scope",
      "messages.*.content.*.cache_control.scope",
    ]);
  });

  test.each(["/messages", "/chat/completions"])("nothing is named if nothing is lost: %s", (route) => {
    const placedAt = route === "/messages" ? deployment : (BY_INVOKE.get(deployment) ?? deployment);
    const body = readModelBody(Buffer.from(JSON.stringify({ model: "m", max_tokens: 5, messages: [hello] })));
    const sent = adapterFor(route, placedAt).request({ route, body, deployment: placedAt, startedAt: 0 });
    expect(sent).not.toHaveProperty("dropped");
  });

  test("betas that a body names are sent where the cloud takes them, and left out by name", () => {
    const betas = ["context-1m-2025-08-07", "files-api-2025-04-14"];
    const asked = { model: "m", max_tokens: 5, messages: [hello], anthropic_beta: betas };
    const { body, headers, dropped } = put(deployment, asked, "/messages", "context-management-2025-06-27");
    const taken = ["context-1m-2025-08-07", "context-management-2025-06-27"];
    expect(body["anthropic_beta"] ?? headers["anthropic-beta"]?.split(",")).toEqual(taken);
    expect(body["anthropic_beta"] === undefined).toBe(deployment === VERTEX);
    expect(dropped).toEqual(unknownTo("files-api-2025-04-14"));
  });

  test.each([5, [5]])("what is not a list of betas is the cloud's to refuse: %j", (betas) => {
    expect(of({ anthropic_beta: betas }).body["anthropic_beta"]).toEqual(betas);
  });

  test("an operator may bar a body's betas", () => {
    const { entry } = deployment;
    const params = { ...entry.gateway_params, additional_drop_params: ["anthropic_beta"] };
    const barring = { ...deployment, entry: { ...entry, gateway_params: params } };
    const asked = { model: "m", max_tokens: 5, messages: [hello], anthropic_beta: ["context-1m-2025-08-07"] };
    const { body, headers, dropped } = put(barring, asked);
    expect(body["anthropic_beta"]).toBeUndefined();
    expect(headers["anthropic-beta"] ?? "").toBe("");
    expect(dropped).toEqual(["anthropic_beta"]);
  });

  test("a thread begins without being named, and cannot be continued", () => {
    const begun = of({ thread: { type: "create" } });
    expect(begun.body["thread"]).toBeUndefined();
    expect(begun.dropped).toEqual([]);
    expect(() => of({ thread: { type: "continue", id: "t" } })).toThrow("This model keeps no threads");
  });

  test("what another provider's model thought and signed does not go along", () => {
    const call = { type: "tool_use", id: "call_1__thought__c2ln", name: "f", input: {} };
    const messages = [
      hello,
      { role: "assistant", content: [{ type: "thinking", thinking: "Hm.", signature: "openai:abc" }, call] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "call_1__thought__c2ln", content: "1" }] },
    ];
    expect(of({ messages }).body["messages"]).toEqual([
      hello,
      { role: "assistant", content: [{ ...call, id: "call_1" }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "call_1", content: "1" }] },
    ]);
  });
});
