import type { AlertChanges, AlertFacts, AlertOpening, AlertResolution, OpenAlert } from "@/lib/alert";
import { alertThresholds, type AlertThresholds } from "@/lib/config/alerts/alert-thresholds";
import { ENTITY_KINDS, type EntityType } from "@/lib/entity-type";
import { passedThresholds, type BudgetNotice, type BudgetThreshold } from "@/lib/limits/budget-notice";
import { dollarsFromNano } from "@/lib/prices/money";
import { withoutTrailing } from "@/lib/without-trailing";
import { listed } from "./listed";
import { moment } from "./moment";

/** A payer's present limits and what is booked in the window of its alert, in nano-dollars. */
export interface BudgetNow {
  readonly maximum: bigint | undefined;
  readonly soft: bigint | undefined;
  readonly booked: bigint;
}

/** The fields that name a payer in a webhook. */
export type PayerFacts = AlertFacts;

export interface BudgetsQuestion {
  /** Notices that no alert was made of yet. */
  readonly notices: readonly BudgetNotice[];
  /** The open alerts of budgets. */
  readonly open: readonly OpenAlert[];
  /** What is known of the budget of each open alert, by its id; absent: its payer is gone. */
  readonly present: ReadonlyMap<string, BudgetNow>;
  /** The name of a payer, and its fields. */
  readonly payer: (type: EntityType, id: string) => { readonly name: string | undefined; readonly facts: PayerFacts };
  /** The first part of a hard limit that is told, in percent. Absent: as usual. */
  readonly thresholds?: Pick<AlertThresholds, "percent">;
  readonly now: number;
}

/** How grave the thresholds of a hard limit are. A refusal is as grave as a budget that is used up. */
const LEVELS: Readonly<Record<BudgetThreshold, number>> = { soft: 1, "50": 1, "80": 2, "100": 3, refused: 3 };

/**
 * Decides about budgets that have passed a threshold. Of several thresholds at once the highest counts. While an alert
 * is open, only a higher threshold, another limit or another window opens a new one. An alert is resolved when its
 * limit is raised so far that the threshold is no longer passed, when the limit is removed, or when its window ends.
 */
export function decideBudgets({ notices, open, present, payer, thresholds, now }: BudgetsQuestion): AlertChanges {
  const { percent = 0 } = alertThresholds("max_budget", thresholds);
  const resolutions = open.flatMap((alert) => {
    const because = endOf(alert, present.get(alert.id), now);
    return because === undefined
      ? []
      : [{ alert, message: `${String(alert.memo?.["who"])}: ${because}` } satisfies AlertResolution];
  });
  const resolved = new Set(resolutions.map(({ alert }) => alert.id));
  const alerts = new Map(
    open.filter(({ id }) => !resolved.has(id)).map((alert) => [`${alert.type} ${alert.subject}`, alert]),
  );
  const highest = new Map<string, BudgetNotice>();
  for (const notice of notices) {
    if (notice.window.end <= now || Number(notice.threshold) < percent) continue;
    const key = `${typeOf(notice)} ${subjectOf(notice)}`;
    const known = highest.get(key);
    if (!known || isGraver(notice, known)) highest.set(key, notice);
  }
  const openings = [...highest].flatMap(([key, notice]): AlertOpening[] => {
    const alert = alerts.get(key);
    const isSame =
      alert?.memo?.["budget_nano"] === String(notice.budget) && alert.memo["start"] === notice.window.start;
    if (alert && isSame && alert.level >= LEVELS[notice.threshold]) return [];
    return [openingOf(notice, payer(notice.type, notice.id))];
  });
  return { openings, resolutions };
}

/** The subject of the alert of a budget. */
export function subjectOf({ type, id }: Pick<BudgetNotice, "type" | "id">): string {
  return `${type} ${id}`;
}

function typeOf({ threshold }: BudgetNotice): "max_budget" | "soft_budget" {
  return threshold === "soft" ? "soft_budget" : "max_budget";
}

