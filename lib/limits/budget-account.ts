import { larger, smaller, spareOf, type ShareDemand } from "./budget-share";
import type { BudgetWindow } from "./budget-window";

/** The figures of a budget are unknown: this process has not used it yet, and the database is away. */
export class BudgetUnknown extends Error {
  override readonly name = "BudgetUnknown";
}

/** What other processes have of a budget, in nano-dollars. */
export interface Elsewhere {
  /** For calls in flight and for those that are not booked yet. */
  readonly held: bigint;
  /** The part of their shares that no call holds; they can return it. */
  readonly idle: bigint;
  /** What they lack for calls that are waiting. */
  readonly wanted: bigint;
}

export interface BudgetReading {
  /** What is booked, of all processes' calls, in nano-dollars. */
  readonly booked: bigint;
  readonly elsewhere: Elsewhere;
}

/** Why a share is asked for. */
export interface ShareNeed {
  /** The cost of each waiting call, in nano-dollars. */
  readonly waiting: readonly bigint[];
  /** Whether more calls are to be expected soon. */
  readonly isInUse: boolean;
  /** Whether the share must be exchanged even if nothing about it changes. */
  readonly isRenewalDue: boolean;
}

const NOBODY: Elsewhere = { held: 0n, idle: 0n, wanted: 0n };
/** A call that finds no room in the share is taken for the first of this many. */
const CALLS_AHEAD = 16n;
/** The share has ahead this many times what calls took since it was last looked at. */
const PERIODS_AHEAD = 2n;

/**
 * What one payer has spent in one window, as this process knows it, in nano-dollars: the figure that was last read from
 * the database, the cost of this process's calls that it may not have included, and what calls in flight hold. A call
 * is admitted against this process's share of the budget, which is taken in the database (`budget-share.ts`).
 */
export class BudgetAccount {
  /** The lowest limit at the last call; undefined: no limit, so no share is needed. */
  maximum: bigint | undefined;
  /** The lowest soft limit at the last call. */
  soft: bigint | undefined;
  /** The thresholds of this window that are known to be noted (`newNotices`). */
  readonly noted = new Set<string>();
  /** The limit that has last refused a call of this process. */
  refusing: bigint | undefined;
  /** While the database is away no share can be taken, so this process decides by its own figures. */
  isAlone = false;
  #booked: bigint | undefined;
  #elsewhere = NOBODY;
  #settled = 0n;
  /** How much of `#settled` is part of `#booked`. */
  #mark = 0n;
  /** The part of the share that is known to be valid and may be used. */
  #share = 0n;
  /** The share as the database has it. */
  #granted = 0n;
  #held = 0n;
  /** What calls have taken since the share was last looked at. */
  #taken = 0n;
  /** What the share should have beyond what is used. */
  #ahead = 0n;

  constructor(
    readonly window: BudgetWindow,
    booked?: bigint,
  ) {
    this.#booked = booked;
  }

  /** Whether the figures have been read from the database. */
  get isKnown(): boolean {
    return this.#booked !== undefined;
  }
  /** What the last reading found. */
  get booked(): bigint {
    return this.#booked ?? 0n;
  }
  get spent(): bigint {
    return this.booked + this.#settled - this.#mark;
  }
  get held(): bigint {
    return this.#held;
  }
  /** From the last reading or exchange. */
  get elsewhere(): Elsewhere {
    return this.#elsewhere;
  }

  /** Whether this account can be forgotten without losing anything. */
  get isIdle(): boolean {
    return this.#held === 0n && this.#settled === this.#mark && this.#granted === 0n;
  }
  /** Whether all that is settled is known to be booked. */
  get isBooked(): boolean {
    return this.#settled === this.#mark;
  }

  /** How much a call needs beyond the share; 0: the share covers it. */
  lacks(cost: bigint): bigint {
    if (this.maximum === undefined || this.isAlone) return 0n;
    return larger(0n, this.#used + cost - this.#share);
  }

  /**
   * Whether a call may fit once other processes return something. What they hold is left out: it may be booked by now,
   * and would then count twice.
   */
  mayFitLater(cost: bigint): boolean {
    return this.#elsewhere.held + this.#elsewhere.idle > 0n && this.spent + this.#held + cost <= (this.maximum ?? cost);
  }

  hold(amount: bigint): void {
    this.#held += amount;
    this.#taken += amount;
  }
  /** Undoes a hold. */
  release(amount: bigint): void {
    this.#held -= amount;
    this.#taken = larger(0n, this.#taken - amount);
  }
  /** Ends a hold with the cost of its call. */
  settle(held: bigint, spent: bigint): void {
    this.#held -= held;
    this.#settled += spent;
  }

  /** Marks what is settled. All of it must be in the database before the figures for `finishReading` are read. */
  beginReading(): bigint {
    return this.#settled;
  }
  /**
   * Takes over the figures of a reading. What was settled during the reading is added, although some of it may be in
   * the figures already: until the next reading the account is too strict rather than too lenient. If readings overtake
   * one another, the one that began last stays.
   */
  finishReading(mark: bigint, { booked, elsewhere }: BudgetReading): void {
    this.isAlone = false;
    if (mark < this.#mark) return;
    // What is booked now counts against the budget itself, no longer against the share.
    this.#share -= mark - this.#mark;
    this.#mark = mark;
    this.#booked = booked;
    this.#elsewhere = elsewhere;
  }

  /**
   * The share to ask for; undefined: keep the present one. Until the exchange, only what is sure to be left of it is
   * used.
   */
  demandShare({ waiting, isInUse, isRenewalDue }: ShareNeed): ShareDemand | undefined {
    const maximum = this.maximum ?? 0n;
    const ahead = this.#lookAhead(waiting, isInUse && this.maximum !== undefined);
    const used = this.#used;
    const { held, idle, wanted } = this.#elsewhere;
    const spare = spareOf(maximum - this.spent - this.#held - held - idle, ahead, wanted);
    const isChanged = waiting.length > 0 || this.#granted !== used + spare;
    if (!isChanged && !(isRenewalDue && this.#granted > 0n)) return undefined;
    // When budget is scarce, return the unused share so that other processes can take it.
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

  /** The highest recent demand, for as long as there are calls. */
  #lookAhead(waiting: readonly bigint[], isInUse: boolean): bigint {
    const taken = this.#taken;
    this.#taken = 0n;
    const largest = waiting.reduce(larger, 0n);
    this.#ahead = isInUse ? larger(this.#ahead, larger(CALLS_AHEAD * largest, PERIODS_AHEAD * taken)) : 0n;
    return this.#ahead;
  }
}
