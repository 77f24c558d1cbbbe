import { expect, test } from "vitest";
import { AHEAD_MS, planSigning, RETIRED_KEPT_MS, SIGNS_MS, type AgedKey, type SigningPlan } from "./signing-plan";

const HOUR = 3_600_000;
const key = (id: string, age: number, isOpen = true): AgedKey => ({ id, age, isOpen, retiredFor: null });
const retired = (id: string, age: number, retiredFor: number): AgedKey => ({ ...key(id, age), retiredFor });

const CASES: readonly (readonly [title: string, keys: readonly AgedKey[], plan: SigningPlan])[] = [
  ["no key is there", [], { signs: undefined, next: [], isDue: true, over: [] }],
  ["the first key signs at once", [key("a", 0)], { signs: "a", next: [], isDue: false, over: [] }],
  ["a key is old", [key("a", SIGNS_MS)], { signs: "a", next: [], isDue: true, over: [] }],
  [
    "a new key has not been published for long",
    [key("b", AHEAD_MS - 1), key("a", SIGNS_MS + AHEAD_MS)],
    { signs: "a", next: ["b"], isDue: false, over: [] },
  ],
  [
    "a new key has been published for long enough",
    [key("b", AHEAD_MS), key("a", SIGNS_MS + AHEAD_MS)],
    { signs: "b", next: [], isDue: false, over: [] },
  ],
  [
    "tokens of the old key may still live",
    [key("b", AHEAD_MS + HOUR - 1), key("a", SIGNS_MS + AHEAD_MS + HOUR)],
    { signs: "b", next: [], isDue: false, over: [] },
  ],
  [
    "no token of the old key lives",
    [key("b", AHEAD_MS + HOUR), key("a", SIGNS_MS + AHEAD_MS + HOUR)],
    { signs: "b", next: [], isDue: false, over: ["a"] },
  ],
  [
    "another node made one at the same time",
    [key("b", 5), key("a", 5)],
    { signs: "b", next: ["a"], isDue: false, over: [] },
  ],
  [
    "this node opens no key of another one",
    [key("a", AHEAD_MS, false)],
    { signs: undefined, next: [], isDue: true, over: [] },
  ],
  [
    "this node has its own beside one that it does not open",
    [key("b", 0), key("a", AHEAD_MS, false)],
    { signs: "b", next: [], isDue: false, over: [] },
  ],
  [
    "an administrator has replaced the others",
    [key("c", 0), retired("b", 60_000, 0), retired("a", SIGNS_MS, 0)],
    { signs: "c", next: [], isDue: false, over: [] },
  ],
  [
    "tokens of replaced keys have expired, and others may not have",
    [key("c", RETIRED_KEPT_MS), retired("b", 2 * RETIRED_KEPT_MS, RETIRED_KEPT_MS), retired("a", HOUR, 1)],
    { signs: "c", next: [], isDue: false, over: ["b"] },
  ],
  [
    "this node does not open the key that has replaced its own",
    [key("b", 0, false), retired("a", HOUR, 0)],
    { signs: undefined, next: [], isDue: true, over: [] },
  ],
];

test.each(CASES)("%s", (_, keys, plan) => {
  expect(planSigning(keys)).toEqual(plan);
  expect(planSigning(keys.toReversed())).toEqual(plan);
});
