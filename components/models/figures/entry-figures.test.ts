import { expect, test } from "vitest";
import { errorRateOf, figuresById, figuresNote } from "./entry-figures";

const FIGURES = { calls: 8, failed_calls: 2, spend: 1, p50_ms: 400, p95_ms: 900 };

test("the share of failed calls is none without calls", () => {
  expect(errorRateOf(FIGURES)).toBe(0.25);
  expect(errorRateOf({ ...FIGURES, calls: 0, failed_calls: 0 })).toBeNull();
});

test("figures are found by the id of the deployment", () => {
  const row = {
    ...FIGURES,
    tokens: 0,
    p99_ms: null,
    first_token_p50_ms: null,
    first_token_p95_ms: null,
    first_token_p99_ms: null,
    tokens_per_second: null,
    read: 8,
  };
  const known = figuresById({
    data: [
      { deployment: "d1", ...row },
      { deployment: null, ...row },
    ],
  });
  expect([...known.keys()]).toEqual(["d1"]);
});

test.each([
  [{ sampled: false, read: 10, of: 10 }, ""],
  [
    { sampled: true, read: 40_000, of: 1_200_000 },
    "Figures of entries with many calls are estimates: 40,000 of about 1,200,000 were read.",
  ],
  [{ sampled: false, read: 10, of: 10, note: "Calls are kept since 1 Nov." }, "Calls are kept since 1 Nov."],
])("of %o the reader is told %j", (summary, words) => {
  expect(figuresNote(summary)).toBe(words);
});
