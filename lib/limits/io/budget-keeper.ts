import { messageOf } from "@/lib/error-message";
import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "@/lib/log";
import { withDeadline } from "@/lib/time/io/deadline";
import { BudgetAccount, BudgetUnknown, type BudgetReading, type Elsewhere } from "../budget-account";
import { decideShare, type Share, type ShareSupply } from "../budget-share";
import { budgetWindow, type BudgetWindow } from "../budget-window";
import type { EntityType } from "@/lib/entity-type";
import type { Patience } from "../patience";

/** A payer's budget by what it is measured by: two limits that agree in this share one account. */
export interface BudgetMeasure {
  readonly type: EntityType;
  readonly id: string;
  readonly duration: string | null;
}

/** A window of a budget. */
export interface BudgetQuestion extends BudgetMeasure, BudgetWindow {}

/** A share of a budget that is to be exchanged for the one that `decide` chooses, while nobody else exchanges theirs. */
export interface ShareRequest extends BudgetQuestion {
  readonly decide: (supply: ShareSupply) => Share;
}

/** The database, in the order of the questions. */
export interface BudgetBook {
  read(questions: readonly BudgetQuestion[]): Promise<readonly BudgetReading[]>;
  exchange(requests: readonly ShareRequest[]): Promise<readonly ShareGrant[]>;
  /** Resolves when every call that this process has settled by now is booked. */
  drained(): Promise<void>;
}

export interface ShareGrant {
  readonly amount: bigint;
  readonly elsewhere: Elsewhere;
}

export interface BudgetKeeperOptions {
  readonly book: BudgetBook;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly log: Logger;
}

/** What is set aside for a call. */
export interface Cover {
  release(): void;
}

interface WaitingCall {
  /** What it may cost, in nano-dollars. */
  readonly cost: bigint;
  cover: Cover | undefined;
}

interface Slot {
  readonly measure: BudgetMeasure;
  account: BudgetAccount;
  usedAt: number;
  /** When reading it was last tried. */
  triedAt: number;
  /** When its share was last exchanged. */
  exchangedAt: number;
  /** In the order in which they came. */
  readonly waiting: Set<WaitingCall>;
  /** What has been waited for in vain, so that a flood of calls does not wait too. */
  verdict: { readonly cost: bigint; readonly until: number } | undefined;
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
/** What others have taken ahead, or of which the calls are booked by now, they give back when they refresh: so far apart it is asked for. */
const PATIENCE_MS = 100;

/** A share that is not renewed is given to others after three times as long. */
const RENEWAL_MS = 10_000;

/** The accounts of the budgets in use in this process. While the database is away, known ones go on with what is known. */
export class BudgetKeeper {
  readonly #options: BudgetKeeperOptions;
  readonly #slots = new Map<string, Slot>();
  readonly #timer: NodeJS.Timeout;
  /** Whose figures are read next, and whose shares are exchanged. */
  readonly #reading = new Set<Slot>();
  readonly #exchanging = new Set<Slot>();
  #next: Promise<void> | undefined;
  #running: Promise<void> = Promise.resolve();
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

