import { expect, test } from "vitest";
import { UPSTREAMS } from "@/lib/providers/dialects/halves";
import { GOOGLE_TEXT, GOOGLE_TEXT_STREAM } from "@/lib/providers/fixtures/google-answers";
import { entryWith } from "./price.cases";
import { priceCall } from "./price";

const entry = entryWith({
  input_cost_per_token: 1e-6,
  cache_read_input_token_cost: 1e-7,
  output_cost_per_token: 1e-5,
});
const at = Date.parse("2026-11-21T12:00:00Z");

/** 19 tokens at the prompt's price, 1000 at the cache's, 6 of the answer and 4 of thoughts. */
const COST = 19_000n + 100_000n + 100_000n;

test("cached tokens of Google's are charged once, and thoughts as completion", () => {
  const { usage } = UPSTREAMS.google.readAnswer(GOOGLE_TEXT);
  expect(usage && priceCall({ provider: "gemini", model: "m", at, units: usage }, entry).spendNano).toBe(COST);
});

test("streamed, the last piece counts", () => {
  const reader = UPSTREAMS.google.reader();
  for (const event of GOOGLE_TEXT_STREAM.split("\r\n\r\n")) if (event !== "") reader.read(event.slice("data: ".length));
  expect(priceCall({ provider: "gemini", model: "m", at, units: reader.usage(0) }, entry).spendNano).toBe(COST);
});
