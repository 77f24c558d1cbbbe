import { expect, test } from "vitest";
import { flawOf } from "./limits";

const limits = { pair: 2 };

test.each<[what: string, pair: string, ratios: number[], flaw: RegExp | undefined]>([
  ["below the limit", "pair", [1.7, 1.8, 1.9], undefined],
  ["at the limit", "pair", [2, 2, 2], undefined],
  ["above it in each round", "pair", [2.3, 2.2, 2.1], /^pair takes 2\.20 of the reference, and may take 2$/],
  ["above it in all rounds but one", "pair", [2.3, 1.9, 2.4], undefined],
  ["above it in one round of one", "pair", [2.1], /takes 2\.10/],
  ["of a pair without a limit", "another", [1], /^another has no limit/],
])("a cost %s", (_what, pair, ratios, flaw) => {
  const found = flawOf(pair, ratios, limits);
  if (flaw === undefined) expect(found).toBeUndefined();
  else expect(found).toMatch(flaw);
});
