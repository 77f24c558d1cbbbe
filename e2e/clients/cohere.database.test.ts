import { afterAll, beforeAll, expect, test } from "vitest";
import { PIXEL, TOOL_PARAMETERS, TOOL_QUESTION, WEATHER } from "@/testing/gateway/dialect-samples";
import { startDialectFixture, type DialectFixture } from "@/testing/gateway/dialect-fixture";

let fixture: DialectFixture;
beforeAll(async () => {
  fixture = await startDialectFixture();
});
afterAll(() => fixture.stop());

const MODEL = "cohere/command-a-03-2025";
const question = { role: "user" as const, content: "Say hello to Köln" };

test("the official client chats with Cohere, whole and streamed, and what Cohere bills is booked", async () => {
  const { data, response } = await fixture
    .openai()
    .chat.completions.create({ model: MODEL, messages: [question], temperature: 1.9, top_p: 1 })
    .withResponse();
  expect(data.choices[0]?.message.content).toContain("Köln");
  // Cohere names no model, and OpenAI's client for Java refuses an answer without one.
  expect(data.model).toBe(MODEL);
  const { path, headers, body } = fixture.lastRequest();
  expect([path, headers["authorization"]]).toEqual(["/v2/chat", "Bearer co-upstream"]);
  expect(body).toEqual({ model: "command-a-03-2025", messages: [question], temperature: 1, p: 0.99 });
  const billed = data.usage?.prompt_tokens ?? 0;
  expect(await fixture.booked(response.headers.get("x-gateway-call-id"))).toMatchObject({
    provider: "cohere",
    prompt_tokens: billed,
    completion_tokens: data.usage?.completion_tokens,
    usage_source: "upstream",
    price_state: "priced",
  });
  expect(billed).toBeLessThan(20);

  const { data: stream, response: head } = await fixture
    .openai()
    .chat.completions.create({ model: MODEL, messages: [question], stream: true })
    .withResponse();
  let text = "";
  for await (const chunk of stream) {
    expect(chunk.model).toBe(MODEL);
    text += chunk.choices[0]?.delta.content ?? "";
  }
  expect(text).toBe(data.choices[0]?.message.content);
  expect(await fixture.booked(head.headers.get("x-gateway-call-id"))).toMatchObject({
    prompt_tokens: billed,
    usage_source: "upstream",
  });
});

test("tools are called, and their results go back, for OpenAI's and Anthropic's clients", async () => {
  const tools = [{ type: "function" as const, function: { name: "get_weather", parameters: TOOL_PARAMETERS } }];
  const asked = { role: "user" as const, content: TOOL_QUESTION };
  const openai = fixture.openai();
  const first = await openai.chat.completions.create({ model: MODEL, messages: [asked], tools });
  const message = first.choices[0]?.message;
  expect(message?.tool_calls?.[0]).toMatchObject({
    function: { name: "get_weather", arguments: JSON.stringify(WEATHER) },
  });
  const results = (message?.tool_calls ?? []).map(({ id }) => ({
    role: "tool" as const,
    tool_call_id: id,
    content: "Rain.",
  }));
  const second = await openai.chat.completions.create({
    model: MODEL,
    messages: [asked, ...(message ? [message] : []), ...results],
    tools,
  });
  expect(second.choices[0]?.finish_reason).toBe("stop");

  const stream = fixture.anthropic().messages.stream({
    model: MODEL,
    max_tokens: 100,
    messages: [asked],
    tools: [{ name: "get_weather", input_schema: TOOL_PARAMETERS }],
  });
  const { content, stop_reason: reason } = await stream.finalMessage();
  expect(reason).toBe("tool_use");
  expect(content.find(({ type }) => type === "tool_use")).toMatchObject({ name: "get_weather", input: WEATHER });
});

test("images pass, and what Cohere refuses comes in the caller's dialect", async () => {
  const content = [
    { type: "text" as const, text: "What is this?" },
    { type: "image_url" as const, image_url: { url: PIXEL } },
  ];
  const openai = fixture.openai();
  await openai.chat.completions.create({ model: MODEL, messages: [{ role: "user", content }] });
  expect(fixture.lastRequest().body).toMatchObject({ messages: [{ role: "user", content }] });
  const stop = ["a", "b", "c", "d", "e", "f"];
  await expect(openai.chat.completions.create({ model: MODEL, messages: [question], stop })).rejects.toMatchObject({
    status: 400,
    error: { message: "invalid request: invalid value for stop_sequences" },
  });
});

test("the official client gets embeddings as it asks for them, in base64 by itself, and Google's in numbers", async () => {
  const openai = fixture.openai();
  const input = ["one two", "three"];
  const { data, response } = await openai.embeddings
    .create({ model: "cohere/embed-v4.0", input, dimensions: 256 })
    .withResponse();
  expect(fixture.lastRequest().body).toEqual({
    model: "embed-v4.0",
    texts: input,
    input_type: "search_document",
    embedding_types: ["float"],
    output_dimension: 256,
  });
  expect(data.data.map(({ embedding }) => embedding.slice(0, 2))).toEqual([
    [0.875, 1],
    [0.625, 0.75],
  ]);
  expect(data.data[0]?.embedding).toHaveLength(256);
  expect(await fixture.booked(response.headers.get("x-gateway-call-id"))).toMatchObject({ prompt_tokens: 3 });

  const { embeddings } = await fixture.google().models.embedContent({ model: "cohere/embed-v4.0", contents: "three" });
  expect(embeddings?.[0]?.values?.slice(0, 2)).toEqual([0.625, 0.75]);
});

test.each(["/rerank", "/v2/rerank"])("documents are ranked by Cohere's own route, asked by %s", async (path) => {
  const body = { model: "cohere/rerank-v3.5", query: "which", documents: ["a b", "c"], top_n: 1 };
  const client = fixture.openai();
  const { response } = await client.post(new URL(path, client.baseURL).href, { body }).withResponse();
  expect(fixture.lastRequest()).toMatchObject({ path: "/v2/rerank", body: { ...body, model: "rerank-v3.5" } });
  expect(await fixture.booked(response.headers.get("x-gateway-call-id"))).toMatchObject({
    route: "/rerank",
    prompt_tokens: 4,
  });
});
