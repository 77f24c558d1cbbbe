import { expect, test } from "vitest";
import { NO_USAGE } from "@/lib/usage";
import { readOpenAiUsage, reportedUsage } from "./openai-usage";

// The shapes are those of OpenAI's API reference (chat, responses, transcriptions, images, realtime), DeepSeek, xAI
// and Jina.
test.each<[what: string, usage: unknown, units: object | undefined]>([
  [
    "chat completions",
    { prompt_tokens: 9, completion_tokens: 3, total_tokens: 12 },
    { promptTokens: 9, completionTokens: 3 },
  ],
  [
    "every detail of chat completions",
    {
      prompt_tokens: 90,
      completion_tokens: 30,
      total_tokens: 120,
      prompt_tokens_details: { cached_tokens: 40, audio_tokens: 20, cache_write_tokens: 5 },
      completion_tokens_details: { reasoning_tokens: 10, audio_tokens: 6, accepted_prediction_tokens: 0 },
    },
    {
      promptTokens: 90,
      cachedTokens: 40,
      promptAudioTokens: 20,
      cacheWriteTokens: 5,
      completionTokens: 30,
      reasoningTokens: 10,
      completionAudioTokens: 6,
    },
  ],
  [
    "responses",
    {
      input_tokens: 9,
      output_tokens: 3,
      input_tokens_details: { cached_tokens: 2 },
      output_tokens_details: { reasoning_tokens: 1 },
    },
    { promptTokens: 9, completionTokens: 3, cachedTokens: 2, reasoningTokens: 1 },
  ],
  ["embeddings", { prompt_tokens: 8, total_tokens: 8 }, { promptTokens: 8 }],
  [
    "images",
    {
      total_tokens: 100,
      input_tokens: 50,
      output_tokens: 50,
      input_tokens_details: { text_tokens: 10, image_tokens: 40 },
    },
    { promptTokens: 50, promptImageTokens: 40, completionTokens: 50 },
  ],
  [
    "transcriptions by tokens",
    {
      type: "tokens",
      input_tokens: 14,
      input_token_details: { text_tokens: 0, audio_tokens: 14 },
      output_tokens: 45,
      total_tokens: 59,
    },
    { promptTokens: 14, promptAudioTokens: 14, completionTokens: 45 },
  ],
  [
    "transcriptions by time, of which a second that has begun counts",
    { type: "duration", seconds: 8.2 },
    { audioSeconds: 9 },
  ],
  [
    "cached audio",
    {
      input_tokens: 10,
      output_tokens: 0,
      input_token_details: { cached_tokens: 5, audio_tokens: 8, cached_tokens_details: { audio_tokens: 4 } },
    },
    { promptTokens: 10, cachedTokens: 5, promptAudioTokens: 8, cachedAudioTokens: 4 },
  ],
  [
    "cache hits in another place",
    { prompt_tokens: 10, completion_tokens: 1, prompt_cache_hit_tokens: 6, prompt_cache_miss_tokens: 4 },
    { promptTokens: 10, completionTokens: 1, cachedTokens: 6 },
  ],
  [
    "thinking that is counted in the total alone",
    {
      prompt_tokens: 10,
      completion_tokens: 5,
      total_tokens: 35,
      completion_tokens_details: { reasoning_tokens: 20 },
    },
    { promptTokens: 10, completionTokens: 25, reasoningTokens: 20 },
  ],
  [
    "thinking that is reported nowhere else",
    { prompt_tokens: 10, completion_tokens: 5, total_tokens: 35 },
    { promptTokens: 10, completionTokens: 25, reasoningTokens: 20 },
  ],
  [
    "a total that is too small",
    { prompt_tokens: 10, completion_tokens: 5, total_tokens: 3 },
    { promptTokens: 10, completionTokens: 5 },
  ],
  ["a total alone", { total_tokens: 815 }, { promptTokens: 815 }],
  [
    "invalid numbers",
    { prompt_tokens: -1, completion_tokens: 1.5, prompt_tokens_details: { cached_tokens: "7" } },
    undefined,
  ],
  ["a prompt that is not a number", { prompt_tokens: "1000", completion_tokens: 5 }, undefined],
  ["a negative prompt", { prompt_tokens: -5, completion_tokens: 5, total_tokens: 0 }, undefined],
  ["half a token", { prompt_tokens: 10, completion_tokens: 5.5, total_tokens: 16 }, undefined],
  ["more tokens than any model takes", { prompt_tokens: 1e15, completion_tokens: 5 }, undefined],
  ["a count that is null", { prompt_tokens: 8, completion_tokens: null, total_tokens: 8 }, { promptTokens: 8 }],
  [
    "a total that is not a number",
    { prompt_tokens: 8, completion_tokens: 2, total_tokens: "10" },
    { promptTokens: 8, completionTokens: 2 },
  ],
  [
    "invalid details",
    { prompt_tokens: 1, completion_tokens: 1, prompt_tokens_details: [1], completion_tokens_details: null },
    { promptTokens: 1, completionTokens: 1 },
  ],
  ["no object", "12", undefined],
  ["nothing", null, undefined],
  ["an empty object", {}, undefined],
])("the usage of %s is read", (_what, usage, units) => {
  expect(readOpenAiUsage(usage)).toEqual(units && { ...NO_USAGE, ...units });
});

test.each([{ prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }, { input_tokens: 0, output_tokens: 0 }, null])(
  "an upstream that answers with the usage %j has not counted",
  (usage) => {
    expect(reportedUsage(usage)).toBeUndefined();
  },
);

test("the usage of a prompt without an answer is one", () => {
  expect(reportedUsage({ prompt_tokens: 8, completion_tokens: 0 })).toMatchObject({ promptTokens: 8 });
});
