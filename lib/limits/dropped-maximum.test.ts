import { expect, test } from "vitest";
import { costOfCall } from "./call-cost";

test("a maximum that an entry drops is none: the call may cost what one without it may", () => {
  const price = { rates: { input: { base: 0n, tiers: [] }, output: { base: 1_000_000n, tiers: [] } }, version: "test" };
  const cost = (body: Readonly<Record<string, unknown>>, paths?: string[]): bigint =>
    costOfCall({
      route: "/chat/completions",
      body: { value: body },
      estimatedPromptTokens: 1,
      targets: [{ price, deployment: { entry: { gateway_params: { additional_drop_params: paths } } } }],
    }).costNano;
  expect(cost({ max_tokens: 1 })).toBeLessThan(cost({}));
  expect(cost({ max_tokens: 1 }, ["max_tokens"])).toBe(cost({}));
  expect(cost({ max_tokens: 1 }, ["temperature"])).toBe(cost({ max_tokens: 1 }));
});
