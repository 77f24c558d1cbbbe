import { expect, test } from "vitest";
import { againInMs } from "./again-in";
import type { Choice } from "./balance";
import type { Recall } from "./health";

const resort = (recall: Recall): Choice => ({ kind: "last resort", position: 0, until: 5_000, recall });
const NOW = 2_000;

const cases: [what: string, choice: Choice, options: { isStrict?: boolean; hasFallback?: boolean }, ms?: number][] = [
  ["to a deployment in use goes at once", { kind: "chosen", position: 0 }, {}, 0],
  ["to a group that has reached its limits cannot go", { kind: "all busy" }, {}],
  ["to a failing deployment goes at once if there is no other", resort("serves none"), {}, 0],
  ["to a failing deployment does not go if there is a fallback", resort("serves none"), { hasFallback: true }],
  ["to an upstream that asked for a pause goes after it", resort("asked to wait"), {}, 3_000],
  ["to an upstream that refuses access goes after the cooldown", resort("access refused"), {}, 3_000],
  ["to a deployment that must be left alone goes after the cooldown", resort("serves none"), { isStrict: true }, 3_000],
];
test.each(cases)("a call %s", (_what, choice, { isStrict = false, hasFallback = false }, milliseconds) => {
  expect(againInMs(choice, { isStrict, hasFallback, now: NOW })).toBe(milliseconds);
});
