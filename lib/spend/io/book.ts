import { GatewayError } from "@/lib/errors";
import type { ModelEntry } from "@/lib/config/schema";
import { sharedModelNames } from "@/lib/calls/shared-model-names";
import type {
  CallEnd,
  JournalCondition,
  JournalPosition,
  JournalState,
  OpenCall,
  Settlement,
  SpendBook,
} from "@/lib/spend/book";
import type { Logger } from "@/lib/log";
import { bookCalls, refusesRows } from "@/lib/store/calls/calls";
import type { Database } from "@/lib/store/database";
import { shardOf } from "@/lib/store/spend/all-totals";
import { encodeIntent, type EncodedIntent, storableIntent } from "@/lib/calls/generated-row";
import { callRowJson } from "@/lib/calls/row";
import { encodedLiteral } from "@/lib/calls/literal";
import { Journal } from "./journal";
import { finishedRecord, interruptedRecord } from "../call-record";
import { setAside } from "./set-aside";
import { encodeLine } from "../journal-line";
import type { JournalSegment } from "./journal-segment";
import { Ledger, type LedgerEntry } from "./ledger";
import type { PriceTable } from "@/lib/prices/price-table";
import type { CallIntent, SpendRecord } from "@/lib/calls/record";

export interface SpendBookOptions {
  /** The journal's folder, which is created if it does not exist. */
  readonly directory: string;
  readonly database: Database;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly log: Logger;
  /** For tests: the bytes at which a segment is closed, and the number of waiting calls that memory holds. */
  readonly segmentBytes?: number;
  readonly maximumQueued?: number;
  /** Called when the journal cannot be written any more, and when it can be again. */
  readonly onCondition?: (condition: JournalCondition) => void;
  /** Default: no bound, refuse. */
  readonly policy?: () => JournalPolicy;
  /** `max_new_names_per_day`. Default: that of the setting. */
  readonly mostNewNames?: () => number;
  /** The entries in force, whose patterns stand for further models. Default: none, so that every model is booked. */
  readonly models?: () => readonly ModelEntry[];
}

/** What to do when spend cannot be written to disk, and the size at which the journal counts as full, in bytes. */
export interface JournalPolicy {
  readonly maximumBytes: number;
  readonly whenUnavailable: "refuse" | "serve";
}

const STRICT: JournalPolicy = { maximumBytes: Number.POSITIVE_INFINITY, whenUnavailable: "refuse" };
/** The most calls whose spend is only in memory. Beyond it, calls are refused whatever the policy. */
const MOST_IN_MEMORY = 20_000;

const PROBE_INTERVAL_MS = 250;
/** How long `close` may take to book finished calls, in milliseconds. */
const CLOSING_LIMIT_MS = 5_000;

/**
 * Opens this process's journal and books its calls in the database. Never fails: while the folder cannot be written,
 * `fault` says so and `begin` does what `policy` says. `recoverJournals` books the calls of earlier processes.
 */
export function createSpendBook(options: SpendBookOptions): SpendBook {
  return new JournaledSpendBook(options);
}

class JournaledSpendBook implements SpendBook {
  readonly #log: Logger;
  readonly #journal: Journal;
  readonly #ledger: Ledger;
  readonly #probe: NodeJS.Timeout;
  /** Ended calls that the disk refused. They are booked from memory, and written as soon as the disk accepts them. */
  readonly #unwritten = new Map<LedgerEntry, string>();
  readonly #policy: () => JournalPolicy;
  #open = 0;
  #closing = false;

  constructor(options: SpendBookOptions) {
    const { directory, database, log, segmentBytes, onCondition } = options;
    this.#log = log;
    this.#policy = options.policy ?? (() => STRICT);
    this.#journal = new Journal({ directory, startedAt: options.now(), log, segmentBytes, onCondition });
    const shard = shardOf(this.#journal.run);
    this.#ledger = new Ledger({
      log,
      calls: {
        book: async (literals) => {
          const names = sharedModelNames(options.models?.() ?? []);
          await bookCalls(database, literals, options.mostNewNames?.(), names, shard);
        },
        refusesRows,
      },
      seal: (segment) => this.#seal(segment),
      reject: (literal, error) => setAside(this.#journal.rejectedPath, literal, error, log),
      maximumQueued: options.maximumQueued,
    });
    this.#probe = setInterval(() => this.#checkDisk(), PROBE_INTERVAL_MS).unref();
  }

  get fault(): string | undefined {
    return this.#journal.fault ?? this.#overflow();
  }

  get run(): string {
    return this.#journal.run;
  }

  get isAllBooked(): boolean {
    const { waiting, spilledSegments } = this.#ledger;
    return this.#open + this.#unwritten.size + waiting + spilledSegments === 0;
  }

