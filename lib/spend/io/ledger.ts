import type { Logger } from "@/lib/log";
import { rowLiteral } from "@/lib/calls/literal";
import { pauseBeforeBooking } from "../booking-pace";
import type { JournalSegment } from "./journal-segment";
import { readJournal } from "./journal-reader";

/** The database, as the ledger needs it. */
export interface CallBook {
  /**
   * Books calls (see `callLiteral`) and their totals in one transaction. Calls that are already booked change nothing.
   */
  book(literals: readonly string[]): Promise<void>;
  /** Whether an error means that the calls are refused for good, rather than that the database fails at the moment. */
  refusesRows(error: unknown): boolean;
}

/** A finished call on its way into the database. */
export interface LedgerEntry {
  /** The row of the call, as `callLiteral` writes it. */
  readonly literal: string;
  /** The segment with the call's intent; undefined if the call was served without the journal. */
  readonly opened: JournalSegment | undefined;
  /** The segment with the call's end; undefined while the end is only in memory. */
  ended: JournalSegment | undefined;
  booked: boolean;
  /** When the ledger got it, by `performance.now()`. */
  addedAt?: number;
}

/** A segment with ends that are only on disk. */
interface Spilled {
  /** How many of their intents each segment contains. */
  readonly intents: Map<JournalSegment, number>;
  /** When the first of them came, by `performance.now()`. */
  readonly since: number;
}

export interface LedgerOptions {
  readonly calls: CallBook;
  readonly log: Logger;
  /** Closes a segment, if it is still being written. */
  readonly seal: (segment: JournalSegment) => void;
  /** Keeps a call that the database refuses for good. @throws if it cannot be kept */
  readonly reject: (literal: string, error: unknown) => void;
  readonly maximumQueued?: number;
  readonly intervalMs?: number;
}

const MAXIMUM_QUEUED = 20_000;
const BATCH = 5_000;

interface Waiter {
  readonly sequence: number;
  readonly spilled: ReadonlySet<JournalSegment>;
  readonly resolve: () => void;
}

/**
 * Books finished calls in the database, in batches, in the background. While the database is away, it keeps trying. If
 * too many calls wait, it drops those that are in the journal from memory and reads them from there later.
 */
export class Ledger {
  readonly #options: LedgerOptions;
  readonly #queue: LedgerEntry[] = [];
  readonly #spilled = new Map<JournalSegment, Spilled>();
  readonly #waiters = new Set<Waiter>();
  #added = 0;
  #done = 0;
  #failures = 0;
  #lastStart = 0;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #stopped = false;

  constructor(options: LedgerOptions) {
    this.#options = options;
  }

  /** How many finished calls wait in memory, without those that are only on disk. */
  get waiting(): number {
    return this.#queue.length;
  }

  /** How many segments contain ends that are only on disk. */
  get spilledSegments(): number {
    return this.#spilled.size;
  }

  /** For how long the oldest call that is not booked has been waiting, in milliseconds; 0: none waits. */
  get lagMs(): number {
    const now = performance.now();
    const [entry] = this.#queue;
    const [spilled] = this.#spilled.values();
    return now - Math.min(entry?.addedAt ?? now, spilled?.since ?? now);
  }

  add(entry: LedgerEntry): void {
    if (entry.ended && entry.opened && this.#queue.length >= (this.#options.maximumQueued ?? MAXIMUM_QUEUED)) {
      this.#spill(entry.opened, entry.ended);
    } else {
      entry.addedAt = performance.now();
      this.#queue.push(entry);
      this.#added++;
    }
    this.#schedule();
  }

  /** Resolves when every call added so far is booked, or kept aside because the database refuses it. */
  drained(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiters.add({ sequence: this.#added, spilled: new Set(this.#spilled.keys()), resolve });
      this.#wakeWaiters();
      this.#schedule();
    });
  }