/** Whether one notice is graver: by a later window, then a higher threshold, then a larger limit. */
function isGraver(one: BudgetNotice, other: BudgetNotice): boolean {
  if (one.window.start !== other.window.start) return one.window.start > other.window.start;
  const [level, otherLevel] = [LEVELS[one.threshold], LEVELS[other.threshold]];
  // At the same level, a booked amount says more than a refusal.
  if (level === otherLevel && one.budget === other.budget) return other.threshold === "refused";
  return level !== otherLevel ? level > otherLevel : one.budget > other.budget;
}

function openingOf(
  notice: BudgetNotice,
  { name, facts }: { readonly name: string | undefined; readonly facts: PayerFacts },
): AlertOpening {
  const { type, id, threshold, budget, spent, window, duration } = notice;
  const who = `Budget of ${ENTITY_KINDS[type].label} ${name === undefined ? listed(id) : `${listed(name)} (${listed(id)})`}`;
  const spend = dollars(spent);
  const limit = dollars(budget);
  return {
    type: typeOf(notice),
    subject: subjectOf(notice),
    level: LEVELS[threshold],
    message: `${who}: ${whatPassed(threshold, spend, limit)} ${resetOf(window.end)}`,
    facts: {
      event_group: type,
      threshold: threshold === "soft" ? null : threshold === "refused" ? 100 : Number(threshold),
      refused: threshold === "refused",
      spend: Number(dollarsFromNano(spent)),
      max_budget: threshold === "soft" ? null : Number(dollarsFromNano(budget)),
      soft_budget: threshold === "soft" ? Number(dollarsFromNano(budget)) : null,
      budget_duration: duration,
      resets_at: Number.isFinite(window.end) ? moment(window.end) : null,
      ...NOBODY,
      ...facts,
      projected_exceeded_date: null,
      projected_spend: null,
    },
    memo: {
      who,
      type,
      id,
      budget_nano: String(budget),
      start: window.start,
      end: Number.isFinite(window.end) ? window.end : null,
    },
  };
}

/** LiteLLM's fields for payers. Each alert fills those of its own kind. */
const NOBODY = {
  token: null,
  key_alias: null,
  user_id: null,
  user_email: null,
  team_id: null,
  team_alias: null,
  organization_id: null,
  organization_alias: null,
  customer_id: null,
  model: null,
} as const;

function whatPassed(threshold: BudgetThreshold, spend: string, limit: string): string {
  switch (threshold) {
    case "soft":
      return `${spend} is spent, which exceeds the soft limit of ${limit}.`;
    case "refused":
      return `it has refused a call. ${spend} of ${limit} is booked, and what calls in flight hold leaves no room.`;
    case "100":
      return `${spend} of ${limit} is spent. Further calls are refused.`;
    case "50":
    case "80":
      return `${spend} of ${limit} is spent: ${threshold}% or more.`;
  }
}

function resetOf(end: number): string {
  return Number.isFinite(end) ? `It resets at ${moment(end)}.` : "It does not reset.";
}

/** Why an alert is over; undefined: it is not. */
function endOf(alert: OpenAlert, now: BudgetNow | undefined, at: number): string | undefined {
  const { end, budget_nano: nano } = alert.memo ?? {};
  if (typeof end === "number" && end <= at) return "its window has ended, and the next one has begun.";
  const limit = alert.type === "soft_budget" ? now?.soft : now?.maximum;
  if (now === undefined || limit === undefined) return "it has no such limit any more.";
  if (typeof nano !== "string" || limit <= BigInt(nano)) return undefined;
  const passed = passedThresholds({ maximum: now.maximum, soft: now.soft, booked: now.booked, hasRefused: false });
  const isPassed = passed.some(
    ({ threshold }) => (threshold === "soft") === (alert.type === "soft_budget") && LEVELS[threshold] >= alert.level,
  );
  return isPassed ? undefined : `the limit was raised to ${dollars(limit)}, and ${dollars(now.booked)} is spent.`;
}

/** `$12.50`, with as many digits as it takes and at least two. */
function dollars(nano: bigint): string {
  const [whole = "0", fraction = ""] = dollarsFromNano(nano).split(".");
  return `$${whole}.${withoutTrailing(fraction, "0").padEnd(2, "0")}`;
}
