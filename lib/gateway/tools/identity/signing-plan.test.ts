import { expect, test } from "vitest";
import { AHEAD_MS, planSigning, SIGNS_MS, type AgedKey, type SigningPlan } from "./signing-plan";

const HOUR = 3_600_000;
const key = (id: string, age: number, isOpen = true): AgedKey => ({ id, age, isOpen });

const CASES: readonly (readonly [title: string, keys: readonly AgedKey[], plan: SigningPlan])[] = [
  ["no key is there", [], { signs: undefined, isDue: true, over: [] }],
  ["the first key signs at once", [key("a", 0)], { signs: "a", isDue: false, over: [] }],
  ["a key is old", [key("a", SIGNS_MS)], { signs: "a", isDue: true, over: [] }],
  [
    "a new key has not been published for long",
    [key("b", AHEAD_MS - 1), key("a", SIGNS_MS + AHEAD_MS)],
    { signs: "a", isDue: false, over: [] },
  ],
  [
    "a new key has been published for long enough",
    [key("b", AHEAD_MS), key("a", SIGNS_MS + AHEAD_MS)],
    { signs: "b", isDue: false, over: [] },
  ],
  [
    "tokens of the old key may still live",
    [key("b", AHEAD_MS + HOUR - 1), key("a", SIGNS_MS + AHEAD_MS + HOUR)],
    { signs: "b", isDue: false, over: [] },
  ],
  [
    "no token of the old key lives",
    [key("b", AHEAD_MS + HOUR), key("a", SIGNS_MS + AHEAD_MS + HOUR)],
    { signs: "b", isDue: false, over: ["a"] },
  ],
  ["another node made one at the same time", [key("b", 5), key("a", 5)], { signs: "b", isDue: false, over: [] }],
  ["this node opens no key of another one", [key("a", AHEAD_MS, false)], { signs: undefined, isDue: true, over: [] }],
  [
    "this node has its own beside one that it does not open",
    [key("b", 0), key("a", AHEAD_MS, false)],
    { signs: "b", isDue: false, over: [] },
  ],
];

test.each(CASES)("%s", (_, keys, plan) => {
  expect(planSigning(keys)).toEqual(plan);
  expect(planSigning(keys.toReversed())).toEqual(plan);
});
