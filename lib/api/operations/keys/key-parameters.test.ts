import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { requireKeyBounds, withKeyDefaults } from "./key-parameters";

describe("what a new key gets", () => {
  test.each([
    ["nothing where nothing is set", {}, {}, {}, {}],
    ["what is asked for", { max_budget: 5 }, { max_budget: 9 }, {}, { max_budget: 5 }],
    ["the default where nothing is asked for", {}, { rpm_limit: 9 }, {}, { rpm_limit: 9 }],
    ["the default where null is asked for", { rpm_limit: null }, { rpm_limit: 9 }, {}, { rpm_limit: 9 }],
    ["zero, which is a limit", { rpm_limit: 0 }, { rpm_limit: 9 }, {}, { rpm_limit: 0 }],
    ["the bound where there is no default", {}, {}, { tpm_limit: 7 }, { tpm_limit: 7 }],
    ["the bound where the default is above it", {}, { tpm_limit: 9 }, { tpm_limit: 7 }, { tpm_limit: 7 }],
    ["the default models where it names none", { models: [] }, { models: ["a"] }, {}, { models: ["a"] }],
    ["its own models", { models: ["b"] }, { models: ["a"] }, {}, { models: ["b"] }],
    ["the default window", {}, { budget_duration: "1mo" }, { budget_duration: "1w" }, { budget_duration: "1mo" }],
    [
      "the bound's window, not a shorter default",
      {},
      { budget_duration: "1d" },
      { budget_duration: "1w" },
      { budget_duration: "1w" },
    ],
  ] as const)("is %s", (_, input, defaults, bounds, expected) => {
    const given = "models" in input ? { models: [...input.models] } : input;
    const usual = "models" in defaults ? { models: [...defaults.models] } : defaults;
    expect(withKeyDefaults(given, usual, bounds)).toEqual(expected);
  });
});

describe("what is asked for beyond the bounds is refused", () => {
  test.each([
    ["nothing", {}, { max_budget: 5 }, undefined],
    ["just as much", { max_budget: 5 }, { max_budget: 5 }, undefined],
    ["a cent more", { max_budget: 5.01 }, { max_budget: 5 }, "max_budget"],
    ["no limit", { rpm_limit: null }, { rpm_limit: 5 }, "rpm_limit"],
    ["another limit", { rpm_limit: 9 }, { tpm_limit: 5 }, undefined],
    ["a budget that resets, where it must not", { budget_duration: "1mo" }, { max_budget: 5 }, "budget_duration"],
    ["a budget that resets too often", { budget_duration: "6d" }, { budget_duration: "1w" }, "budget_duration"],
    ["a budget that resets as often", { budget_duration: "7d" }, { budget_duration: "1w" }, undefined],
    ["four weeks for the shortest month", { budget_duration: "4w" }, { budget_duration: "1mo" }, undefined],
    ["a budget that never resets", { budget_duration: null }, { budget_duration: "1w" }, undefined],
  ] as const)("%s", (_, input, bounds, param) => {
    const check = () => requireKeyBounds(input, bounds);
    if (param === undefined) expect(check).not.toThrow();
    else expect(check).toThrow(expect.objectContaining({ code: "invalid_request", options: { param } }));
  });
});

test("a request that says nothing always gets what the bounds allow, whatever the defaults", () => {
  const amount = fc.option(fc.nat(9), { nil: undefined });
  const window = fc.constantFrom(undefined, "30s", "1d", "1w", "1mo");
  const settings = fc.record({ max_budget: amount, rpm_limit: amount, budget_duration: window });
  fc.assert(
    fc.property(settings, settings, (defaults, bounds) => {
      expect(() => requireKeyBounds(withKeyDefaults({}, defaults, bounds), bounds)).not.toThrow();
    }),
  );
});
