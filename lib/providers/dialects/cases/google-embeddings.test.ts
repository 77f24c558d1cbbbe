import { expect, test } from "vitest";
import type { Adapter } from "../../adapter";
import { GOOGLE_ROUTES } from "../google/routes";
import { NO_FACTS } from "../../answer-facts";
import type { Deployment } from "../../deployment";
import type { JsonObject } from "../../json-value";
import { readBodyOfPath } from "../../model-body";
import { openAiAdapter } from "../../openai";
import { embeddingsOver, writeEmbeddingsRequest } from "../google/embeddings";

const content = (...texts: string[]): JsonObject => ({ parts: texts.map((text) => ({ text })) });

test.each([
  [GOOGLE_ROUTES.embed, { content: content("One.") }, { input: ["One."] }],
  [
    GOOGLE_ROUTES.embed,
    { model: "models/m", content: content("One ", "two."), outputDimensionality: 8, taskType: "RETRIEVAL_QUERY" },
    { input: ["One two."], dimensions: 8 },
  ],
  [
    GOOGLE_ROUTES.embedBatch,
    {
      requests: [
        { model: "models/m", content: content("One."), output_dimensionality: 8 },
        { content: content("Two."), outputDimensionality: 8, title: "2" },
      ],
    },
    { input: ["One.", "Two."], dimensions: 8 },
  ],
])("%s goes to /embeddings: %j", (route, body, sent) => {
  expect(writeEmbeddingsRequest(route, body, "m")).toEqual({ model: "m", ...sent, encoding_format: "float" });
});

test.each([
  [GOOGLE_ROUTES.embed, {}, "content"],
  [GOOGLE_ROUTES.embed, { content: content("One."), user: "a" }, "user"],
  [
    GOOGLE_ROUTES.embed,
    { content: { parts: [{ inlineData: { mimeType: "image/png", data: "AA==" } }] } },
    "content.parts.0",
  ],
  [GOOGLE_ROUTES.embedBatch, {}, "requests"],
  [GOOGLE_ROUTES.embedBatch, { requests: [], user: "a" }, "user"],
  [GOOGLE_ROUTES.embedBatch, { requests: ["One."] }, "requests.0"],
  [GOOGLE_ROUTES.embedBatch, { requests: [{ model: "other", content: content("One.") }] }, "requests.0.model"],
  [
    GOOGLE_ROUTES.embedBatch,
    { requests: [{ content: content("One.") }, { content: content("Two."), outputDimensionality: 8 }] },
    "requests.1.outputDimensionality",
  ],
])("%s refuses what cannot be embedded by its name: %j", (route, body, param) => {
  expect(() => writeEmbeddingsRequest(route, body, "m")).toThrow(
    expect.objectContaining({ code: "invalid_request", options: { param } }),
  );
});

test("numbers come back in order, also where the upstream wrote them in base64", () => {
  const adapter: Adapter = embeddingsOver(openAiAdapter);
  const call = {
    route: GOOGLE_ROUTES.embedBatch as string,
    body: readBodyOfPath(Buffer.from("{}"), { model: "m", isStreamed: false }),
    deployment: { model: "m" } as Deployment,
    startedAt: 0,
  };
  const floats = Buffer.alloc(8);
  floats.writeFloatLE(0.5, 0);
  floats.writeFloatLE(-2, 4);
  const data = [{ embedding: [1, 2] }, { embedding: floats.toString("base64") }];
  const bytes = Buffer.from(JSON.stringify({ object: "list", data, usage: { prompt_tokens: 3, total_tokens: 3 } }));
  const answer = adapter.answer(call, bytes);
  expect(JSON.parse(answer.body.toString())).toEqual({
    embeddings: [{ values: [1, 2] }, { values: [0.5, -2] }],
    usageMetadata: { promptTokenCount: 3 },
  });
  expect(answer.usage).toMatchObject({ promptTokens: 3, source: "upstream" });
  expect(answer.describe()).toEqual(NO_FACTS);
  const one = adapter.answer({ ...call, route: GOOGLE_ROUTES.embed }, bytes);
  expect(JSON.parse(one.body.toString())).toMatchObject({ embedding: { values: [1, 2] } });
});
