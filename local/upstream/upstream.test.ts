import OpenAI from "openai";
import { afterEach, beforeEach, expect, test } from "vitest";
import { behaviourOfModel, startUpstream, type LocalUpstream } from "./upstream";

let upstream: LocalUpstream;
let client: OpenAI;
beforeEach(async () => {
  upstream = await startUpstream();
  client = new OpenAI({ baseURL: upstream.apiBase, apiKey: "local", maxRetries: 0 });
});
afterEach(() => upstream.stop());

const messages = [{ role: "user" as const, content: "one two three" }];

async function collect(stream: AsyncIterable<OpenAI.ChatCompletionChunk>) {
  const chunks: OpenAI.ChatCompletionChunk[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  const text = chunks.map((chunk) => chunk.choices[0]?.delta.content ?? "").join("");
  return { chunks, text, usage: chunks.at(-1)?.usage };
}

test("a chat completion counts words as tokens, and four for each message", async () => {
  const completion = await client.chat.completions.create({ model: "tokens-5", messages });
  expect(completion.choices[0]?.message.content).toBe("token-1 token-2 token-3 token-4 token-5");
  expect(completion.usage).toMatchObject({ prompt_tokens: 7, completion_tokens: 5, total_tokens: 12 });
});

test("a chat completion says the same when streamed, token by token, with usage only if asked", async () => {
  const plain = await client.chat.completions.create({ model: "local-small", messages });
  const streamed = await collect(
    await client.chat.completions.create({ model: "local-small", messages, stream: true }),
  );
  expect(streamed.text).toBe(plain.choices[0]?.message.content);
  expect(streamed.usage ?? null).toBeNull();
  const counted = await collect(
    await client.chat.completions.create({
      model: "local-small",
      messages,
      stream: true,
      stream_options: { include_usage: true },
    }),
  );
  expect(counted.usage).toEqual(plain.usage);
});

test("a chat completion stops at max_tokens and says so", async () => {
  const completion = await client.chat.completions.create({ model: "tokens-9", messages, max_tokens: 2 });
  expect(completion.choices[0]?.finish_reason).toBe("length");
  expect(completion.usage?.completion_tokens).toBe(2);
});

test("model names request behaviours, alone or joined", () => {
  expect(behaviourOfModel("local/tokens-50,slow-20")).toEqual({ tokens: 50, tokenDelay: 20 });
  expect(behaviourOfModel("status-429")).toEqual({ status: 429 });
  expect(behaviourOfModel("no-usage,reset-0")).toEqual({ noUsage: true, resetAfter: 0 });
  expect(behaviourOfModel("gpt-4o")).toEqual({});
});

test("the upstream can answer with a status and a body", async () => {
  await expect(client.chat.completions.create({ model: "status-429", messages })).rejects.toMatchObject({
    status: 429,
  });
  upstream.behave = () => ({ status: 418, body: { error: { message: "teapot" } } });
  await expect(client.chat.completions.create({ model: "any", messages })).rejects.toThrow("418 teapot");
});

test.each([0, 3])("the upstream can break a connection after %i tokens", async (count) => {
  const seen: string[] = [];
  const call = async () => {
    const stream = await client.chat.completions.create({ model: `reset-${count}`, messages, stream: true });
    for await (const chunk of stream) if (chunk.choices[0]?.delta.content) seen.push(chunk.choices[0].delta.content);
  };
  await expect(call()).rejects.toThrow();
  expect(seen).toHaveLength(count);
});

test("the upstream notices that a caller hangs up", async () => {
  const abort = new AbortController();
  const call = client.chat.completions.create({ model: "hang", messages }, { signal: abort.signal });
  const request = await upstream.next();
  abort.abort();
  await expect(call).rejects.toThrow();
  await request.ended;
  expect(request.aborted).toBe(true);
});

test("requests are remembered with what was sent in them", async () => {
  await client.embeddings.create({ model: "e", input: ["a b", "c"], encoding_format: "float" });
  expect(upstream.requests[0]).toMatchObject({
    method: "POST",
    path: "/v1/embeddings",
    body: { model: "e" },
    aborted: false,
  });
  expect(upstream.requests[0]!.headers.authorization).toBe("Bearer local");
  expect((await client.models.list()).data.map((model) => model.id)).toEqual(["local-small", "local-large"]);
  expect(upstream.served).toBe(2);
});
