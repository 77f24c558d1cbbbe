import { setTimeout as pause } from "node:timers/promises";
import { coalesce } from "@/lib/async/coalesce";
import { messageOf } from "@/lib/error-message";
import type { Logger } from "@/lib/log";
import { hasElapsed } from "@/lib/time/has-elapsed";
import { withDeadline } from "@/lib/time/io/deadline";
import { createOutage, type Outage } from "@/lib/time/outage";
import { BudgetUnknown, type BudgetAccount, type BudgetReading, type Elsewhere } from "../budget-account";
import { decideShare, type Share, type ShareSupply } from "../budget-share";
import { newNotices, type BudgetNotice } from "../budget-notice";
import type { BudgetWindow } from "../budget-window";
import type { WaitingRounds } from "../waiting-rounds";
import {
  isInUse,
  letIn,
  trackBudget,
  turnOver,
  type BudgetMeasure,
  type Cover,
  type TrackedBudget,
  type WaitingCall,
} from "../tracked-budget";

/** A window of a budget. */
export interface BudgetQuestion extends BudgetMeasure, BudgetWindow {}

/** A share to exchange for the one that `decide` chooses, while no other process exchanges a share of this budget. */
export interface ShareRequest extends BudgetQuestion {
  readonly decide: (supply: ShareSupply) => Share;
}

/** The database's figures of budgets. Answers come in the order of the questions. */
export interface BudgetBook {
  read(questions: readonly BudgetQuestion[]): Promise<readonly BudgetReading[]>;
  exchange(requests: readonly ShareRequest[]): Promise<readonly ShareGrant[]>;
  /** Stores notices, and returns those that no process has stored before. */
  note(notices: readonly BudgetNotice[]): Promise<readonly BudgetNotice[]>;
  /** Resolves when every call that this process has settled by now is booked. */
  drained(): Promise<void>;
}

/** What is spent of a budget, as this process knows it, in nano-dollars. */
export interface BudgetUse {
  readonly measure: BudgetMeasure;
  readonly spent: bigint;
  readonly maximum: bigint;
}

export interface ShareGrant {
  /** Nano-dollars. */
  readonly amount: bigint;
  readonly elsewhere: Elsewhere;
}

export interface BudgetKeeperOptions {
  readonly book: BudgetBook;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly log: Logger;
  /** Called when a budget passes a threshold, once in each window over all processes. */
  readonly onNotice?: (notice: BudgetNotice) => void;
}

/** How often the figures of budgets in use are read again, which is how this process sees the spend of other nodes. */
const REFRESH_MS = 1_000;
/** The longest that a turn at the database may take before it is given up. */
const READ_LIMIT_MS = 2_000;
/** How long after a failed turn callers without known figures are refused at once. */
const AWAY_PAUSE_MS = 500;
/** How long to wait before asking again for unused shares, which other processes return when they refresh. */
const ROUND_MS = 100;
/** How often a share is renewed. Other processes take a share that has not been renewed for three times as long. */
const RENEWAL_MS = 10_000;

/** What one turn at the database does. */
interface Turn {
  readonly reading: Set<TrackedBudget>;
  readonly exchanging: Set<TrackedBudget>;
  /** Set when the turn is given up. Results that arrive later are ignored. */
  isOver: boolean;
}

/**
 * The accounts of the budgets in use in this process. While the database is away, known ones go on with what is known.
 *
 * All work at the database is done in turns, one at a time. What is asked for during a turn is done by the next one:
 *
 *     ask ─→ #next collects ─→ the turn before ends ─→ read the figures ─→ exchange the shares ─→ every asker goes on
 *                                                            │                      │
 *                                                            └── failed, or 2 s over ┴─→ accounts decide alone,
 *                                                                                        askers get BudgetUnknown
 */
