import { expect, test } from "vitest";
import { BudgetAccount } from "./budget-account";
import { newNotices, passedThresholds } from "./budget-notice";

test.each([
  [49n, 100n, undefined, []],
  [50n, 100n, undefined, ["50 of 100"]],
  [79n, 100n, undefined, ["50 of 100"]],
  [100n, 100n, undefined, ["50 of 100", "80 of 100", "100 of 100"]],
  [3n, 5n, undefined, ["50 of 5"]],
  [4n, 5n, undefined, ["50 of 5", "80 of 5"]],
  [0n, 0n, undefined, []],
  [7n, 0n, undefined, []],
  [12n, undefined, 12n, []],
  [13n, undefined, 12n, ["soft of 12"]],
  [13n, 20n, 12n, ["soft of 12", "50 of 20"]],
] as const)("%s booked of a hard limit of %s and a soft limit of %s passes %j", (booked, maximum, soft, expected) => {
  const passed = passedThresholds({ booked, maximum, soft, hasRefused: false });
  expect(passed.map(({ threshold, budget }) => `${threshold} of ${budget}`)).toEqual(expected);
});

test.each([
  [10n, 100n, ["refused of 100"]],
  [100n, 100n, ["50 of 100", "80 of 100", "100 of 100", "refused of 100"]],
  [0n, 0n, []],
  [10n, undefined, []],
] as const)("%s booked of a hard limit of %s that has refused a call passes %j", (booked, maximum, expected) => {
  const passed = passedThresholds({ booked, maximum, soft: undefined, hasRefused: true });
  expect(passed.map(({ threshold, budget }) => `${threshold} of ${budget}`)).toEqual(expected);
});

test("a budget that has been raised since its first refusal has not refused under the new limit", () => {
  const account = new BudgetAccount({ start: 0, end: Number.POSITIVE_INFINITY }, 10n);
  const thresholds = () =>
    newNotices({ type: "key", id: "k", duration: null }, account).map(({ notice }) => notice.threshold);
  account.maximum = 11n;
  account.refusing = 11n;
  expect(thresholds()).toEqual(["50", "80", "refused"]);
  account.maximum = 100n;
  expect(thresholds()).toEqual([]);
});
