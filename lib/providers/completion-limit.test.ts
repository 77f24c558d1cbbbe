import fc from "fast-check";
import { expect, test } from "vitest";
import { completionLimit } from "./completion-limit";

test.each<[body: object, tokens: number | undefined, answers: number]>([
  [{}, undefined, 1],
  [{ max_tokens: 5 }, 5, 1],
  [{ max_tokens: null, max_completion_tokens: 7 }, 7, 1],
  [{ max_tokens: null, max_output_tokens: null }, undefined, 1],
  [{ max_tokens: 0 }, undefined, 1],
  [{ max_tokens: 5, max_completion_tokens: 5 }, 5, 1],
  [{ max_tokens: 5, thinking: { type: "enabled", budget_tokens: 9 } }, 9, 1],
  [{ max_tokens: 50, thinking: { type: "enabled", budget_tokens: 9 } }, 50, 1],
  [{ reasoning: { max_tokens: 2_000 } }, 2_000, 1],
  [{ thinking: null, reasoning: { effort: "low" } }, undefined, 1],
  [{ max_tokens: 1e300 }, 10_000_000, 1],
  [{ n: 3, best_of: 4 }, undefined, 4],
  [{ n: null, best_of: null }, undefined, 1],
  [{ n: 0 }, undefined, 1],
  [{ n: 2, prompt: ["a", "b"] }, undefined, 4],
  [{ prompt: [1, 2, 3] }, undefined, 1],
  [{ prompt: [] }, undefined, 1],
])("%j names at most %s tokens for each of %i answers", (body, tokens, answers) => {
  expect(completionLimit({ ...body })).toEqual({ tokens, answers, fault: undefined });
});

test.each<[body: object, param: string, message: string]>([
  [{ max_tokens: "5" }, "max_tokens", '"max_tokens" must be a whole number.'],
  [{ max_tokens: -1 }, "max_tokens", '"max_tokens" must be a whole number.'],
  [{ max_output_tokens: 1.5 }, "max_output_tokens", '"max_output_tokens" must be a whole number.'],
  [{ max_completion_tokens: [5] }, "max_completion_tokens", '"max_completion_tokens" must be a whole number.'],
  [{ max_tokens: Number.POSITIVE_INFINITY }, "max_tokens", '"max_tokens" must be a whole number.'],
  [{ n: "3" }, "n", '"n" must be a whole number.'],
  [{ best_of: 0.5 }, "best_of", '"best_of" must be a whole number.'],
  [{ thinking: { budget_tokens: "9" } }, "thinking.budget_tokens", '"thinking.budget_tokens" must be a whole number.'],
  [
    { max_completion_tokens: 1, max_tokens: 1_000_000 },
    "max_tokens",
    '"max_completion_tokens" and "max_tokens" name different maximums; send one of them, or the same number in both.',
  ],
  [
    { max_tokens: 0, max_output_tokens: 5 },
    "max_tokens",
    '"max_output_tokens" and "max_tokens" name different maximums; send one of them, or the same number in both.',
  ],
])("%j is refused, and the refusal names %s", (body, param, message) => {
  expect(completionLimit({ ...body }).fault).toEqual({ param, message });
});

test("no valid maximum of a request is larger than what counts", () => {
  const names = fc.constantFrom("max_tokens", "max_completion_tokens", "max_output_tokens");
  fc.assert(
    fc.property(fc.dictionary(names, fc.nat({ max: 1_000_000 })), (body) => {
      expect(completionLimit(body).tokens ?? 0).toBe(Math.max(0, ...Object.values(body)));
    }),
  );
});
