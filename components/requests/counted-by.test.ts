import { expect, test } from "vitest";
import { countedBy } from "./counted-by";

test.each([
  ["an answer", "upstream", "success", 15, 0.1, "the upstream"],
  ["a free answer without tokens", "upstream", "success", 0, 0, "the upstream"],
  ["a call that reached no upstream", "upstream", "error", 0, 0, "nobody: it used nothing"],
  ["a failed call that was charged for tokens", "upstream", "error", 7, 0, "the upstream"],
  ["a failed call that was charged for an image", "upstream", "error", 0, 0.04, "the upstream"],
  ["a stream that broke off", "estimated", "cancelled", 7, 0.1, "estimate (the upstream did not say)"],
] as const)(
  "the units of %s were counted by whom the page says",
  (_, usage_source, status, total_tokens, spend, words) => {
    expect(countedBy({ usage_source, status, total_tokens, spend })).toBe(words);
  },
);
