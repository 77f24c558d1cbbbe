import type { BudgetWindow } from "./budget-window";

/** The figures of a budget cannot be known: it has not been called on before, and the database is away. */
export class BudgetUnknown extends Error {
  override readonly name = "BudgetUnknown";
}

/**
 * What one payer has spent in one window, as this process knows it, in nano-dollars: what the database said when it
 * was last read, what calls of this process have cost that may not have been in it then, and what calls in flight hold.
 */
export class BudgetAccount {
  /** For the one line in the log that a soft budget gets in each window. */
  hasWarned = false;
  #booked: bigint | undefined;
  #settled = 0n;
  /** How much of `#settled` is part of `#booked`. */
  #mark = 0n;
  #held = 0n;

  constructor(
    readonly window: BudgetWindow,
    booked?: bigint,
  ) {
    this.#booked = booked;
  }

  /** Whether the database has said what was spent. */
  get isKnown(): boolean {
    return this.#booked !== undefined;
  }
  get spent(): bigint {
    return (this.#booked ?? 0n) + this.#settled - this.#mark;
  }
  get held(): bigint {
    return this.#held;
  }

  /** Whether nothing would be lost if this account were forgotten. */
  get isIdle(): boolean {
    return this.#held === 0n && this.#settled === this.#mark;
  }

  hold(amount: bigint): void {
    this.#held += amount;
  }
  /** Ends a hold, with what its call has cost. */
  settle(held: bigint, spent: bigint): void {
    this.#held -= held;
    this.#settled += spent;
  }

  /** Marks what is settled by now. All of it must be in the database before that is read for `finishReading`. */
  beginReading(): bigint {
    return this.#settled;
  }
  /**
   * Takes over what the database said. What was settled while it was being read counts on top, though some of it may be
   * in there: until the next reading the account is rather too strict than too lenient. Readings that overtook one
   * another do no harm, the one that knew most stays.
   */
  finishReading(mark: bigint, booked: bigint): void {
    if (mark < this.#mark) return;
    this.#mark = mark;
    this.#booked = booked;
  }
}
