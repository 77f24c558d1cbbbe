import { describe, expect, test } from "vitest";
import { modelEntry } from "@/lib/config/schema";
import { adapterFor } from "../../dialect";
import { providerOf } from "../../table";
import type { Deployment } from "../../deployment";
import { gptReasoning } from "../../families/gpt/reasoning";
import { translateRequest } from "../../form/translated";
import type { JsonObject } from "../../json-value";
import { readModelBody } from "../../model-body";
import { CLIENTS, UPSTREAMS } from "../halves";

type Client = keyof typeof CLIENTS;
type Upstream = keyof typeof UPSTREAMS;

const hello = [{ role: "user", content: "Hello" }];

function translate(client: Client, upstream: Upstream, body: JsonObject, model: string, dropsParams = false) {
  const dropped = new Set<string>();
  const target = { model, provider: upstream === "messages" ? "anthropic" : "openai", dropsParams };
  const sent = translateRequest(CLIENTS[client], UPSTREAMS[upstream], { model: "x", ...body }, target, { dropped });
  return { sent, dropped: [...dropped] };
}

describe("what a translated call loses is named as its caller calls it", () => {
  const cases: readonly (readonly [Client, Upstream, JsonObject, model: string, dropped: string[]])[] = [
    ["chat", "messages", { messages: hello, temperature: 0.2, stop: ["x"] }, "claude-opus-4-6", []],
    ["chat", "messages", { messages: hello, seed: 7, store: true, user: null }, "claude-opus-4-6", ["seed", "store"]],
    [
      "chat",
      "messages",
      { messages: hello, reasoning_effort: "low", temperature: 0.2, top_k: 3 },
      "claude-opus-4-6",
      ["temperature", "top_k"],
    ],
    ["chat", "messages", { messages: hello, temperature: 0.2, top_p: 0.5 }, "claude-opus-4-6", ["top_p"]],
    ["chat", "messages", { messages: hello, temperature: 0.2, top_p: 1 }, "claude-opus-4-6", []],
    [
      "chat",
      "messages",
      { messages: hello, max_tokens: 100, reasoning_effort: "low" },
      "claude-sonnet-4-5",
      ["reasoning_effort"],
    ],
    [
      "messages",
      "chat",
      { messages: hello, max_tokens: 5, metadata: { user_id: "u" }, top_k: 3 },
      "gpt-4o",
      ["metadata", "top_k"],
    ],
    [
      "messages",
      "chat",
      { messages: hello, max_tokens: 5, temperature: 0.2, stop_sequences: ["x"] },
      "gpt-5-mini",
      ["stop_sequences", "temperature"],
    ],
    [
      "responses",
      "messages",
      { input: "Hello", text: { verbosity: "low", format: { type: "text" } }, reasoning: { summary: "auto" } },
      "claude-opus-4-6",
      ["text.verbosity"],
    ],
    ["responses", "chat", { input: "Hello", text: null, reasoning: null, store: true }, "gpt-4o", ["store"]],
    ["messages", "chat", { messages: hello, max_tokens: 5, temperature: 1, top_p: 1 }, "gpt-5", []],
    ["messages", "chat", { messages: hello, max_tokens: 5, temperature: 0.2 }, "gpt-5.2", []],
    [
      "messages",
      "responses",
      { messages: hello, max_tokens: 5, temperature: 0.2, output_config: { effort: "low" } },
      "gpt-5.2",
      ["temperature"],
    ],
    [
      "messages",
      "chat",
      {
        messages: [{ role: "user", content: [{ type: "text", text: "Hi", cache_control: { type: "ephemeral" } }] }],
        max_tokens: 5,
      },
      "gpt-4o",
      ["cache_control"],
    ],
    ["responses", "chat", { input: "Hello", truncation: "auto", include: [] }, "gpt-4o", ["truncation", "include"]],
  ];
  test.each(cases)("%s to %s: %j at %s loses %j", (client, upstream, body, model, dropped) => {
    expect(translate(client, upstream, body, model).dropped).toEqual(dropped);
  });
});