  /** Books everything, until it is done, the database fails, or the time (in milliseconds) is over. */
  async finish(limitMs: number): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const limit = new Promise<void>((resolve) => setTimeout(resolve, limitMs).unref());
    // A run may end early to pace itself, but only if nobody waits. Here the caller waits.
    const drained = this.drained();
    const run = async (): Promise<void> => {
      await this.#running;
      this.#failures = 0;
      this.#start();
      await this.#running;
    };
    await Promise.race([drained, run(), limit]);
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  #spill(opened: JournalSegment, ended: JournalSegment): void {
    let spilled = this.#spilled.get(ended);
    if (spilled) {
      ended.release(); // one hold on a segment stands for all its spilled calls
    } else {
      this.#spilled.set(ended, (spilled = { intents: new Map(), since: performance.now() }));
      this.#options.log.warn("spend_ledger_spilled", { segment: ended.path, waiting: this.#queue.length });
    }
    spilled.intents.set(opened, (spilled.intents.get(opened) ?? 0) + 1);
  }

  #schedule(): void {
    if (this.#running || this.#stopped || (this.#queue.length === 0 && this.#spilled.size === 0)) return;
    const backoff = this.#failures > 0;
    const urgent = !backoff && (this.#waiters.size > 0 || this.#queue.length >= BATCH);
    if (this.#timer && !urgent) return;
    clearTimeout(this.#timer);
    const { intervalMs } = this.#options;
    const situation = { failures: this.#failures, sinceStart: performance.now() - this.#lastStart, intervalMs };
    this.#timer = setTimeout(() => this.#start(), urgent ? 0 : pauseBeforeBooking(situation, Math.random()));
    this.#timer.unref();
  }

  #start(): void {
    this.#timer = undefined;
    if (this.#running || this.#stopped) return;
    this.#lastStart = performance.now();
    this.#running = this.#run().finally(() => {
      this.#running = undefined;
      this.#schedule();
    });
  }

  async #run(): Promise<void> {
    try {
      do {
        if (this.#queue.length > 0) await this.#bookQueued();
        else await this.#bookSpilled();
        this.#recovered();
        this.#wakeWaiters();
      } while (!this.#stopped && (this.#queue.length >= BATCH || (this.#waiters.size > 0 && this.#hasWork())));
    } catch (error) {
      this.#failures++;
      if (this.#failures === 1)
        this.#options.log.warn("spend_ledger_waiting", { error: String(error), waiting: this.#queue.length });
    }
  }

  #hasWork(): boolean {
    return this.#queue.length > 0 || this.#spilled.size > 0;
  }

  async #bookQueued(): Promise<void> {
    const batch = this.#queue.slice(0, BATCH);
    await bookLiterals(
      batch.map((entry) => entry.literal),
      this.#options,
    );
    this.#queue.splice(0, batch.length);
    this.#done += batch.length;
    for (const entry of batch) {
      entry.booked = true;
      entry.opened?.release();
      entry.ended?.release();
    }
  }

  /** Books a whole segment from disk. Calls that are already booked change nothing. */
  async #bookSpilled(): Promise<void> {
    const [first] = this.#spilled;
    if (!first) return;
    const [segment, { intents }] = first;
    this.#options.seal(segment);
    let literals: string[] = [];
    for await (const line of readJournal(segment.path)) {
      if (line.kind === "end") literals.push(rowLiteral(line.row));
      if (literals.length < BATCH) continue;
      await bookLiterals(literals, this.#options);
      literals = [];
    }
    await bookLiterals(literals, this.#options);
    this.#spilled.delete(segment);
    segment.release();
    for (const [opened, count] of intents) opened.release(count);
  }

  #recovered(): void {
    if (this.#failures > 0) this.#options.log.info("spend_ledger_recovered", { waiting: this.#queue.length });
    this.#failures = 0;
  }

  #wakeWaiters(): void {
    for (const waiter of this.#waiters) {
      const onDisk = [...waiter.spilled].some((segment) => this.#spilled.has(segment));
      if (this.#done < waiter.sequence || onDisk) continue;
      this.#waiters.delete(waiter);
      waiter.resolve();
    }
  }
}

/**
 * Books calls. If the database refuses some of them for good, halving finds out which, so that a bad call never blocks
 * the others. @throws any other error of the database; some of the calls may be booked then
 */
export async function bookLiterals(
  literals: readonly string[],
  options: { readonly calls: CallBook; readonly reject: (literal: string, error: unknown) => void },
): Promise<void> {
  const [first] = literals;
  if (first === undefined) return;
  try {
    await options.calls.book(literals);
  } catch (error) {
    if (!options.calls.refusesRows(error)) throw error;
    if (literals.length === 1) return options.reject(first, error);
    const half = Math.ceil(literals.length / 2);
    await bookLiterals(literals.slice(0, half), options);
    await bookLiterals(literals.slice(half), options);
  }
}
