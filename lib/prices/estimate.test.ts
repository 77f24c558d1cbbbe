import fc from "fast-check";
import { expect, test } from "vitest";
import type { ModelEntry } from "@/lib/config/schema";
import { estimateCall, estimateCost, estimateHeard, recordedSeconds } from "./estimate";
import { findPrices } from "./price";
import { NO_PRICES } from "./price-catalog";

const entry = (prices: object): ModelEntry => ({ model_name: "m", gateway_params: { model: "x/y", ...prices } });
const tokens = entry({ input_cost_per_token: 1e-9, output_cost_per_token: 1e-6 });
const cost = (route: string, body: object, priced: ModelEntry, uploadBytes?: number): number =>
  Number(
    estimateCost(
      estimateCall({ route, body: { ...body }, promptTokens: 10, seconds: recordedSeconds(uploadBytes) }),
      findPrices({ provider: "x", model: "y", at: 0 }, priced, NO_PRICES),
    ),
  );

test.each<[what: string, nano: number, route: string, body: object, prices: ModelEntry, uploadBytes?: number]>([
  ["a chat: its prompt and its max_tokens", 10 + 5_000, "/chat/completions", { max_tokens: 5 }, tokens],
  ["each choice of a chat", 10 + 15_000, "/chat/completions", { max_tokens: 5, n: 3 }, tokens],
  ["a thousand completion tokens without max_tokens", 10 + 1_000_000, "/responses", {}, tokens],
  ["the larger of two maximums", 10 + 9_000, "/chat/completions", { max_completion_tokens: 1, max_tokens: 9 }, tokens],
  [
    "a thousand completion tokens where the maximum is null",
    10 + 1_000_000,
    "/responses",
    { max_tokens: null },
    tokens,
  ],
  ["each prompt of a completion", 10 + 10_000, "/completions", { max_tokens: 5, prompt: ["a", "b"] }, tokens],
  ["one prompt given as tokens", 10 + 5_000, "/completions", { max_tokens: 5, prompt: [1, 2, 3] }, tokens],
  [
    "all answers of which the best is chosen",
    10 + 20_000,
    "/completions",
    { max_tokens: 5, prompt: "a", best_of: 4 },
    tokens,
  ],
  ["an embedding: its prompt alone", 10, "/embeddings", { max_tokens: 5 }, tokens],
  ["images by the image", 2e9, "/images/generations", { n: 2 }, entry({ output_cost_per_image: 1 })],
  ["images by tokens", 10 + 2 * 4_160_000, "/images/generations", { n: 2 }, tokens],
  [
    "speech by the character, as providers count them",
    2e9,
    "/audio/speech",
    { input: "a😀" },
    entry({ input_cost_per_character: 1 }),
  ],
  ["speech by tokens", 10 + 3_000, "/audio/speech", { input: "ab" }, tokens],
  [
    "a recording by the second, as its size says",
    100e9,
    "/audio/transcriptions",
    {},
    entry({ input_cost_per_second: 1 }),
    800_000,
  ],
  ["a short recording as ten seconds", 10e9, "/audio/transcriptions", {}, entry({ input_cost_per_second: 1 }), 5],
  ["a recording of unknown size as a minute", 60e9, "/audio/transcriptions", {}, entry({ input_cost_per_second: 1 })],
  [
    "a recording whose size is not a number as a minute",
    60e9,
    "/audio/transcriptions",
    {},
    entry({ input_cost_per_second: 1 }),
    Number.NaN,
  ],
  ["a recording by tokens", 600 + 240_000, "/audio/transcriptions", {}, tokens],
])("the estimated cost of %s", (_what, nano, route, body, prices, uploadBytes) => {
  expect(cost(route, body, prices, uploadBytes)).toBe(nano);
});

test("every call that costs something has an estimated cost, whatever its body says", () => {
  const routes = fc.constantFrom(
    "/chat/completions",
    "/completions",
    "/responses",
    "/messages",
    "/images/generations",
    "/audio/speech",
    "/audio/transcriptions",
    "/embeddings",
  );
  const body = fc.dictionary(
    fc.constantFrom("n", "best_of", "max_tokens", "max_completion_tokens", "prompt", "input"),
    fc.anything(),
  );
  fc.assert(
    fc.property(routes, body, fc.option(fc.double(), { nil: undefined }), (route, value, uploadBytes) => {
      expect(cost(route, value, tokens, uploadBytes)).toBeGreaterThan(0);
    }),
  );
});

test("a call that names no maximum has the one that the adapter adds, for each of its answers", () => {
  const request = { route: "/chat/completions", body: { n: 2 }, promptTokens: 10, addedMaximum: 32_000 };
  expect(estimateCall(request).units.completionTokens).toBe(64_000);
  expect(estimateCall({ ...request, body: { max_tokens: 5 } }).units.completionTokens).toBe(5);
});

test("a recording whose caller hung up is booked with the seconds that its size indicates, and with 10 if its size is unknown", () => {
  expect(estimateHeard(recordedSeconds(800_000))).toMatchObject({
    audioSeconds: 100,
    promptTokens: 1_000,
    promptAudioTokens: 1_000,
  });
  expect(estimateHeard(undefined)).toMatchObject({ audioSeconds: 10, completionTokens: 0, source: "estimated" });
});

test.each<[what: string, seconds: number | undefined, bytes: number | undefined, bytesPerSecond?: number]>([
  ["a compressed recording of 800,000 bytes", 100, 800_000],
  ["a minute as WAV in 16 bits at 16 kHz", 60, 1_920_000, 32_000],
  ["a minute of stereo as WAV at 48 kHz", 60, 11_520_000, 192_000],
  ["a short recording", 10, 2_000],
  ["a form of unknown size", undefined, undefined, 32_000],
])("the length of %s", (_what, seconds, bytes, bytesPerSecond) => {
  expect(recordedSeconds(bytes, bytesPerSecond)).toBe(seconds);
});