describe("drop_params", () => {
  const weather = { type: "function", function: { name: "get_weather" } };
  const custom = { type: "custom", custom: { name: "x" } };

  test.each<readonly [JsonObject, string[]]>([
    [{ logit_bias: { "1": 5 } }, ["logit_bias"]],
    [{ frobnicate: 1 }, ["frobnicate"]],
    [{ tools: [weather, custom] }, ["tools.1"]],
    [{ tools: [custom], tool_choice: "auto" }, ["tools.0"]],
    [{ tools: [weather, custom], tool_choice: "required" }, ["tools.1"]],
  ])("drops what would be refused and leaves the form of the answer: %j", (more, dropped) => {
    const body = { messages: hello, ...more };
    expect(() => translate("chat", "messages", body, "claude-opus-4-6")).toThrow(/can(not)? be used/);
    const kept = translate("chat", "messages", body, "claude-opus-4-6", true);
    expect(kept.dropped).toEqual(dropped);
    for (const name of Object.keys(more))
      if (name !== "tools" && name !== "tool_choice") expect(kept.sent).not.toHaveProperty(name);
  });

  test.each<JsonObject>([
    { n: 2 },
    { logprobs: true },
    { modalities: ["audio"] },
    { functions: [] },
    { tools: [custom], tool_choice: "required" },
    { messages: [{ role: "user", content: [{ type: "input_audio", input_audio: { data: "", format: "wav" } }] }] },
  ])("does not drop what changes the form of the answer, or content: %j", (more) => {
    expect(() => translate("chat", "messages", { messages: hello, ...more }, "claude-opus-4-6", true)).toThrow(
      expect.objectContaining({ code: "invalid_request" }),
    );
  });

  test("an earlier response cannot be dropped", () => {
    expect(() => translate("responses", "chat", { previous_response_id: "resp_1" }, "m", true)).toThrow(
      "whole conversation",
    );
  });
});

describe("additional_drop_params", () => {
  function send(route: string, model: string, body: JsonObject, paths: string[]) {
    const entry = modelEntry.parse({ model_name: "m", gateway_params: { model, additional_drop_params: paths } });
    const [provider = "", name = ""] = model.split("/");
    const deployment: Deployment = {
      id: "d",
      provider,
      model: name,
      habits: providerOf(provider).habits,
      origin: "https://up.example",
      basePath: "/v1",
      apiKey: undefined,
      entry,
    };
    const call = {
      route,
      body: readModelBody(Buffer.from(JSON.stringify({ model: "m", ...body }))),
      startedAt: 0,
      deployment,
    };
    const { body: sent, dropped } = adapterFor(route, deployment).request(call);
    return { sent: JSON.parse(String(sent)) as JsonObject, dropped };
  }

  test("an upstream that speaks the caller's dialect does not get them either", () => {
    expect(
      send("/chat/completions", "openai/gpt-5", { messages: hello, temperature: 0.2 }, ["temperature", "seed"]),
    ).toEqual({
      sent: { model: "gpt-5", messages: hello },
      dropped: ["temperature"],
    });
    expect(
      send(
        "/messages",
        "anthropic/c",
        { messages: hello, max_tokens: 5, thinking: { type: "enabled", budget_tokens: 1 } },
        ["thinking.budget_tokens"],
      ),
    ).toEqual({
      sent: { model: "c", messages: hello, max_tokens: 5, thinking: { type: "enabled" } },
      dropped: ["thinking.budget_tokens"],
    });
  });

  test("a stream whose options are dropped is not asked for its usage", () => {
    const { sent } = send("/chat/completions", "openai/gpt-4o", { messages: hello, stream: true }, ["stream_options"]);
    expect(sent).toEqual({ model: "gpt-4o", messages: hello, stream: true });
  });

  test("a translated call loses them by the caller's names and by the upstream's", () => {
    const body = { messages: hello, max_tokens: 5, stop_sequences: ["x"], temperature: 0 };
    expect(send("/messages", "groq/m", body, ["stop_sequences", "temperature", "messages"])).toEqual({
      sent: { model: "m", messages: hello, max_tokens: 5 },
      dropped: ["stop_sequences", "temperature"],
    });
    expect(send("/messages", "openai/m", body, ["max_tokens", "max_completion_tokens", "stop"])).toEqual({
      sent: { model: "m", messages: hello, temperature: 0 },
      dropped: ["max_completion_tokens", "stop"],
    });
  });

  test.each(["model", "stream", "a..b", "", "a b", "a[x]"])("cannot name %j", (path) => {
    const params = { model: "openai/m", additional_drop_params: [path] };
    expect(modelEntry.safeParse({ model_name: "m", gateway_params: params }).success).toBe(false);
  });
});

test.each([
  ["o3-mini", "always"],
  ["openai/o1", "always"],
  ["gpt-5", "always"],
  ["gpt-5-nano-2025-08-07", "always"],
  ["gpt-5-chat-latest", "never"],
  ["gpt-5.1-codex", "always"],
  ["gpt-5.2", "on request"],
  ["gpt-4o", "never"],
  ["gpt-4.1-mini", "never"],
  ["gpt-oss-120b", "never"],
  ["o", "never"],
  ["mistral-large", "never"],
])("whether %s thinks: %s", (model, reasoning) => {
  expect(gptReasoning(model)).toBe(reasoning);
});
