/** The limits on spend and rate of a payer or a model. Null means no such limit. */
export interface Limits {
  /** Dollars per window of `budgetDuration`, or for all time. Calls beyond it are refused. */
  readonly maxBudget: number | null;
  /** Dollars beyond which answers carry a warning. */
  readonly softBudget: number | null;
  /** A duration that `budgetWindow` understands. */
  readonly budgetDuration: string | null;
  /** Tokens per minute. */
  readonly tpmLimit: number | null;
  /** Requests per minute. */
  readonly rpmLimit: number | null;
  readonly maxParallelRequests: number | null;
  /** For calls of a model, by its name or a `*` pattern. */
  readonly modelTpmLimit: ModelLimits;
  readonly modelRpmLimit: ModelLimits;
}
export type ModelLimits = Readonly<Record<string, number>>;

/** A payer or model that may have limits. Null or absent if it has none, so that checking costs nothing. */
export interface Limited {
  readonly limits?: Limits | null;
}
