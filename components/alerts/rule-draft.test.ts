import { expect, test } from "vitest";
import { ruleDraftOf, ruleValuesOf, typedFault, usualDraft } from "./rule-draft";

const view = {
  type: "refusals",
  meaning: "",
  enabled: true,
  channels: null,
  tells: [],
  thresholds: { requests: 50, times: 10 },
  source: "default" as const,
  because: null,
  updated_by: null,
  updated_at: null,
};

test("a form that is not touched saves what was there", () => {
  for (const channels of [null, [], ["on-call"]])
    expect(ruleValuesOf("refusals", ruleDraftOf({ ...view, channels }))).toEqual({
      enabled: true,
      channels,
      thresholds: {},
    });
  const changed = ruleDraftOf({ ...view, thresholds: { requests: 500, times: 10 } });
  expect(ruleValuesOf("refusals", changed).thresholds).toEqual({ requests: 500 });
});

test("the usual rule opens, tells every channel, and sets no threshold", () => {
  expect(ruleValuesOf("deployment_down", usualDraft("deployment_down"))).toEqual({
    enabled: true,
    channels: null,
    thresholds: {},
  });
  expect(usualDraft("journal").thresholds).toEqual({});
});

test("channels that were chosen before are left out once every channel is told", () => {
  const draft = { ...ruleDraftOf({ ...view, channels: ["on-call"] }), told: "every" as const };
  expect(ruleValuesOf("refusals", draft).channels).toBeNull();
});

test.each([
  ["3", undefined],
  [" 3 ", undefined],
  ["0", "A whole number from 1 to 10000."],
  ["10001", "A whole number from 1 to 10000."],
  ["2.5", "A whole number from 1 to 10000."],
  ["", "A whole number from 1 to 10000."],
  ["three", "A whole number from 1 to 10000."],
])("a threshold typed as %j", (text, fault) => {
  expect(typedFault("deployment_down", "failures", text)).toBe(fault);
});