  /**
   * Makes this process's share of a budget cover a cost, in nano-dollars, and sets that aside for the call, which takes it
   * back when it takes its place. `patience`: of the call. Undefined: nothing is left of the budget that others do not
   * hold. Never fails.
   */
  async cover(measure: BudgetMeasure, cost: bigint, patience: Patience): Promise<Cover | undefined> {
    const slot = this.#slot(measure);
    const { verdict } = slot;
    if (verdict && this.#options.now() < verdict.until && cost >= verdict.cost) return undefined;
    const call: WaitingCall = { cost, cover: undefined };
    slot.waiting.add(call);
    try {
      for (let round = 0; ; round++) {
        // What is booked by now of this process's calls counts twice until it has been read.
        await this.#ask(round === 0 ? [] : [slot], [slot]).catch(() => letIn(slot)); // then it is alone
        if (call.cover) return call.cover;
        if (round === 0) continue;
        if (!slot.account.mayHope(cost)) return undefined;
        if (patience.rounds <= 0) {
          slot.verdict = { cost, until: this.#options.now() + REFRESH_MS };
          return undefined;
        }
        patience.rounds--;
        await pause(PATIENCE_MS);
      }
    } finally {
      slot.waiting.delete(call);
    }
  }

  /** Reads the figures of all budgets in use again, and forgets those that are not. Never fails. */
  async refresh(): Promise<void> {
    const now = this.#options.now();
    for (const [key, slot] of this.#slots) {
      // What is forgotten while the database is away could not be known again.
      if (!this.#isAway && slot.account.isIdle && !isInUse(slot, now)) this.#slots.delete(key);
      else turnOver(slot, now);
    }
    const slots = [...this.#slots.values()];
    if (slots.length > 0) await this.#ask(slots, slots).catch(() => {}); // said in the log; what is known goes on
  }

  /** Stops; what is held in shares is given back by whoever knows that all calls are booked. */
  close(): void {
    clearInterval(this.#timer);
  }

  #slot(measure: BudgetMeasure): Slot {
    const key = `${measure.type} ${measure.duration ?? ""} ${measure.id}`;
    const now = this.#options.now();
    let slot = this.#slots.get(key);
    if (!slot) {
      slot = {
        measure,
        account: new BudgetAccount(budgetWindow(measure.duration, now)),
        usedAt: now,
        triedAt: now,
        exchangedAt: now,
        waiting: new Set(),
        verdict: undefined,
      };
      this.#slots.set(key, slot);
    }
    slot.usedAt = now;
    turnOver(slot, now);
    return slot;
  }

  async #firstReading(measure: BudgetMeasure): Promise<void> {
    const slot = this.#slot(measure);
    if (slot.account.isKnown) return;
    if (this.#options.now() < this.#pauseUntil) throw new BudgetUnknown("The database was away a moment ago");
    await this.#ask([slot], []);
  }

  /** One turn at a time: what is asked for while one is under way is answered by the next. @throws BudgetUnknown */
  #ask(read: readonly Slot[], exchange: readonly Slot[]): Promise<void> {
    for (const slot of read) this.#reading.add(slot);
    for (const slot of exchange) this.#exchanging.add(slot);
    this.#next ??= this.#running
      .catch(() => {})
      .then(() => {
        this.#next = undefined;
        const [reading, exchanging] = [[...this.#reading], [...this.#exchanging]];
        this.#reading.clear();
        this.#exchanging.clear();
        return (this.#running = this.#turn(reading, exchanging));
      });
    return this.#next;
  }

  async #turn(reading: readonly Slot[], exchanging: readonly Slot[]): Promise<void> {
    const { log, now } = this.#options;
    for (const slot of reading) slot.triedAt = now();
    const turn = { isOver: false };
    try {
      const work = this.#read(reading, turn).then(() => this.#exchange(exchanging, turn));
      await withDeadline(work, READ_LIMIT_MS, (message) => new Error(message));
      if (this.#isAway) log.info("budgets.figures_back");
      this.#isAway = false;
    } catch (error) {
      turn.isOver = true;
      if (!this.#isAway)
        log.warn("budgets.figures_stale", {
          budgets: this.#slots.size,
          error: messageOf(error),
        });
      this.#isAway = true;
      this.#pauseUntil = now() + AWAY_PAUSE_MS;
      for (const { account } of this.#slots.values()) account.isAlone = true;
      throw new BudgetUnknown("The figures of budgets cannot be read", { cause: error });
    }
  }

  async #read(slots: readonly Slot[], turn: Turn): Promise<void> {
    if (slots.length === 0) return;
    // What is settled from here on counts twice if it is booked before the figures are read, until they are read again.
    const readings = slots.map(({ measure, account }) => ({
      ...measure,
      ...account.window,
      account,
      mark: account.beginReading(),
    }));
    if (readings.some(({ account }) => !account.isBooked)) await this.#options.book.drained();
    const found = await this.#options.book.read(readings);
    if (turn.isOver) return;
    for (const [index, { account, mark }] of readings.entries()) {
      const reading = found[index];
      if (reading) account.finishReading(mark, reading);
    }
  }

  async #exchange(slots: readonly Slot[], turn: Turn): Promise<void> {
    if (turn.isOver) return;
    const now = this.#options.now();
    const requests = slots.flatMap((slot) => {
      const { measure, account } = slot;
      const waiting = [...slot.waiting].map(({ cost }) => cost);
      const demand = account.demandShare({
        waiting,
        isInUse: isInUse(slot, now),
        isRenewalDue: now - slot.exchangedAt >= RENEWAL_MS,
      });
      if (!demand) return [];
      slot.exchangedAt = now;
      return [
        { ...measure, ...account.window, slot, account, decide: (supply: ShareSupply) => decideShare(demand, supply) },
      ];
    });
    if (requests.length === 0) return;
    const grants = await this.#options.book.exchange(requests);
    if (turn.isOver) return;
    for (const [index, { slot, account }] of requests.entries()) {
      const grant = grants[index];
      if (grant) account.takeShare(grant.amount, grant.elsewhere);
      letIn(slot);
    }
  }
}

/** Calls that wait get what they need at once, and one after the other: left to themselves, each exchange would find most of them waiting still. */
function letIn({ account, waiting }: Slot): void {
  for (const call of waiting) {
    const { cost } = call;
    if (account.lacks(cost) > 0n) continue;
    account.hold(cost);
    call.cover = { release: () => account.release(cost) };
    waiting.delete(call);
  }
}

/** What comes when a turn has been given up counts no more. */
interface Turn {
  readonly isOver: boolean;
}

function isInUse({ waiting, usedAt }: Slot, now: number): boolean {
  return waiting.size > 0 || now - usedAt <= IDLE_MS;
}

/**
 * Begins a new window when the old one is over. Of a budget whose readings are up to date nothing can have been spent in
 * it yet but what other nodes have in the last moment, which the next reading tells.
 */
function turnOver(slot: Slot, now: number): void {
  const { account } = slot;
  if (now < account.window.end) return;
  const next = new BudgetAccount(
    budgetWindow(slot.measure.duration, now),
    account.isKnown && now - slot.triedAt < FOLLOWED_MS ? 0n : undefined,
  );
  next.isAlone = account.isAlone;
  next.maximum = account.maximum;
  slot.account = next;
}
