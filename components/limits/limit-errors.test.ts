import { expect, test, vi } from "vitest";
import { ApiError } from "@/components/api/client";
import { limitErrors, limitErrorsOf } from "./limit-errors";

const refusal = (param: string | null, message: string): ApiError =>
  new ApiError(400, "invalid_request", message, { error: { message, type: "invalid_request_error", param } });

test.each([
  [
    "max_budget",
    "max_budget must be at most that of the team, which is 5.",
    "Must be at most that of the team, which is 5.",
  ],
  [
    "rpm_limit",
    "rpm_limit: must be at most 60 by general_settings.upperbound_key_generate_params, which binds every key.",
    "Must be at most 60 by general_settings.upperbound_key_generate_params, which binds every key.",
  ],
  [
    "tpm_limit",
    "Only an administrator of the gateway may raise the tpm_limit of a team; it is 90.",
    "Only an administrator of the gateway may raise the tokens a minute of a team; it is 90.",
  ],
  ["soft_budget", "soft_budget: must be at most max_budget, which is 5", "Must be at most the budget, which is 5"],
])("a refused %s is told at its field, in the words of the form", (param, message, words) => {
  expect(limitErrorsOf(refusal(param, message))).toEqual({ [param]: words });
});

test.each([
  ["the refusal of another field", refusal("models", "Only an administrator of the gateway may give more models.")],
  ["a refusal that names no field", refusal(null, "The gateway fails")],
  ["a gateway that does not answer", new ApiError(0, "unreachable", "The gateway does not answer.")],
  ["another error", new Error("max_budget")],
  ["no error", null],
])("%s is not a refusal of a limit", (_what, error) => {
  expect(limitErrorsOf(error)).toEqual({});
});

test("a refused limit is shown at its field until the field changes, and by the form where it has no such field", () => {
  const save = { error: refusal("budget_duration", "budget_duration: must be at least 1d"), reset: vi.fn() };
  const atField = limitErrors(save);
  expect(atField).toMatchObject({ limits: { budget_duration: "Must be at least 1d" }, error: null });
  atField.forget();
  expect(save.reset).toHaveBeenCalledOnce();

  const ofForm = limitErrors(save, (name) => name !== "budget_duration");
  expect(ofForm).toMatchObject({ limits: {}, error: save.error });
  ofForm.forget();
  expect(save.reset).toHaveBeenCalledOnce();
});
