import type { DeploymentRecord } from "./deployment-record";
import type { GaugeName } from "./metric-table";
import type { Sample } from "./series";

/** How much of a budget is used. */
export interface BudgetUse {
  readonly kind: "team" | "organization" | "model";
  readonly id: string;
  /** From 0 to 1. */
  readonly ratio: number;
}

/** The state of one process at a moment. */
export interface ProcessReading {
  readonly gauges: Partial<Record<GaugeName, readonly Sample[]>>;
  /** The records of the deployments that this process may call. */
  readonly deployments: readonly DeploymentRecord[];
  /** The use of the budgets in its memory. */
  readonly budgets: readonly BudgetUse[];
  /** `metrics_max_teams` */
  readonly mostNames: number;
}
