import { describe, expect, test } from "vitest";
import { changedFields } from "./limit-draft";
import { EMPTY_ROW, modelLimitFaults, modelLimitRows, modelLimitsOf } from "./model-limit-draft";

const LIMITS = { model_rpm_limit: { "openai/*": 60, "gpt-4o": 0 }, model_tpm_limit: { "openai/*": 4000, claude: 1 } };

describe("limits by model in a form", () => {
  test("limits by model are sent as they were shown, and not at all if nothing was changed", () => {
    expect(modelLimitsOf(modelLimitRows(LIMITS))).toEqual(LIMITS);
    expect(changedFields(LIMITS, modelLimitsOf(modelLimitRows(LIMITS)))).toEqual({});
    expect(modelLimitRows()).toEqual([]);
  });

  test("limits by model are removed with their row", () => {
    const rows = modelLimitRows(LIMITS).filter(({ model }) => model !== "openai/*");
    expect(changedFields(LIMITS, modelLimitsOf(rows))).toEqual({
      model_rpm_limit: { "gpt-4o": 0 },
      model_tpm_limit: { claude: 1 },
    });
  });

  test.each([
    [{ model: "", rpm: "1", tpm: "" }, ["model"]],
    [{ model: "x".repeat(257), rpm: "1", tpm: "" }, ["model"]],
    [{ model: "a", rpm: "ten", tpm: "-1" }, ["rpm", "tpm"]],
    [{ model: "a", rpm: "2147483648", tpm: "" }, ["rpm"]],
    [{ model: "a", rpm: "", tpm: "" }, ["tpm"]],
    [{ model: " a ", rpm: " 0 ", tpm: "" }, []],
    [EMPTY_ROW, []],
  ])("the row %j of limits by model has its fault in %j", (row, names) => {
    expect(modelLimitFaults([row]).map((faults) => Object.keys(faults))).toEqual([names]);
  });

  test("limits by model name each model once", () => {
    const row = { model: "a", rpm: "1", tpm: "" };
    expect(
      modelLimitFaults([row, { ...row, model: "a " }, EMPTY_ROW, EMPTY_ROW]).map((faults) => Object.keys(faults)),
    ).toEqual([[], ["model"], [], []]);
  });
});
