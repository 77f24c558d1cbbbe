import { expect, test } from "vitest";
import { trialCall } from "./trial-call";

test.each([
  ["gpt-5-mini", undefined, "/chat/completions"],
  ["anthropic.claude-sonnet-4-5-20250929-v1:0", undefined, "/chat/completions"],
  ["command-a-03-2025", undefined, "/chat/completions"],
  ["text-embedding-3-small", undefined, "/embeddings"],
  ["amazon.titan-embed-text-v2:0", undefined, "/embeddings"],
  ["cohere.embed-multilingual-v3", undefined, "/embeddings"],
  ["amazon.nova-2-multimodal-embeddings-v1:0", undefined, "/embeddings"],
  ["gemini-embedding-001", undefined, "/embeddings"],
  ["voyage-3-large", undefined, "/embeddings"],
  ["BAAI/bge-m3", undefined, "/embeddings"],
  ["BAAI/bge-reranker-v2-m3", undefined, "/rerank"],
  ["rerank-v3.5", undefined, "/rerank"],
  ["amazon.rerank-v1:0", undefined, "/rerank"],
  ["arn:aws:bedrock:us-east-1:1:application-inference-profile/a", "embedding", "/embeddings"],
  ["house", "rerank", "/rerank"],
  ["embed-nothing", "chat", "/chat/completions"],
])("%s of the mode %s is tried by %s", (upstream, mode, route) => {
  const call = trialCall("asked", upstream, mode === undefined ? undefined : { mode });
  expect([call.route, call.body["model"]]).toEqual([route, "asked"]);
});

test.each([
  ["gpt-5", { choices: [{ message: { content: "OK" } }] }, "It said “OK”."],
  ["gpt-5", { choices: [{ message: { content: null } }] }, ""],
  ["gpt-5", {}, ""],
  ["text-embedding-3-small", { data: [{ embedding: [0.5, 1] }] }, "It gave a vector of 2 numbers."],
  ["rerank-v3.5", { results: [{ index: 0, relevance_score: 0.98765 }] }, "It gave a score of 0.988."],
  ["rerank-v3.5", { results: [] }, ""],
])("the answer of %s, %j, says: %s", (upstream, answer, words) => {
  expect(trialCall("asked", upstream).answered(JSON.stringify(answer))).toBe(words);
});
