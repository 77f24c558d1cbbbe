import { expect, test } from "vitest";
import { passedThresholds } from "./budget-notice";

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
  const passed = passedThresholds({ booked, maximum, soft });
  expect(passed.map(({ threshold, budget }) => `${threshold} of ${budget}`)).toEqual(expected);
});
