/** What somebody, or a model, may spend and how fast. Null: no such limit. */
export interface Limits {
  /** Dollars in each window of `budgetDuration`, or for all time. Calls beyond it are refused. */
  readonly maxBudget: number | null;
  /** Dollars beyond which calls are answered with a warning. */
  readonly softBudget: number | null;
  /** See `budgetWindow`. */
  readonly budgetDuration: string | null;
  /** Tokens per minute. */
  readonly tpmLimit: number | null;
  /** Requests per minute. */
  readonly rpmLimit: number | null;
  readonly maxParallelRequests: number | null;
  /** Of calls for a model, by its name or a `*` pattern. */
  readonly modelTpmLimit: ModelLimits;
  readonly modelRpmLimit: ModelLimits;
}
export type ModelLimits = Readonly<Record<string, number>>;

/** Whoever, or whatever, may have limits; without any, null or absent, so that asking costs nothing. */
export interface Limited {
  readonly limits?: Limits | null;
}
