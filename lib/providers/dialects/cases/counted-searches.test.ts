import { describe, expect, test } from "vitest";
import { modelEntry } from "@/lib/config/schema";
import { readAll } from "@/testing/gateway/split-everywhere";
import type { AdapterCall } from "../../adapter";
import { adapterFor } from "../../dialect";
import type { JsonObject } from "../../json-value";
import { readModelBody } from "../../model-body";

const ROUTES = { chat: "/chat/completions", messages: "/messages", responses: "/responses", google: "/v1beta" };
type Client = keyof typeof ROUTES;

const searched = (type?: string): JsonObject => ({ type: "web_search_call", id: `ws_${type}`, action: { type } });
const RESPONSE = {
  id: "resp_1",
  object: "response",
  model: "gpt-5",
  status: "completed",
  output: [
    searched("search"),
    searched("open_page"),
    { type: "web_search_call", id: "ws_old" },
    { type: "message", role: "assistant", content: [{ type: "output_text", text: "It rains.", annotations: [] }] },
  ],
  usage: { input_tokens: 9, output_tokens: 3, total_tokens: 12 },
};
const MESSAGE_USAGE = { input_tokens: 9, output_tokens: 3, server_tool_use: { web_search_requests: 2 } };
const MESSAGE = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "claude",
  content: [{ type: "text", text: "It rains." }],
  stop_reason: "end_turn",
  usage: MESSAGE_USAGE,
};
const grounded = (modelVersion: string | undefined): JsonObject => ({
  candidates: [
    {
      content: { role: "model", parts: [{ text: "It rains." }] },
      finishReason: "STOP",
      groundingMetadata: { webSearchQueries: ["Kiel", "weather Kiel"], groundingChunks: [] },
    },
  ],
  usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 3, totalTokenCount: 12 },
  modelVersion,
});
const COMPLETION = {
  id: "c",
  object: "chat.completion",
  model: "sonar",
  choices: [{ index: 0, message: { role: "assistant", content: "It rains." }, finish_reason: "stop" }],
};
const counts = { prompt_tokens: 9, completion_tokens: 3, total_tokens: 12 };

const event = (value: JsonObject): string => `event: ${String(value["type"])}\ndata: ${JSON.stringify(value)}\n\n`;
const data = (value: JsonObject): string => `data: ${JSON.stringify(value)}\n\n`;

const RESPONSE_START =
  event({ type: "response.created", response: { id: "resp_1", model: "gpt-5" } }) +
  event({ type: "response.web_search_call.completed", item_id: "ws_search", output_index: 0 }) +
  event({ type: "response.output_item.done", output_index: 0, item: searched("search") }) +
  event({ type: "response.output_text.delta", output_index: 3, content_index: 0, delta: "It rains." });
const MESSAGE_STREAM = [
  { type: "message_start", message: { ...MESSAGE, content: [], usage: { input_tokens: 9, output_tokens: 1 } } },
  { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
  { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "It rains." } },
  { type: "content_block_stop", index: 0 },
  { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: MESSAGE_USAGE },
  { type: "message_stop" },
].map(event);
const chunk = (rest: JsonObject): string => data({ id: "c", model: "sonar", object: "chat.completion.chunk", ...rest });

/** What providers answer after searches, whole and as a stream, and how many of these they charge. */
const ANSWERS: readonly (readonly [
  what: string,
  model: string,
  whole: JsonObject | undefined,
  stream: string,
  searches: number,
])[] = [
  ["Anthropic's count", "anthropic/claude", MESSAGE, MESSAGE_STREAM.join(""), 2],
  [
    "the searches among OpenAI's items",
    "openai/responses/gpt-5",
    RESPONSE,
    RESPONSE_START + event({ type: "response.completed", response: RESPONSE }),
    2,
  ],
  ["OpenAI's searches before a break", "openai/responses/gpt-5", undefined, RESPONSE_START, 1],
  ["Gemini 3's queries", "gemini/m", grounded("gemini-3-pro"), data(grounded("gemini-3-pro")), 2],
  ["the queries of a Gemini without a version", "gemini/m", grounded(undefined), data(grounded(undefined)), 2],
  [
    "a prompt that Gemini 2.5 has grounded",
    "gemini/m",
    grounded("gemini-2.5-flash"),
    data(grounded("gemini-2.5-flash")),
    1,
  ],
  [
    "Perplexity's count",
    "perplexity/sonar",
    { ...COMPLETION, usage: { ...counts, num_search_queries: 2 } },
    chunk({ choices: [{ index: 0, delta: { content: "It rains." }, finish_reason: "stop" }] }) +
      chunk({ choices: [], usage: { ...counts, num_search_queries: 2 } }) +
      "data: [DONE]\n\n",
    2,
  ],
  [
    "OpenRouter's count",
    "openrouter/m",
    { ...COMPLETION, usage: { ...counts, server_tool_use: { web_search_requests: 2 } } },
    chunk({ choices: [{ index: 0, delta: { content: "It rains." }, finish_reason: "stop" }] }) +
      chunk({ choices: [], usage: { ...counts, server_tool_use: { web_search_requests: 2 } } }) +
      "data: [DONE]\n\n",
    2,
  ],
];

const BODIES: Readonly<Record<Client, JsonObject>> = {
  chat: { messages: [{ role: "user", content: "Hi" }] },
  messages: { max_tokens: 9, messages: [{ role: "user", content: "Hi" }] },
  responses: { input: "Hi" },
  google: { contents: [{ role: "user", parts: [{ text: "Hi" }] }] },
};

function callOf(client: Client, named: string, stream: boolean): AdapterCall {
  const [provider = "", ...model] = named.split("/");
  const entry = modelEntry.parse({ model_name: "m", gateway_params: { model: named } });
  const route =
    client === "google" ? `/v1beta/models:${stream ? "streamGenerateContent" : "generateContent"}` : ROUTES[client];
  return {
    route,
    body: readModelBody(Buffer.from(JSON.stringify({ model: "m", stream, ...BODIES[client] }))),
    startedAt: 0,
    deployment: {
      id: "d",
      provider,
      model: model.at(-1) ?? "",
      ...(model.length > 1 && { api: "responses" }),
      origin: "https://up.example",
      basePath: "",
      apiKey: undefined,
      entry,
    },
  };
}

const CASES = ANSWERS.flatMap((answer) =>
  (Object.keys(ROUTES) as Client[]).map((client) => [client, ...answer] as const),
);

describe.each(CASES)("for a client of %s, %s", (client, _what, model, whole, stream, searches) => {
  if (whole)
    test("is booked from a whole answer", () => {
      const call = callOf(client, model, false);
      const { usage } = adapterFor(call.route, call.deployment).answer(call, Buffer.from(JSON.stringify(whole)));
      expect(usage).toMatchObject({ promptTokens: 9, completionTokens: 3, webSearches: searches });
    });

  test("is booked from a stream", () => {
    const call = callOf(client, model, true);
    const reader = adapterFor(call.route, call.deployment).stream(call);
    readAll(reader, [Buffer.from(stream)]);
    expect(reader.usage(9)).toMatchObject({ promptTokens: 9, completionTokens: 3, webSearches: searches });
  });
});

test("Anthropic's clients read how often the web was searched", () => {
  const call = callOf("messages", "openai/responses/gpt-5", false);
  const answer = adapterFor(call.route, call.deployment).answer(call, Buffer.from(JSON.stringify(RESPONSE)));
  expect(JSON.parse(answer.body.toString()).usage.server_tool_use).toEqual({ web_search_requests: 2 });
});
