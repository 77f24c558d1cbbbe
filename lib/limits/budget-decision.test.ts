import { describe, expect, test } from "vitest";
import { BudgetAccount } from "./budget-account";
import { budgetExceeded, budgetWarning, exceededSoftly, refusingBudget, type BudgetLimit } from "./budget-decision";
import type { Payer } from "./payers";

const END = Date.UTC(2026, 11, 1);
const limits = {
  maxBudget: null,
  softBudget: null,
  budgetDuration: null,
  tpmLimit: null,
  rpmLimit: null,
  maxParallelRequests: null,
  modelTpmLimit: {},
  modelRpmLimit: {},
};

function budget(given: {
  type?: Payer["type"];
  spent?: bigint;
  held?: bigint;
  maximum?: bigint;
  soft?: bigint;
  end?: number;
}): BudgetLimit {
  const { type = "team", spent = 0n, held = 0n, maximum, soft, end = END } = given;
  const account = new BudgetAccount({ start: 0, end }, spent);
  account.hold(held);
  return { payer: { type, id: "x", name: `${type} "x"`, limits }, account, maximum, soft };
}

describe("a budget", () => {
  test.each([
    ["a budget has room for a call that fits exactly", { spent: 5n, held: 3n, maximum: 10n }, 2n, true],
    ["a budget refuses a call that is one nano-dollar too expensive", { spent: 5n, held: 3n, maximum: 10n }, 3n, false],
    ["a budget lets a call without a price through until it is used up", { spent: 9n, maximum: 10n }, 0n, true],
    ["a budget refuses a call without a price once it is used up", { spent: 9n, held: 1n, maximum: 10n }, 0n, false],
    ["a budget of nothing refuses everything", { maximum: 0n }, 0n, false],
    ["a soft budget refuses nothing", { spent: 100n, soft: 1n }, 50n, true],
  ])("%s", (_name, given, estimate, room) => {
    expect(refusingBudget([budget(given)], estimate) === undefined).toBe(room);
  });

  test("the refusing budget that resets last is named, because waiting for it is enough", () => {
    const [hour, ever, month] = [
      budget({ maximum: 0n, end: 3_600_000 }),
      budget({ maximum: 0n, end: Number.POSITIVE_INFINITY }),
      budget({ maximum: 0n }),
    ];
    expect(refusingBudget([hour, ever, month], 1n)).toBe(ever);
    expect(refusingBudget([hour, month], 1n)).toBe(month);
    expect(refusingBudget([budget({ maximum: 10n }), hour], 1n)).toBe(hour);
  });

  test.each([
    [
      "a budget that is used up",
      budget({ spent: 1_500_000_000n, held: 0n, maximum: 1_500_000_000n }),
      'The budget of the team "x" is used up: $1.50 spent, $0.00 held by calls in flight, limit $1.50. It resets at 2026-12-01T00:00:00.000Z.',
    ],
    [
      "a budget without room for the call",
      budget({ spent: 1_000_000_001n, held: 200_000_000n, maximum: 2_000_000_000n }),
      'The budget of the team "x" has no room for this call: $1.000000001 spent, $0.20 held by calls in flight, limit $2.00. It may cost $0.90; a lower max_tokens would lower that. It resets at 2026-12-01T00:00:00.000Z.',
    ],
    [
      "a budget for all time",
      budget({ spent: 1n, maximum: 0n, end: Number.POSITIVE_INFINITY }),
      'The budget of the team "x" is used up: $0.000000001 spent, $0.00 held by calls in flight, limit $0.00. It does not reset.',
    ],
    [
      "a budget of a model, which shows no figures",
      budget({ type: "model", spent: 5n, maximum: 5n }),
      'The budget of the model "x" is used up. It resets at 2026-12-01T00:00:00.000Z.',
    ],
    [
      "a budget of an organisation, whose figures are those of other teams too",
      budget({ type: "organization", spent: 5n, maximum: 5n }),
      'The budget of the organization "x" is used up. It resets at 2026-12-01T00:00:00.000Z.',
    ],
    [
      "a budget of an end user, whom other teams may serve too",
      budget({ type: "end_user", spent: 5n, maximum: 5_000_000_000n }),
      'The budget of the end_user "x" has no room for this call. It resets at 2026-12-01T00:00:00.000Z.',
    ],
  ])("a refusal shows the figures of the budget that its callers may see: %s", (_name, given, message) => {
    const error = budgetExceeded(given, 900_000_000n);
    expect([error.code, error.status, error.message]).toEqual(["budget_exceeded", 429, message]);
  });

  test("an exceeded soft budget warns without ids or other callers' figures", () => {
    const exceeded = exceededSoftly([
      budget({ spent: 10n, held: 90n, soft: 10n }),
      budget({ spent: 2_000_000_000n, soft: 1_000_000_000n }),
      budget({ type: "model", spent: 7n, soft: 6n }),
      budget({ type: "end_user", spent: 7n, soft: 6n }),
    ]);
    expect(budgetWarning(exceeded)).toBe("team; spent=2.00; soft_budget=1.00, model, end_user");
  });
});
