import { expect, test } from "vitest";
import { nextStep, type Standing } from "./attempts";

const failed: Standing = {
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

const cases: [what: string, standing: Partial<Standing>, step: object][] = [
  ["another deployment comes first, at once", { hasUntried: true, retryAfterMs: 3_000 }, next],
  ["alone, the same is tried again after a while", {}, again(125)],
  ["which grows", { attempts: 2 }, again(250)],
  ["up to an end", { attempts: 9, retries: 9 }, again(2_000)],
  ["and differs from call to call", { random: 0.5 }, again(188)],
  ["as long as the upstream asks, where that is bearable", { retryAfterMs: 4_000 }, again(4_000)],
  ["not where it asks for longer", { retryAfterMs: 5_001 }, give],
  ["a group of which all rest is waited for", { againInMs: 3_000 }, again(3_000)],
  ["not where it rests for longer", { againInMs: 5_001 }, give],
  ["nor where none of it will ever do", { againInMs: undefined }, give],
  ["after the last retry another model is tried", { attempts: 3, hasFallback: true, hasUntried: true }, fallback],
  ["and without one the failure is the answer", { attempts: 3, hasUntried: true }, give],
  ["a wait that is too long leads to the fallback", { retryAfterMs: 60_000, hasFallback: true }, fallback],
  ["so does a refused key", { blame: "access", againInMs: undefined, hasFallback: true }, fallback],
  ["no retries means none", { retries: 0, hasUntried: true }, give],
  ["what the caller did wrong stays wrong elsewhere", { blame: "caller", hasUntried: true, hasFallback: true }, give],
  ["what has been sent cannot be taken back", { isSent: true, hasUntried: true, hasFallback: true }, give],
  ["a call whose time is over ends", { leftMs: 0, hasUntried: true, hasFallback: true }, give],
  ["a wait that would outlast the call is not begun", { leftMs: 100 }, give],
];
test.each(cases)("%s", (_what, standing, step) => {
  expect(nextStep({ ...failed, ...standing })).toEqual(step);
});
