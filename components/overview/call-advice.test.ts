import { expect, test } from "vitest";
import { callAdvice } from "./call-advice";

const dec = "dec_1";

test.each([
  [401, "invalid_key", dec, "The gateway does not know this key", "/console/keys?new=1"],
  [404, "model_not_found", dec, "No model is called house/a", "/console/models?new=house%2Fa"],
  [404, "model_not_found", null, "The provider does not know this model", "/console/models?search=house%2Fa"],
  [403, "model_unpriced", dec, "The model has no price", "/console/prices?new=house%2Fa"],
  [403, "key_model_not_allowed", dec, "The key may not make this call", "/console/explain?id=dec_1"],
  [403, "key_blocked", dec, "The key is blocked", "/console/explain?id=dec_1"],
  [401, "key_expired", dec, "The key has expired", "/console/explain?id=dec_1"],
  [429, "budget_exceeded", dec, "A budget is used up", "/console/explain?id=dec_1"],
  [429, "rate_limit_exceeded", dec, "A limit is reached", "/console/explain?id=dec_1"],
  [
    502,
    "upstream_access_refused",
    null,
    "The provider refuses the model's own key",
    "/console/models?search=house%2Fa",
  ],
  [502, "upstream_unreachable", null, "The provider cannot be reached", "/console/models?search=house%2Fa"],
  [504, "upstream_timeout", null, "The provider did not answer in time", "/console/models?search=house%2Fa"],
  [
    502,
    "upstream_invalid_response",
    null,
    "The server at this address is not a provider",
    "/console/models?search=house%2Fa",
  ],
  [
    503,
    "no_healthy_deployment",
    null,
    "No deployment of the model can serve it now",
    "/console/models?search=house%2Fa",
  ],
  [503, "journal_unavailable", null, "The gateway cannot serve calls now", "/console/settings"],
  [429, "insufficient_quota", null, "The provider is at its limit", "/console/models?search=house%2Fa"],
  [529, "overloaded_error", null, "The provider failed", "/console/models?search=house%2Fa"],
  [400, "context_length_exceeded", null, "The provider refused the call", "/console/models?search=house%2Fa"],
])("a first call that fails with %i %s (decision %s) is told as: %s", (status, code, decisionId, title, href) => {
  const told = callAdvice({ status, code, decisionId }, "house/a");
  expect([told.title, told.link?.href]).toEqual([title, href]);
  expect(told.advice).toMatch(/\.$/);
});

test("a limit without a decision on record has advice and no place", () => {
  expect(callAdvice({ status: 429, code: "rate_limit_exceeded", decisionId: null }, "a").link).toBeUndefined();
});
