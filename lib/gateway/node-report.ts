/** What this node knows about itself beside the other nodes of the same database. */
export interface NodeReport {
  /** Why it must get no calls; undefined if it may. Repeats no secret. */
  readonly fault: string | undefined;
  /** What the nodes do not share though they must, one sentence each. */
  readonly warnings: readonly string[];
  /** How many nodes fell silent within the hour without having ended, and were not replaced. */
  readonly missing: number;
  /** Compares the nodes now. A database that is away leaves the report as it was. */
  look(): Promise<void>;
}
