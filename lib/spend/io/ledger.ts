import type { Logger } from "@/lib/log";
import { rowLiteral } from "@/lib/calls/literal";
import type { JournalSegment } from "./journal-segment";
import { readJournal } from "./journal-reader";

/** Where finished calls go: the database, seen from here. */
export interface CallBook {
  /** Books calls (see `callLiteral`) and their totals in one transaction; calls that are there already change nothing. */
  book(literals: readonly string[]): Promise<void>;
  /** Whether it is the calls that were refused, for good, rather than the moment. */
  refusesRows(error: unknown): boolean;
}

/** A finished call on its way into the database. */
export interface LedgerEntry {
  /** What the database is given. */
  readonly literal: string;
  /** Holds its intent; undefined for a call that was served although the journal could not be written. */
  readonly opened: JournalSegment | undefined;
  /** Holds its end; undefined while that could not be written, and then only memory has it. */
  ended: JournalSegment | undefined;
  booked: boolean;
}

export interface LedgerOptions {
  readonly calls: CallBook;
  readonly log: Logger;
  /** Closes a segment to further lines, if it is still written to. */
  readonly seal: (segment: JournalSegment) => void;
  /** Keeps a call that the database refuses for good. @throws when that is not possible */
  readonly reject: (literal: string, error: unknown) => void;
  readonly maximumQueued?: number;
  readonly intervalMs?: number;
}

const MAXIMUM_QUEUED = 20_000;
/** At most four transactions a second unless batches are full, and one at once after a pause: the fewer there are, the less each call costs the database. */
const INTERVAL_MS = 250;
const BATCH = 5_000;
const FIRST_BACKOFF_MS = 100;
const LONGEST_BACKOFF_MS = 2_000;

interface Waiter {
  readonly sequence: number;
  readonly spilled: ReadonlySet<JournalSegment>;
  readonly resolve: () => void;
}

/**
 * Moves finished calls into the database, in batches, in the background. While the database is away it tries again and
 * again; beyond a number of waiting calls it forgets what the journal remembers and reads it again from there.
 */
export class Ledger {
  readonly #options: LedgerOptions;
  readonly #queue: LedgerEntry[] = [];
  /** Segments with ends that are only on disk, and how often each other segment holds intents of theirs. */
  readonly #spilled = new Map<JournalSegment, Map<JournalSegment, number>>();
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

  /** How many finished calls are known to wait, those that are only on disk not counted. */
  get waiting(): number {
    return this.#queue.length;
  }

  /** How many segments hold ends that are only on disk. */
  get spilledSegments(): number {
    return this.#spilled.size;
  }

  add(entry: LedgerEntry): void {
    if (entry.ended && entry.opened && this.#queue.length >= (this.#options.maximumQueued ?? MAXIMUM_QUEUED)) {
      this.#spill(entry.opened, entry.ended);
    } else {
      this.#queue.push(entry);
      this.#added++;
    }
    this.#schedule();
  }

  /** Resolves when everything added so far is in the database, or set aside as refused by it. */
  drained(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiters.add({ sequence: this.#added, spilled: new Set(this.#spilled.keys()), resolve });
      this.#wakeWaiters();
      this.#schedule();
    });
  }

  /** Tries to book everything, until it is done, the database fails, or the time (milliseconds) is over. */
  async finish(limitMs: number): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const limit = new Promise<void>((resolve) => setTimeout(resolve, limitMs).unref());
    // Without a waiter a run may end early, to pace itself; here nothing is left to wait for.
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
    let intents = this.#spilled.get(ended);
    if (intents) {
      ended.release(); // one hold stands for all that is spilled in a segment
    } else {
      this.#spilled.set(ended, (intents = new Map()));
      this.#options.log.warn("spend_ledger_spilled", { segment: ended.path, waiting: this.#queue.length });
    }
    intents.set(opened, (intents.get(opened) ?? 0) + 1);
  }

  #schedule(): void {
    if (this.#running || this.#stopped || (this.#queue.length === 0 && this.#spilled.size === 0)) return;
    const backoff = this.#failures > 0;
    const urgent = !backoff && (this.#waiters.size > 0 || this.#queue.length >= BATCH);
    if (this.#timer && !urgent) return;
    clearTimeout(this.#timer);
    const pause = backoff
      ? Math.min(FIRST_BACKOFF_MS * 2 ** (this.#failures - 1), LONGEST_BACKOFF_MS)
      : this.#lastStart + (this.#options.intervalMs ?? INTERVAL_MS) - performance.now();
    this.#timer = setTimeout(() => this.#start(), urgent ? 0 : Math.max(0, pause));
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

  /** Books a whole segment from disk: what was booked before is known to the database and changes nothing. */
  async #bookSpilled(): Promise<void> {
    const [first] = this.#spilled;
    if (!first) return;
    const [segment, intents] = first;
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
 * Books calls, and when the database refuses some of them for good finds out which by halving, so that one that is
 * bad holds up no other. @throws whatever the database fails with otherwise; then some of them may be booked
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
