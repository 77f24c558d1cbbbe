import { expect, test } from "vitest";
import { goingOf, stayingOf } from "./key-deletion";

test("a key's deletion says which budget and how many older secrets go, and how much spend stays", () => {
  const retired = { key_name: "sk-...abcd", valid_until: "2026-01-01T00:00:00Z" };
  expect(goingOf({ max_budget: 5, previous_keys: [retired, retired] })).toEqual([
    "The key with its models, budget and limits",
    "Its budget of $5.00",
    "2 older secrets that callers may still use",
  ]);
  expect(goingOf({ max_budget: null, previous_keys: [] })).toHaveLength(1);
  expect(stayingOf({ spend: 0.02 })[0]).toBe("The spend of $0.020 and every call with this key");
  expect(stayingOf({ spend: 0 })[0]).toBe("The spend and every call with this key");
});
