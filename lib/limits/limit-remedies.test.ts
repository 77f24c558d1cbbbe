import { expect, test } from "vitest";
import { bindingLimits, limitRemedies } from "./limit-remedies";
import type { ParallelReading, RateReading, RateRule } from "./rate-rules";

const of = { type: "key", id: "k" } as const;
const rule = (more: Partial<RateRule>): RateRule => ({
  kind: "requests",
  limit: 5,
  payer: of,
  model: undefined,
  key: "",
  name: "key sk-...abcd",
  showsFigures: true,
  ...more,
});
const reading = (more: Partial<RateRule>, used: number): RateReading => ({ rule: rule(more), used, resetMs: 1_000 });
const slots = (inFlight: number): ParallelReading => ({
  payer: { type: "team", id: "t" },
  name: 'team "t"',
  limit: 2,
  inFlight,
  showsFigures: true,
});
const CALL = { costNano: 0n, tokens: 70 };

test.each<[string, { parallel?: ParallelReading[]; readings?: RateReading[] }, object[]]>([
  [
    "requests a minute",
    { readings: [reading({}, 5)] },
    [{ kind: "raise-limit", holder: "key", id: "k", limit: "rpm_limit", model: null, needed: 6 }],
  ],
  [
    "tokens a minute for one model",
    { readings: [reading({ kind: "tokens", limit: 100, model: "openai/*" }, 50)] },
    [{ kind: "raise-limit", holder: "key", id: "k", limit: "tpm_limit", model: "openai/*", needed: 120 }],
  ],
  [
    "parallel calls",
    { parallel: [slots(2)] },
    [{ kind: "raise-limit", holder: "team", id: "t", limit: "max_parallel_requests", model: null, needed: 3 }],
  ],
  ["nothing while there is room", { parallel: [slots(1)], readings: [reading({}, 4)] }, []],
])("a limit that refuses a call names its place, and how high it would have to be: %s", (_, readings, changes) => {
  const found = limitRemedies({ budgets: [], parallel: [], readings: [], ...readings }, CALL);
  expect(found.map(({ change }) => change)).toEqual(changes);
});

test("all limits that bind a call are listed, those that refuse nothing too", () => {
  expect(bindingLimits({ parallel: [slots(0)], readings: [reading({ model: "m" }, 0)] })).toEqual([
    { holder: "team", id: "t", limit: "max_parallel_requests", model: null, name: 'team "t"', value: 2 },
    { holder: "key", id: "k", limit: "rpm_limit", model: "m", name: "key sk-...abcd", value: 5 },
  ]);
});
