import { describe, expect, test } from "vitest";
import { KEYS, useBedrock } from "@/testing/aws/bedrock-fixture";

const bedrock = useBedrock();
const { entry, configure, call, rowOf, last } = bedrock;

const base64 = (numbers: readonly number[]): string =>
  Buffer.from(Float32Array.from(numbers).buffer).toString("base64");

describe("embeddings on Bedrock", () => {
  test("a list for a model of one text a request is one call, with its answers in order and its tokens added up", async () => {
    await configure(entry("bedrock/amazon.titan-embed-text-v2:0"));
    bedrock.aws.answer = ({ body }) => ({
      json: { embedding: [Number(body["inputText"]), 0.5], inputTextTokenCount: Number(body["inputText"]) },
    });
    const input = Array.from({ length: 20 }, (_none, at) => String(at + 1));
    const response = await call("/v1/embeddings", { input, dimensions: 256 });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      object: "list",
      data: input.map((text, index) => ({ object: "embedding", index, embedding: [Number(text), 0.5] })),
      model: "m",
      usage: { prompt_tokens: 210, total_tokens: 210 },
    });
    expect(bedrock.aws.requests).toHaveLength(20);
    expect(last()).toMatchObject({
      path: "/model/amazon.titan-embed-text-v2%3A0/invoke",
      body: { dimensions: 256, normalize: true },
    });
    expect(await rowOf(response)).toMatchObject({ status: "success", prompt_tokens: 210, completion_tokens: 0 });
  });
  test("OpenAI's clients, which ask for base64 by themselves, get it from a model that knows numbers alone", async () => {
    await configure(entry("bedrock/amazon.titan-embed-text-v2:0"));
    bedrock.aws.answer = () => ({ json: { embedding: [0.5, -1], inputTextTokenCount: 1 } });
    const response = await call("/v1/embeddings", { input: ["a", "b"], encoding_format: "base64" });
    const { data } = (await response.json()) as { data: { embedding: string }[] };
    expect(data.map(({ embedding }) => embedding)).toEqual([base64([0.5, -1]), base64([0.5, -1])]);
    expect(last()?.body).not.toHaveProperty("encoding_format");
  });
  test("one request that fails fails the call, which is tried again as a whole", async () => {
    await configure(entry("bedrock/amazon.titan-embed-text-v2:0"));
    let refusals = 0;
    bedrock.aws.answer = ({ body }) =>
      body["inputText"] === "b" && refusals++ === 0
        ? { status: 429, type: "ThrottlingException", json: { message: "Slow down." } }
        : { json: { embedding: [1], inputTextTokenCount: 1 } };
    const response = await call("/v1/embeddings", { input: ["a", "b", "c"] });
    expect([response.status, response.headers.get("x-gateway-attempts")]).toEqual([200, "2"]);
    // Bedrock has charged the two of the first attempt that it answered, too.
    expect(await rowOf(response)).toMatchObject({ status: "success", prompt_tokens: 5 });
  });
  test("a call that fails in the end books what its answered requests cost", async () => {
    await configure(entry("bedrock/amazon.titan-embed-text-v2:0", { ...KEYS, num_retries: 0 }));
    bedrock.aws.answer = ({ body }) =>
      body["inputText"] === "j"
        ? { status: 400, type: "ValidationException", json: { message: "Too long." } }
        : { json: { embedding: [1], inputTextTokenCount: 2 } };
    const response = await call("/v1/embeddings", { input: [..."abcdefghij"] });
    expect(response.status).toBe(400);
    expect(await rowOf(response)).toMatchObject({ status: "error", prompt_tokens: 18, spend: 0.018 });
  });
  test("Cohere takes many texts at once, its tokens are in a header, and base64 is base64", async () => {
    await configure(entry("bedrock/cohere.embed-multilingual-v3"));
    bedrock.aws.answer = ({ body }) => ({
      headers: { "x-amzn-bedrock-input-token-count": "100" },
      json: { embeddings: { float: (body["texts"] as string[]).map((_text, at) => [at, 0.25]) } },
    });
    const input = Array.from({ length: 100 }, (_none, at) => `text ${at}`);
    const response = await call("/v1/embeddings", { input, encoding_format: "base64" });
    const { data, usage } = (await response.json()) as { data: { embedding: string }[]; usage: object };
    expect([data.length, data[1]?.embedding, data[96]?.embedding]).toEqual([100, base64([1, 0.25]), base64([0, 0.25])]);
    expect(usage).toEqual({ prompt_tokens: 200, total_tokens: 200 });
    expect(bedrock.aws.requests.map(({ body }) => (body["texts"] as string[]).length)).toEqual([96, 4]);
    expect(last()?.body).toMatchObject({ input_type: "search_document", embedding_types: ["float"] });
  });
  test("Google's clients embed with them too", async () => {
    await configure(entry("bedrock/amazon.titan-embed-text-v2:0"));
    bedrock.aws.answer = () => ({ json: { embedding: [1, 2], inputTextTokenCount: 2 } });
    const response = await call("/v1beta/models/m:embedContent", { content: { parts: [{ text: "Hi." }] } });
    expect(await response.json()).toMatchObject({ embedding: { values: [1, 2] } });
  });
  test.each<[what: string, model: string, body: object, param: string]>([
    ["tokens", "amazon.titan-embed-text-v2:0", { input: [[1, 2]] }, "input"],
    ["dimensions of a model that has one", "amazon.titan-embed-text-v1", { input: "x", dimensions: 2 }, "dimensions"],
    ["a model that embeds nothing", "meta.llama3-8b-instruct-v1:0", { input: "x" }, "model"],
  ])("%s: the refusal names the parameter", async (_what, model, body, param) => {
    await configure(entry(`bedrock/${model}`));
    const response = await call("/v1/embeddings", body);
    expect([response.status, await response.json()]).toMatchObject([400, { error: { param } }]);
    expect(bedrock.aws.requests).toEqual([]);
  });
});

test("documents are reranked", async () => {
  await configure(entry("bedrock/cohere.rerank-v3-5:0"));
  bedrock.aws.answer = () => ({ json: { results: [{ index: 1, relevance_score: 0.9 }] } });
  const response = await call("/v1/rerank", {
    query: "q",
    documents: ["a", { text: "b" }],
    top_n: 1,
    return_documents: true,
  });
  expect(await response.json()).toMatchObject({
    results: [{ index: 1, relevance_score: 0.9, document: { text: "b" } }],
  });
  expect(last()?.body).toEqual({ query: "q", documents: ["a", "b"], top_n: 1, api_version: 2 });
});

test("a rerank is charged by queries, each with up to 100 documents", async () => {
  await configure(entry("bedrock/amazon.rerank-v1:0", { ...KEYS, input_cost_per_query: 0.5 }));
  bedrock.aws.answer = () => ({ json: { results: [{ index: 1, relevance_score: 0.9 }] } });
  const documents = Array.from({ length: 101 }, (_none, at) => `document ${at}`);
  const response = await call("/v1/rerank", { query: "q", documents });
  expect(response.status).toBe(200);
  const row = await rowOf(response);
  expect(Number(row?.["spend"]) - Number(row?.["prompt_tokens"]) * 0.001).toBeCloseTo(1, 6);
});
