import type { Logger } from "@/lib/gateway/services";
import { withDeadline } from "@/lib/store/deadline";
import { BudgetAccount, BudgetUnknown } from "./budget-account";
import { budgetWindow, type BudgetWindow } from "./budget-window";
import type { EntityType } from "./entity";

/** A payer's budget by what it is measured by: two limits that agree in this share one account. */
export interface BudgetMeasure {
  readonly type: EntityType;
  readonly id: string;
  readonly duration: string | null;
}

export interface BudgetKeeperOptions {
  /** What was spent, in nano-dollars, in the order of the questions; booked calls alone. */
  readonly read: (queries: readonly (BudgetMeasure & BudgetWindow)[]) => Promise<readonly bigint[]>;
  /** Resolves when every call that this process has settled by now is booked. */
  readonly booked: () => Promise<void>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly log: Logger;
}

interface Slot {
  readonly measure: BudgetMeasure;
  account: BudgetAccount;
  usedAt: number;
  /** When reading it was last tried. */
  triedAt: number;
  /** The reading that its first users wait for. */
  reading: Promise<void> | undefined;
}

/** How often the figures of budgets in use are read again, so that the spend of other nodes is seen. */
const REFRESH_MS = 1_000;
/** A budget that nobody has called on for so long is forgotten. */
const IDLE_MS = 15_000;
/** A budget is followed when its figures were asked for so long ago at most. */
const FOLLOWED_MS = 5_000;
/** The longest that a caller waits for figures that are not known yet. */
const READ_LIMIT_MS = 2_000;
/** After a failed reading callers are not made to wait for another one this long. */
const AWAY_PAUSE_MS = 500;
const BOOKING_ROUNDS = 4;

/** The accounts of the budgets in use in this process. While the database is away, known ones go on with what is known. */
export class BudgetKeeper {
  readonly #options: BudgetKeeperOptions;
  readonly #slots = new Map<string, Slot>();
  readonly #timer: NodeJS.Timeout;
  #refreshing: Promise<void> | undefined;
  #pauseUntil = 0;
  #isAway = false;

  constructor(options: BudgetKeeperOptions) {
    this.#options = options;
    this.#timer = setInterval(() => void this.refresh(), REFRESH_MS).unref();
  }

  /** How many budgets are in use. */
  get size(): number {
    return this.#slots.size;
  }

  /** The account of a budget's present window; ask `isKnown` of it, and await `known` where it is not. */
  account(measure: BudgetMeasure): BudgetAccount {
    return this.#slot(measure).account;
  }

  /** Resolves when the figures of all these budgets are known. @throws BudgetUnknown */
  async known(measures: readonly BudgetMeasure[]): Promise<void> {
    await Promise.all(measures.map((measure) => this.#firstReading(measure)));
  }

  /** Reads the figures of all budgets in use again, and forgets those that are not. Never fails. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#refresh().finally(() => (this.#refreshing = undefined));
    return this.#refreshing;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #slot(measure: BudgetMeasure): Slot {
    const key = `${measure.type} ${measure.duration ?? ""} ${measure.id}`;
    const now = this.#options.now();
    let slot = this.#slots.get(key);
    if (!slot) {
      slot = { measure, account: new BudgetAccount(budgetWindow(measure.duration, now)), usedAt: now, triedAt: now, reading: undefined };
      this.#slots.set(key, slot);
    }
    slot.usedAt = now;
    turnOver(slot, now);
    return slot;
  }

  #firstReading(measure: BudgetMeasure): Promise<void> {
    const slot = this.#slot(measure);
    if (slot.account.isKnown) return Promise.resolve();
    if (this.#options.now() < this.#pauseUntil) return Promise.reject(new BudgetUnknown("The database was away a moment ago"));
    slot.reading ??= this.#read([slot]).finally(() => (slot.reading = undefined));
    return slot.reading;
  }

  async #refresh(): Promise<void> {
    const now = this.#options.now();
    const slots: Slot[] = [];
    for (const [key, slot] of this.#slots) {
      // What is forgotten while the database is away could not be known again.
      if (!this.#isAway && slot.account.isIdle && now - slot.usedAt > IDLE_MS) {
        this.#slots.delete(key);
        continue;
      }
      turnOver(slot, now);
      slots.push(slot);
    }
    if (slots.length > 0) await this.#read(slots).catch(() => {}); // said in the log; what is known goes on
  }

  /** Marks what is settled once all of it is booked; a few times where more is settled meanwhile, which would count twice for a while. */
  async #book(readings: readonly { readonly account: BudgetAccount; mark: bigint }[]): Promise<void> {
    for (let round = 0; round < BOOKING_ROUNDS; round++) {
      for (const reading of readings) reading.mark = reading.account.beginReading();
      await this.#options.booked();
      if (readings.every(({ account, mark }) => account.beginReading() === mark)) return;
    }
  }

  async #read(slots: readonly Slot[]): Promise<void> {
    const { read, log, now } = this.#options;
    for (const slot of slots) slot.triedAt = now();
    const readings = slots.map(({ measure, account }) => ({ ...measure, ...account.window, account, mark: 0n }));
    try {
      const figures = await withDeadline(this.#book(readings).then(() => read(readings)), READ_LIMIT_MS, (message) => new Error(message));
      for (const [index, { account, mark }] of readings.entries()) account.finishReading(mark, figures[index] ?? 0n);
      if (this.#isAway) log.info("budgets.figures_back");
      this.#isAway = false;
    } catch (error) {
      if (!this.#isAway) log.warn("budgets.figures_stale", { budgets: this.#slots.size, error: error instanceof Error ? error.message : String(error) });
      this.#isAway = true;
      this.#pauseUntil = now() + AWAY_PAUSE_MS;
      throw new BudgetUnknown("The figures of budgets cannot be read", { cause: error });
    }
  }
}

/**
 * Begins a new window when the old one is over. Of a budget whose readings are up to date nothing can have been spent in
 * it yet but what other nodes have in the last moment, which the next reading tells.
 */
function turnOver(slot: Slot, now: number): void {
  const { account } = slot;
  if (now < account.window.end) return;
  slot.account = new BudgetAccount(budgetWindow(slot.measure.duration, now), account.isKnown && now - slot.triedAt < FOLLOWED_MS ? 0n : undefined);
}
