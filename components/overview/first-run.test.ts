import { expect, test } from "vitest";
import { doneSteps, type FirstRunFacts, type FirstStep, hasRealCalls, openStep } from "./first-run";

const FRESH: FirstRunFacts = { models: 0, keys: 0, hasCalls: false, hasProvider: false, hasLogin: false, teams: 0 };
const CASES: readonly [what: string, facts: Partial<FirstRunFacts>, done: FirstStep[], open: FirstStep | undefined][] =
  [
    ["a fresh gateway begins with a model", {}, [], "model"],
    ["then comes a key", { models: 1 }, ["model"], "key"],
    ["then a call", { models: 1, keys: 1 }, ["model", "key"], "call"],
    ["a call by token makes a key needless", { models: 1, hasCalls: true }, ["model", "key", "call"], "provider"],
    ["a provider through which nobody has signed in yet is half of its step", { hasProvider: true }, [], "model"],
    [
      "a provider that is connected first is no longer asked for",
      { hasProvider: true, hasLogin: true },
      ["provider"],
      "model",
    ],
    [
      "a gateway in use has nothing left",
      { models: 1, hasCalls: true, hasProvider: true, hasLogin: true, teams: 1 },
      ["model", "key", "call", "provider", "team"],
      undefined,
    ],
  ];

test.each(CASES)("%s", (_, facts, done, open) => {
  const found = doneSteps({ ...FRESH, ...facts });
  expect([...found]).toEqual(done);
  expect(openStep(found, false)).toBe(open);
});

test("the call that was just made stays open, so that its answer can be read", () => {
  expect(openStep(new Set(["model", "key", "call"]), true)).toBe("call");
});

test.each([
  ["no call", { data: [], total: 0 }, false],
  ["only tests of models", { data: [{ tags: ["test"] }], total: 1 }, false],
  ["a call among tests", { data: [{ tags: ["test"] }, { tags: [] }], total: 2 }, true],
  ["more calls than the page shows", { data: [{ tags: ["test"] }], total: 9 }, true],
])("%s on the newest page of calls", (_, page, expected) => {
  expect(hasRealCalls(page)).toBe(expected);
});
