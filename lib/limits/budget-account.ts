import { larger, smaller, spareOf, type ShareDemand } from "./budget-share";
import type { BudgetWindow } from "./budget-window";

/** The figures of a budget cannot be known: it has not been called on before, and the database is away. */
export class BudgetUnknown extends Error {
  override readonly name = "BudgetUnknown";
}

/** What other processes have of a budget, in nano-dollars. */
export interface Elsewhere {
  /** For calls in flight and for those that are not booked yet. */
  readonly held: bigint;
  /** Taken ahead of calls; they could give it back. */
  readonly idle: bigint;
  /** What of their calls waits in vain. */
  readonly wanted: bigint;
}

export interface BudgetReading {
  /** What is booked of everybody's calls, in nano-dollars. */
  readonly booked: bigint;
  readonly elsewhere: Elsewhere;
}

/** What a share is asked for. */
export interface Prospect {
  /** What each of the calls may cost that wait for it, in nano-dollars. */
  readonly waiting: readonly bigint[];
  /** Whether calls may come soon. */
  readonly isInUse: boolean;
  /** Whether it must be exchanged although nothing about it changes. */
  readonly isRenewalDue: boolean;
}

const NOBODY: Elsewhere = { held: 0n, idle: 0n, wanted: 0n };
/** A call that comes without warning is taken for the first of so many. */
const CALLS_AHEAD = 16n;
/** Of what calls took between two readings, so much is provided for until the next one. */
const PERIODS_AHEAD = 2n;

/**
 * What one payer has spent in one window, as this process knows it, in nano-dollars: what the database said when it
 * was last read, what calls of this process have cost that may not have been in it then, and what calls in flight hold.
 * A call is let in against the process's share of the budget, which is taken in the database (`budget-share.ts`).
 */
export class BudgetAccount {
  /** For the one line in the log that a soft budget gets in each window. */
  hasWarned = false;
  /** The strictest limit that the last call was asked to keep; undefined: none, and then no share is needed. */
  maximum: bigint | undefined;
  /** While the database is away nobody can ask for a share, and what this process knows decides. */
  isAlone = false;
  #booked: bigint | undefined;
  #elsewhere = NOBODY;
  #settled = 0n;
  /** How much of `#settled` is part of `#booked`. */
  #mark = 0n;
  /** What may be used of the share, as far as it is known to be valid. */
  #share = 0n;
  /** What the database knows of it. */
  #granted = 0n;
  #held = 0n;
  /** What was held since the last reading began. */
  #taken = 0n;
  /** What to take of a share beyond what is used. */
  #ahead = 0n;

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
  /** As it was when the database was last asked. */
  get elsewhere(): Elsewhere {
    return this.#elsewhere;
  }

  /** Whether nothing would be lost if this account were forgotten. */
  get isIdle(): boolean {
    return this.#held === 0n && this.#settled === this.#mark && this.#granted === 0n;
  }
  /** Whether all that is settled is known to be booked. */
  get isBooked(): boolean {
    return this.#settled === this.#mark;
  }

  /** How much more than its share this process would need for a call; 0: the share covers it. */
  lacks(cost: bigint): bigint {
    if (this.maximum === undefined || this.isAlone) return 0n;
    return larger(0n, this.#used + cost - this.#share);
  }

  /** Whether a call would fit if the others gave something back; what they hold may be booked by now, and then counts twice. */
  mayHope(cost: bigint): boolean {
    return this.#elsewhere.held + this.#elsewhere.idle > 0n && this.spent + this.#held + cost <= (this.maximum ?? cost);
  }

  hold(amount: bigint): void {
    this.#held += amount;
    this.#taken += amount;
  }
  /** Takes back a hold, as if it had never been. */
  release(amount: bigint): void {
    this.#held -= amount;
    this.#taken = larger(0n, this.#taken - amount);
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
  finishReading(mark: bigint, { booked, elsewhere }: BudgetReading): void {
    this.isAlone = false;
    if (mark < this.#mark) return;
    // What is booked is spent of the budget, and so of the share that was taken of it.
    this.#share -= mark - this.#mark;
    this.#mark = mark;
    this.#booked = booked;
    this.#elsewhere = elsewhere;
  }

  /** What share to ask for; undefined: the one there is will do. Until it is exchanged, no more of it is used than is sure to be left. */
  demandShare({ waiting, isInUse, isRenewalDue }: Prospect): ShareDemand | undefined {
    const maximum = this.maximum ?? 0n;
    const ahead = this.#lookAhead(waiting, isInUse && this.maximum !== undefined);
    const used = this.#used;
    const { held, idle, wanted } = this.#elsewhere;
    const spare = spareOf(maximum - this.spent - this.#held - held - idle, ahead, wanted);
    const isChanged = waiting.length > 0 || this.#granted !== used + spare;
    if (!isChanged && !(isRenewalDue && this.#granted > 0n)) return undefined;
    // Where less is to be had than calls would like, others may be in need of it, and find it given back.
    this.#share = larger(used, smaller(this.#share, spare < ahead ? used : used + ahead));
    return { maximum, used, floor: this.#share, waiting, ahead };
  }
  takeShare(amount: bigint, elsewhere: Elsewhere): void {
    this.isAlone = false;
    this.#share = this.#granted = amount;
    this.#elsewhere = elsewhere;
  }

  get #used(): bigint {
    return this.#held + this.#settled - this.#mark;
  }

  /** The most that has been seen lately, for as long as there are calls. */
  #lookAhead(waiting: readonly bigint[], isInUse: boolean): bigint {
    const taken = this.#taken;
    this.#taken = 0n;
    const dearest = waiting.reduce(larger, 0n);
    this.#ahead = isInUse ? larger(this.#ahead, larger(CALLS_AHEAD * dearest, PERIODS_AHEAD * taken)) : 0n;
    return this.#ahead;
  }
}
