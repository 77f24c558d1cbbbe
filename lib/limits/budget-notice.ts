import type { BudgetAccount } from "./budget-account";
import type { BudgetWindow } from "./budget-window";
import type { BudgetMeasure } from "./tracked-budget";

/**
 * What a budget has passed: its soft limit, or a part of its hard limit in percent. `refused`: it has refused a call,
 * which it may do before all of it is booked.
 */
export type BudgetThreshold = "soft" | "50" | "80" | "100" | "refused";

/** What has been spent of a budget has passed a threshold. Amounts are nano-dollars. */
export interface BudgetNotice extends BudgetMeasure {
  readonly window: BudgetWindow;
  readonly threshold: BudgetThreshold;
  /** The soft limit for `soft`, else the hard limit. */
  readonly budget: bigint;
  /** What is booked of the window. */
  readonly spent: bigint;
}

/** The limits of a budget and what is booked of it, in nano-dollars; undefined: there is no such limit. */
export interface BookedBudget {
  readonly maximum: bigint | undefined;
  readonly soft: bigint | undefined;
  readonly booked: bigint;
  /** Whether it has refused a call in its window. */
  readonly hasRefused: boolean;
}

const PERCENTAGES = ["50", "80", "100"] as const;

/**
 * The thresholds that a budget has passed, with the limit of each. A budget of 0 passes none: it refuses all calls from
 * the start. A soft limit is passed by what exceeds it, as `x-gateway-budget-warning` has it.
 */
export function passedThresholds({
  maximum,
  soft,
  booked,
  hasRefused,
}: BookedBudget): readonly { readonly threshold: BudgetThreshold; readonly budget: bigint }[] {
  const passed: { readonly threshold: BudgetThreshold; readonly budget: bigint }[] = [];
  if (soft !== undefined && booked > soft) passed.push({ threshold: "soft", budget: soft });
  if (maximum === undefined || maximum <= 0n) return passed;
  for (const percent of PERCENTAGES) {
    if (booked * 100n >= maximum * BigInt(percent)) passed.push({ threshold: percent, budget: maximum });
  }
  if (hasRefused) passed.push({ threshold: "refused", budget: maximum });
  return passed;
}

/** What an account has passed and is not known to be noted, with the key to add to its `noted` once it is. */
export function newNotices(
  { type, id, duration }: BudgetMeasure,
  account: BudgetAccount,
): { readonly notice: BudgetNotice; readonly account: BudgetAccount; readonly key: string }[] {
  const { window, booked: spent, maximum, soft, noted, refusing } = account;
  // A limit that has been raised since has not refused anything yet.
  const hasRefused = refusing !== undefined && refusing === maximum;
  return passedThresholds({ maximum, soft, booked: spent, hasRefused })
    .map(({ threshold, budget }) => ({
      notice: { type, id, duration, window, threshold, budget, spent },
      account,
      key: `${threshold} ${budget}`,
    }))
    .filter(({ key }) => !noted.has(key));
}
