import { describe, expect, test } from "vitest";
import type { OpenAlert } from "@/lib/alert";
import type { BudgetNotice, BudgetThreshold } from "@/lib/limits/budget-notice";
import { decideBudgets, type BudgetNow, type BudgetsQuestion } from "./decide-budgets";

const NOW = Date.UTC(2026, 10, 22, 12);
const DAY = { start: Date.UTC(2026, 10, 22), end: Date.UTC(2026, 10, 23) };
const NANO = 1_000_000_000n;

const notice = (threshold: BudgetThreshold, more: Partial<BudgetNotice> = {}): BudgetNotice => ({
  type: "team" as const,
  id: "t1",
  duration: "1d",
  window: DAY,
  threshold,
  budget: 10n * NANO,
  spent: 5n * NANO + 500_000_000n,
  ...more,
});
const decide = (question: Partial<BudgetsQuestion>) =>
  decideBudgets({
    notices: [],
    open: [],
    present: new Map(),
    now: NOW,
    payer: () => ({ name: "Search", facts: { team_id: "t1", team_alias: "Search" } }),
    ...question,
  });
const opened = (threshold: BudgetThreshold, more: Partial<BudgetNotice> = {}): OpenAlert => {
  const [opening] = decide({ notices: [notice(threshold, more)] }).openings;
  return { ...opening!, id: `alert_${threshold}`, openedAt: NOW };
};

describe("notices of budgets", () => {
  test.each<[string, readonly BudgetNotice[], readonly OpenAlert[], readonly (number | null)[]]>([
    ["one threshold", [notice("50")], [], [50]],
    ["several at once", [notice("50"), notice("80"), notice("100")], [], [100]],
    ["several at once, in another order", [notice("80"), notice("50")], [], [80]],
    ["a soft and a hard limit", [notice("soft"), notice("50")], [], [null, 50]],
    ["a refusal", [notice("50"), notice("refused")], [], [100]],
    ["a refusal at a budget that is used up", [notice("refused"), notice("100")], [], [100]],
    ["a higher threshold than that of the open alert", [notice("80")], [opened("50")], [80]],
    ["a lower threshold than that of the open alert", [notice("50")], [opened("80")], []],
    ["a used-up budget after its first refusal", [notice("100")], [opened("refused")], []],
    ["another limit", [notice("50", { budget: 8n * NANO })], [opened("100")], [50]],
    ["a window that has ended", [notice("50", { window: { start: 0, end: NOW } })], [], []],
    ["two payers", [notice("50"), notice("80", { id: "t2" })], [], [50, 80]],
  ])("notices of %s open the alerts that they should", (_title, notices, open, thresholds) => {
    const present = new Map(open.map(({ id }) => [id, { maximum: 10n * NANO, soft: undefined, booked: 0n }]));
    expect(decide({ notices, open, present }).openings.map(({ facts }) => facts["threshold"])).toEqual(thresholds);
  });

  test("the alert of a budget has the payer's names and LiteLLM's fields", () => {
    const [opening] = decide({ notices: [notice("50")] }).openings;
    expect(opening?.message).toBe(
      "Budget of team Search (t1): $5.50 of $10.00 is spent: 50% or more. It resets at 2026-11-23T00:00:00Z.",
    );
    expect(opening?.facts).toMatchObject({
      event_group: "team",
      threshold: 50,
      spend: 5.5,
      max_budget: 10,
      soft_budget: null,
      team_id: "t1",
      team_alias: "Search",
      key_alias: null,
      projected_spend: null,
    });
  });
});

describe("an open alert of a budget", () => {
  const at = (booked: bigint, maximum: bigint | undefined, soft?: bigint): BudgetNow => ({
    booked: booked * NANO,
    maximum: maximum === undefined ? undefined : maximum * NANO,
    soft: soft === undefined ? undefined : soft * NANO,
  });
  test.each<[string, OpenAlert, BudgetNow | undefined, number, string | undefined]>([
    ["stays while nothing changes", opened("50"), at(6n, 10n), NOW, undefined],
    ["stays while its limit is lowered", opened("50"), at(6n, 9n), NOW, undefined],
    ["stays when its limit is raised too little", opened("50"), at(6n, 12n), NOW, undefined],
    [
      "ends when its limit is raised",
      opened("50"),
      at(6n, 20n),
      NOW,
      "the limit was raised to $20.00, and $6.00 is spent.",
    ],
    ["of a refusal stays while the limit is the same", opened("refused"), at(1n, 10n), NOW, undefined],
    [
      "of a refusal ends when the limit is raised",
      opened("refused"),
      at(1n, 11n),
      NOW,
      "the limit was raised to $11.00, and $1.00 is spent.",
    ],
    [
      "at 100% ends although 80% of the new limit is spent",
      opened("100"),
      at(10n, 12n),
      NOW,
      "the limit was raised to $12.00, and $10.00 is spent.",
    ],
    ["ends when the limit is taken away", opened("80"), at(9n, undefined), NOW, "it has no such limit any more."],
    ["ends when the payer is gone", opened("80"), undefined, NOW, "it has no such limit any more."],
    ["ends with its window", opened("80"), at(9n, 10n), DAY.end, "its window has ended, and the next one has begun."],
    [
      "of a soft limit ends when that is raised",
      opened("soft"),
      at(6n, undefined, 11n),
      NOW,
      "the limit was raised to $11.00, and $6.00 is spent.",
    ],
    ["of a soft limit stays when the hard one is raised", opened("soft"), at(11n, 99n, 10n), NOW, undefined],
  ])("an open alert of a budget %s", (_title, alert, present, now, because) => {
    const known = new Map(present ? [[alert.id, present]] : []);
    const { resolutions } = decide({ open: [alert], present: known, now });
    expect(resolutions.map(({ message }) => message)).toEqual(
      because === undefined ? [] : [`Budget of team Search (t1): ${because}`],
    );
  });

  test("an open alert that ends makes room for one of the raised limit", () => {
    const alert = opened("100");
    const notices = [notice("50", { budget: 20n * NANO })];
    const { openings, resolutions } = decide({ notices, open: [alert], present: new Map([[alert.id, at(10n, 20n)]]) });
    expect([openings.length, resolutions.length]).toEqual([1, 1]);
  });
});