  get state(): JournalState {
    const { bytes, segments } = this.#journal;
    return {
      open: this.#open,
      waiting: this.#ledger.waiting,
      lagMs: this.#ledger.lagMs,
      spilledSegments: this.#ledger.spilledSegments,
      inMemoryAlone: this.#unwritten.size,
      segments,
      bytes,
      maximumBytes: this.#policy().maximumBytes,
    };
  }

  begin(intent: CallIntent, price: PriceTable | undefined): Promise<OpenCall> {
    return new Promise((resolve, reject) => {
      if (this.#closing) {
        const headers = { "x-gateway-attempts": "0" };
        throw new GatewayError("shutting_down", "The gateway is shutting down; send the call again.", { headers });
      }
      const stored = storableIntent(intent);
      const encoded = encodeIntent(stored);
      const opened = (segment: JournalSegment | undefined): void => {
        let settlement: Settlement | undefined;
        const settle = (end: CallEnd): Settlement =>
          (settlement ??= this.#settle(finishedRecord(stored, end, price), encoded, segment));
        resolve({ intent: stored, settle });
      };
      const overflow = this.#overflow();
      if (overflow !== undefined) return opened(this.#withoutJournal(new Error(overflow)));
      const line = encodeLine("open", callRowJson(interruptedRecord(stored, price), encoded));
      this.#open++;
      this.#journal.append({
        line,
        written: opened,
        failed: (cause) => {
          this.#open--;
          try {
            opened(this.#withoutJournal(cause));
          } catch (error) {
            reject(error);
          }
        },
      });
    });
  }

  drained(): Promise<void> {
    this.#journal.flush();
    return this.#ledger.drained();
  }

  note(row: string): Promise<() => void> {
    return new Promise((resolve, reject) => {
      this.#journal.append({
        line: encodeLine("kept", row),
        written: (segment) => resolve(() => segment.release()),
        failed: reject,
      });
    });
  }

  checkpoint(): JournalPosition | undefined {
    this.#journal.flush();
    return this.#journal.position;
  }

  async close(): Promise<void> {
    this.#closing = true;
    this.#journal.flush();
    await this.#ledger.finish(CLOSING_LIMIT_MS);
    clearInterval(this.#probe);
    // Calls that are still open may end before the process does, and then the journal must take their ends.
    if (this.#open === 0) this.#journal.close();
  }

  /**
   * Decides about a call whose intent the disk refuses: it is served with its spend in memory only, or refused.
   * @throws GatewayError journal_unavailable
   */
  #withoutJournal(cause: unknown): undefined {
    const mayServe = this.#policy().whenUnavailable === "serve" && this.#unwritten.size < MOST_IN_MEMORY;
    if (!mayServe) {
      const message =
        "The gateway cannot record spend at the moment and so takes no calls; GET /health/readiness says why.";
      throw new GatewayError("journal_unavailable", message, { cause, headers: { "retry-after": "1" } });
    }
    this.#open++;
    return undefined;
  }

  /** Why no more calls are accepted although the disk works: the journal is full. */
  #overflow(): string | undefined {
    const { maximumBytes } = this.#policy();
    if (this.#journal.bytes <= maximumBytes) return undefined;
    return `the spend journal holds ${this.#journal.bytes} bytes that the database has not taken; journal_max_bytes is ${maximumBytes}`;
  }

  #settle(record: SpendRecord, encoded: EncodedIntent, opened: JournalSegment | undefined): Settlement {
    const line = encodeLine("end", callRowJson(record, encoded));
    const entry: LedgerEntry = { literal: encodedLiteral(record, encoded), opened, ended: undefined, booked: false };
    const written = new Promise<void>((resolve) => {
      this.#writeEnd(line, entry, () => {
        this.#open--;
        this.#ledger.add(entry);
        resolve();
      });
    });
    return { record, written };
  }

  /**
   * Writes a call's end. `done` is called when the disk has accepted it or refused it; the journal reports a refusal.
   */
  #writeEnd(line: string, entry: LedgerEntry, done: () => void): void {
    this.#journal.append({
      line,
      written: (segment) => {
        entry.ended = segment;
        done();
      },
      failed: () => {
        this.#unwritten.set(entry, line);
        done();
      },
    });
  }

  #checkDisk(): void {
    this.#journal.probe();
    for (const entry of this.#unwritten.keys()) if (entry.booked) this.#unwritten.delete(entry);
    if (this.#journal.fault !== undefined) return;
    for (const [entry, line] of this.#unwritten) {
      this.#unwritten.delete(entry);
      this.#writeEnd(line, entry, () => {});
    }
    // Not at the end of the turn: the ledger must not book a call whose end is neither in `#unwritten` nor on disk.
    this.#journal.flush();
  }

  #seal(segment: JournalSegment): void {
    if (this.#journal.isActive(segment)) this.#journal.rotate();
  }
}