export class BudgetKeeper {
  readonly #options: BudgetKeeperOptions;
  readonly #budgets = new Map<string, TrackedBudget>();
  readonly #timer: NodeJS.Timeout;
  readonly #outage: Outage;
  #next = newTurn();
  readonly #takeNextTurn = coalesce(() => this.#takeTurn());

  constructor(options: BudgetKeeperOptions) {
    const { log, now } = options;
    this.#options = options;
    this.#timer = setInterval(() => void this.refresh(), REFRESH_MS).unref();
    this.#outage = createOutage({
      pauseMs: AWAY_PAUSE_MS,
      now,
      onAway: (error) => log.warn("budgets.figures_stale", { budgets: this.#budgets.size, error: messageOf(error) }),
      onBack: () => log.info("budgets.figures_back"),
    });
  }

  /** How many budgets are in use. */
  get size(): number {
    return this.#budgets.size;
  }

  /** The budgets in use that have a maximum and whose figures are known, each in its present window. */
  uses(): BudgetUse[] {
    const now = this.#options.now();
    return [...this.#budgets.values()].flatMap((budget) => {
      turnOver(budget, now);
      const { measure, account } = budget;
      const { maximum, spent } = account;
      return maximum === undefined || !account.isKnown ? [] : [{ measure, spent, maximum }];
    });
  }

  /** The account of a budget's present window. If it is not `isKnown`, await `known` first. */
  account(measure: BudgetMeasure): BudgetAccount {
    return this.#budget(measure).account;
  }

  /** Resolves when the figures of all these budgets are known. @throws BudgetUnknown */
  async known(measures: readonly BudgetMeasure[]): Promise<void> {
    await Promise.all(measures.map((measure) => this.#firstReading(measure)));
  }

  /**
   * Makes this process's share of a budget cover a cost, in nano-dollars, and sets that aside for the call, which takes
   * it over when it is admitted. `rounds`: those that the call has left. Undefined: others hold all that is left of the
   * budget. Never fails.
   */
  async cover(measure: BudgetMeasure, cost: bigint, rounds: WaitingRounds): Promise<Cover | undefined> {
    const budget = this.#budget(measure);
    const { verdict } = budget;
    if (verdict && !hasElapsed(verdict.at, REFRESH_MS, this.#options.now()) && cost >= verdict.cost) return undefined;
    const call: WaitingCall = { cost, cover: undefined };
    budget.waiting.add(call);
    try {
      for (let round = 0; ; round++) {
        // Calls of this process that have been booked meanwhile count twice until the figures are read again.
        const stale = round === 0 ? [] : [budget];
        // Without the database this process decides alone.
        await this.#ask(stale, [budget]).catch(() => letIn(budget));
        if (call.cover) return call.cover;
        if (round === 0) continue;
        if (!budget.account.mayFitLater(cost)) return undefined;
        if (rounds.left <= 0) {
          budget.verdict = { cost, at: this.#options.now() };
          return undefined;
        }
        rounds.left--;
        await pause(ROUND_MS);
      }
    } finally {
      budget.waiting.delete(call);
    }
  }

  /** Reads the figures of all budgets in use again, and forgets the others. Never fails. */
  async refresh(): Promise<void> {
    const now = this.#options.now();
    for (const [key, budget] of this.#budgets) {
      // A budget forgotten while the database is away could not be known again.
      if (!this.#outage.isAway && budget.account.isIdle && !isInUse(budget, now)) this.#budgets.delete(key);
      else turnOver(budget, now);
    }
    const budgets = [...this.#budgets.values()];
    if (budgets.length === 0) return;
    // A failure is in the log, and known accounts go on with what they know.
    const hasRead = await this.#ask(budgets, budgets).then(
      () => true,
      () => false,
    );
    if (hasRead) await this.#notice(budgets);
  }

  /** Reports the thresholds that budgets have passed since the last time, unless another process has. Never fails. */
  async #notice(budgets: readonly TrackedBudget[]): Promise<void> {
    const passed = budgets.flatMap(({ measure, account }) => newNotices(measure, account));
    if (passed.length === 0) return;
    try {
      const first = await this.#options.book.note(passed.map(({ notice }) => notice));
      for (const { account, key } of passed) account.noted.add(key);
      for (const notice of first) this.#options.onNotice?.(notice);
    } catch {
      // The next refresh tries again.
    }
  }

  /** Stops. The shares stay in the database: whoever knows that all calls are booked releases them. */
  close(): void {
    clearInterval(this.#timer);
  }

  #budget(measure: BudgetMeasure): TrackedBudget {
    const key = `${measure.type} ${measure.duration ?? ""} ${measure.id}`;
    const now = this.#options.now();
    let budget = this.#budgets.get(key);
    if (!budget) {
      budget = trackBudget(measure, now);
      this.#budgets.set(key, budget);
    }
    budget.usedAt = now;
    turnOver(budget, now);
    return budget;
  }

  async #firstReading(measure: BudgetMeasure): Promise<void> {
    const budget = this.#budget(measure);
    if (budget.account.isKnown) return;
    if (this.#outage.isPausing) throw new BudgetUnknown("The database was away a moment ago");
    await this.#ask([budget], []);
  }

  /** Has the next turn read figures and exchange shares. Resolves when the turn is over. @throws BudgetUnknown */
  #ask(read: readonly TrackedBudget[], exchange: readonly TrackedBudget[]): Promise<void> {
    for (const budget of read) this.#next.reading.add(budget);
    for (const budget of exchange) this.#next.exchanging.add(budget);
    return this.#takeNextTurn();
  }

  async #takeTurn(): Promise<void> {
    const turn = this.#next;
    this.#next = newTurn();
    try {
      await this.#outage.run(() => {
        const work = this.#read(turn).then(() => this.#exchange(turn));
        return withDeadline(work, READ_LIMIT_MS, (message) => new Error(message));
      });
    } catch (error) {
      turn.isOver = true;
      for (const { account } of this.#budgets.values()) account.isAlone = true;
      throw new BudgetUnknown("The figures of budgets cannot be read", { cause: error });
    }
  }

  async #read(turn: Turn): Promise<void> {
    const now = this.#options.now();
    for (const budget of turn.reading) budget.triedAt = now;
    if (turn.reading.size === 0) return;
    // A call settled from here on counts twice if it is booked before the figures are read, until the next reading.
    const readings = Array.from(turn.reading, ({ measure, account }) => ({
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

  async #exchange(turn: Turn): Promise<void> {
    if (turn.isOver) return;
    const now = this.#options.now();
    const requests = Array.from(turn.exchanging, (budget) => exchangeRequest(budget, now)).filter(
      (request) => request !== undefined,
    );
    if (requests.length === 0) return;
    const grants = await this.#options.book.exchange(requests);
    if (turn.isOver) return;
    for (const [index, { budget, account }] of requests.entries()) {
      const grant = grants[index];
      if (grant) account.takeShare(grant.amount, grant.elsewhere);
      letIn(budget);
    }
  }
}

function newTurn(): Turn {
  return { reading: new Set(), exchanging: new Set(), isOver: false };
}

interface ExchangeRequest extends ShareRequest {
  readonly budget: TrackedBudget;
  /** Of the window that the request is for, which may be over when the answer comes. */
  readonly account: BudgetAccount;
}

/** What to ask for instead of the present share; undefined: the present share will do. */
function exchangeRequest(budget: TrackedBudget, now: number): ExchangeRequest | undefined {
  const { measure, account } = budget;
  const demand = account.demandShare({
    waiting: Array.from(budget.waiting, ({ cost }) => cost),
    isInUse: isInUse(budget, now),
    isRenewalDue: hasElapsed(budget.exchangedAt, RENEWAL_MS, now),
  });
  if (!demand) return undefined;
  budget.exchangedAt = now;
  return { ...measure, ...account.window, budget, account, decide: (supply) => decideShare(demand, supply) };
}
