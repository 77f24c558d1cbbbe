import { expect, test } from "vitest";
import { nextStep, type CallState } from "./attempts";

const failed: CallState = {
  blame: "deployment",
  isSent: false,
  attempts: 1,
  retries: 2,
  hasUntried: false,
  againInMs: 0,
  retryAfterMs: undefined,
  retryAfterMaxMs: 5_000,
  leftMs: undefined,
  hasFallback: false,
  random: 0,
};
const again = (waitMs: number) => ({ step: "again", waitMs });
const give = { step: "give up" };
const fallback = { step: "fallback" };
const next = { step: "next deployment" };

const cases: [what: string, state: Partial<CallState>, step: object][] = [
  ["another deployment is tried first and at once", { hasUntried: true, retryAfterMs: 3_000 }, next],
  ["a single deployment is tried again after a wait", {}, again(125)],
  ["the wait grows with each attempt", { attempts: 2 }, again(250)],
  ["the wait grows up to a maximum", { attempts: 9, retries: 9 }, again(2_000)],
  ["the wait differs from call to call", { random: 0.5 }, again(188)],
  ["the wait is as long as the upstream asks for, up to the maximum", { retryAfterMs: 4_000 }, again(4_000)],
  ["the call gives up if the upstream asks for a longer wait", { retryAfterMs: 5_001 }, give],
  ["the call waits for a group whose deployments are all on cooldown", { againInMs: 3_000 }, again(3_000)],
  ["the call gives up if the cooldown is longer than the maximum wait", { againInMs: 5_001 }, give],
  ["the call gives up if no deployment of the group can serve it", { againInMs: undefined }, give],
  ["after the last retry the fallback model is tried", { attempts: 3, hasFallback: true, hasUntried: true }, fallback],
  ["without a fallback the call gives up after the last retry", { attempts: 3, hasUntried: true }, give],
  ["too long a wait leads to the fallback", { retryAfterMs: 60_000, hasFallback: true }, fallback],
  ["a refused key leads to the fallback", { blame: "access", againInMs: undefined, hasFallback: true }, fallback],
  ["with no retries the call gives up at once", { retries: 0, hasUntried: true }, give],
  [
    "a failure that is the caller's fault is not tried elsewhere",
    { blame: "caller", hasUntried: true, hasFallback: true },
    give,
  ],
  [
    "no attempt follows once the caller has received a part of an answer",
    { isSent: true, hasUntried: true, hasFallback: true },
    give,
  ],
  ["the call gives up once its time is over", { leftMs: 0, hasUntried: true, hasFallback: true }, give],
  ["the call gives up instead of waiting beyond its time limit", { leftMs: 100 }, give],
];
test.each(cases)("%s", (_what, state, step) => {
  expect(nextStep({ ...failed, ...state })).toEqual(step);
});
