import { describe, expect, test } from "vitest";
import { NO_USAGE } from "@/lib/usage";
import { estimatePromptTokens, estimateUsage } from "./estimate-usage";
import { readModelBody } from "./model-body";
import { readAnswer, readAnswerUsage } from "./openai-answer";

const read = (route: string, value: unknown) =>
  readAnswerUsage(route, readAnswer(route, Buffer.from(JSON.stringify(value))));

describe("readAnswerUsage", () => {
  test.each<[what: string, route: string, answer: unknown, units: object | undefined]>([
    [
      "images are counted beside tokens",
      "/images/generations",
      { data: [{}, {}], usage: { input_tokens: 5, output_tokens: 200 } },
      { promptTokens: 5, completionTokens: 200, images: 2 },
    ],
    ["images are counted without tokens", "/images/generations", { data: [{}] }, { images: 1 }],
    ["no images, no usage", "/images/generations", { data: [] }, undefined],
    ["Jina's rerank reports a total", "/rerank", { usage: { total_tokens: 815 } }, { promptTokens: 815 }],
    [
      "Cohere's rerank reports tokens",
      "/rerank",
      { meta: { billed_units: { search_units: 1 }, tokens: { input_tokens: 90 } } },
      { promptTokens: 90, searchUnits: 1 },
    ],
    [
      "Cohere's rerank may report billed tokens alone",
      "/rerank",
      { meta: { billed_units: { input_tokens: 80, output_tokens: 0 } } },
      { promptTokens: 80 },
    ],
    [
      "a rerank charged by searches says nothing of tokens",
      "/rerank",
      { meta: { billed_units: { search_units: 2 } } },
      { searchUnits: 2 },
    ],
    [
      "a verbose transcription says how long it listened",
      "/audio/transcriptions",
      { text: "a", duration: 8.47 },
      { audioSeconds: 9 },
    ],
    ["its duration may be a text", "/audio/transcriptions", { text: "a", duration: "8.47" }, { audioSeconds: 9 }],
    [
      "a transcription's usage counts before its duration",
      "/audio/transcriptions",
      { text: "a", duration: 8.47, usage: { type: "duration", seconds: 12 } },
      { audioSeconds: 12 },
    ],
    ["a transcription may say nothing", "/audio/transcriptions", { text: "a" }, undefined],
  ])("a complete answer reports its usage: %s", (_what, route, answer, units) => {
    expect(read(route, answer)).toEqual(units && { ...NO_USAGE, ...units });
  });

  test.each(["", '{"a":', "[1]", "7", "null"])("%j is an invalid answer", (text) => {
    expect(() => readAnswer("/embeddings", Buffer.from(text))).toThrow(/JSON/);
  });
});

describe("an answer that reports no usage", () => {
  const body = readModelBody(Buffer.from(JSON.stringify({ model: "m", input: "Grüße 👋" })));

  test("speech without a reported usage is charged by the characters that were spoken", () => {
    expect(estimatePromptTokens("/audio/speech", body)).toBe(2);
    expect(estimateUsage("/audio/speech", body, 2, 40_000)).toEqual({
      ...NO_USAGE,
      promptTokens: 2,
      characters: 7,
      source: "estimated",
    });
  });
  test("vectors and verdicts are not completions, however large they are", () => {
    for (const route of ["/embeddings", "/moderations", "/images/generations"]) {
      expect(estimateUsage(route, body, 9, 40_000)).toEqual({ ...NO_USAGE, promptTokens: 9, source: "estimated" });
    }
  });
  test.each([
    [0, 1],
    [100, 1],
    [101, 2],
  ])("a rerank of %i documents is charged as %i queries", (documents, searchUnits) => {
    const asked = readModelBody(Buffer.from(JSON.stringify({ model: "m", documents: Array(documents).fill("d") })));
    expect(estimateUsage("/rerank", asked, 9, 40_000)).toEqual({
      ...NO_USAGE,
      promptTokens: 9,
      searchUnits,
      source: "estimated",
    });
  });
  test("text without a reported usage is estimated by its length", () => {
    expect(estimateUsage("/chat/completions", body, 9, 400)).toMatchObject({ promptTokens: 9, completionTokens: 100 });
    expect(estimateUsage("/audio/transcriptions", body, 0, 41)).toMatchObject({
      promptTokens: 0,
      completionTokens: 11,
    });
  });
});
