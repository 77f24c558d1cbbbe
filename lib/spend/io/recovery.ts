import { appendFileSync } from "node:fs";
import type { ModelEntry } from "@/lib/config/schema";
import { sharedModelNames } from "@/lib/calls/shared-model-names";
import { readdir, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import type { ChargedUsage, SpendRecord } from "@/lib/calls/record";
import { recordOfRow } from "@/lib/calls/row";
import { messageOf } from "@/lib/error-message";
import type { Logger } from "@/lib/log";
import { releaseShares } from "@/lib/store/spend/budget-shares";
import { bookCalls, refusesRows } from "@/lib/store/calls/calls";
import { readKept, writeKeptAnswers, type KeptRow } from "@/lib/store/record/kept-answers";
import type { Database } from "@/lib/store/database";
import type { JournalPosition } from "../book";
import { setAside } from "./set-aside";
import { readLiteral, rowLiteral } from "@/lib/calls/literal";
import { segmentOwner } from "./journal";
import { writeRecoveryReport, type RecoveryReport } from "./journal-folder";
import { readJournal, type DamagedLine, type TornLine } from "./journal-reader";
import { bookLiterals } from "./ledger";

export interface RecoveryOptions {
  readonly directory: string;
  readonly database: Database;
  readonly log: Logger;
  /** `max_new_names_per_day` of the configuration file. Default: that of the setting. */
  readonly mostNewNames?: number | undefined;
  /** The entries of the configuration file, whose patterns stand for further models. Default: none. */
  readonly models?: readonly ModelEntry[] | undefined;
  /** Called with each call that is booked as interrupted. */
  readonly onInterrupted?: (record: SpendRecord) => void;
  /** Gets each call whose end stands after a position in the journal. */
  readonly endedBehind?: EndedBehind;
  /**
   * The process whose journal to recover, for a supervisor whose worker has died. Default: every journal in the folder.
   */
  readonly pid?: number;
  /** How long to wait before the rest continues in the background, in milliseconds. */
  readonly waitMs?: number;
}

/** `position`: in the journal of the process; undefined: its beginning. */
export interface EndedBehind {
  readonly position: JournalPosition | undefined;
  tell(call: ChargedUsage): void;
}

export interface Recovery {
  /** The final report. Rejects after `stop`. */
  readonly finished: Promise<RecoveryReport>;
  /** Stops after the present batch. The next start recovers the rest. */
  stop(): void;
}

const WAIT_MS = 500;
const BATCH = 500;
const BACKOFF_MS = [100, 200, 500, 1_000, 2_000, 5_000];

/**
 * Books the calls in the journals of earlier processes: finished calls as they are, calls without an end as
 * `interrupted`. The caller must hold the data folder's lock, so that none of those processes is alive, and must not
 * have opened a journal yet. Resolves when all calls are booked or after `waitMs`; the rest then continues in the
 * background, which also waits for a database that is away.
 */
export async function recoverJournals(options: RecoveryOptions): Promise<Recovery> {
  const runs = await findRuns(options);
  const stopping = new AbortController();
  const finished = recoverRuns(runs, options, stopping.signal);
  finished.catch(() => {}); // the caller may await it or not
  const waited = new Promise<void>((resolve) => setTimeout(resolve, options.waitMs ?? WAIT_MS).unref());
  await Promise.race([finished.catch(() => {}), waited]);
  return { finished, stop: () => stopping.abort() };
}

/** The segments of each earlier process, the oldest first. */
async function findRuns({ directory, pid }: RecoveryOptions): Promise<Map<string, string[]>> {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const runs = new Map<string, string[]>();
  for (const name of names.sort()) {
    const owner = segmentOwner(name);
    if (!owner || (pid !== undefined && owner.pid !== pid)) continue;
    runs.set(owner.run, [...(runs.get(owner.run) ?? []), join(directory, name)]);
  }
  return runs;
}

async function recoverRuns(
  runs: Map<string, string[]>,
  options: RecoveryOptions,
  signal: AbortSignal,
): Promise<RecoveryReport> {
  const total = { booked: 0, interrupted: 0, rejected: 0, damaged: 0 };
  for (const [run, segments] of runs) {
    const recovery = new RunRecovery(run, segments, options, signal);
    await persistently(() => recovery.attempt(), options.log, signal);
    total.booked += recovery.booked;
    total.interrupted += recovery.interrupted;
    total.rejected += recovery.rejected.size;
    total.damaged += recovery.damaged.size;
  }
  if (runs.size > 0) {
    options.log.info("spend_recovered", { ...total, processes: runs.size });
    await writeRecoveryReport(options.directory, {
      ...total,
      at: new Date().toISOString(),
      processes: runs.size,
    }).catch((error: unknown) => {
      options.log.warn("spend_recovery_unreported", { error: String(error) });
    });
  }
  return total;
}

/** Retries until it works. Everything here can be repeated, because a call is booked only once. */
async function persistently<Result>(attempt: () => Promise<Result>, log: Logger, signal: AbortSignal): Promise<Result> {
  for (let failures = 0; ; failures++) {
    try {
      return await attempt();
    } catch (error) {
      signal.throwIfAborted();
      if (failures === 0) log.warn("spend_recovery_waiting", { error: String(error) });
      await pause(BACKOFF_MS[Math.min(failures, BACKOFF_MS.length - 1)] ?? 0, signal);
      signal.throwIfAborted();
    }
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
  });
}

/** The journal of one earlier process. Counts and calls kept aside outlive an attempt; the rest starts over. */
class RunRecovery {
  booked = 0;
  interrupted = 0;
  readonly rejected = new Set<string>();
  readonly damaged = new Set<string>();
  readonly #torn = new Set<string>();
  /** The ids of calls that `onInterrupted` or `endedBehind` has had. */
  readonly #told = new Set<string>();

  constructor(
    /** The part of the file names that identifies the process. */
    readonly run: string,
    readonly segments: readonly string[],
    readonly options: RecoveryOptions,
    readonly signal: AbortSignal,
  ) {}

  get #prefix(): string {
    return join(this.options.directory, this.run);
  }

  /** Books everything, and only then removes the segments. */
  async attempt(): Promise<void> {
    // Ends follow their intents closely, so this never holds many more calls than were open at the same time.
    const open = new Map<string, string>();
    const behind: string[] = [];
    const kept: KeptRow[] = [];
    let ends: string[] = [];
    for (const path of this.segments) {
      for await (const line of readJournal(path)) {
        if (line.kind === "damaged") {
          this.#setAsideDamaged(path, line);
        } else if (line.kind === "torn") {
          this.#tellTorn(path, line);
        } else if (line.kind === "kept") {
          await this.#keep(readKept(line.row));
        } else if (line.kind === "open") {
          open.set(callId(line.row), line.row);
        } else {
          open.delete(callId(line.row));
          ends.push(line.row);
          if (this.#isBehind(path, line.endsAt)) behind.push(line.row);
        }
        if (ends.length < BATCH) continue;
        await this.#book(ends, "booked");
        ends = [];
      }
    }
    await this.#book(ends, "booked");
    for (const row of behind) this.#tellEnded(row);
    const interrupted = [...open.values()];
    for (let at = 0; at < interrupted.length; at += BATCH) {
      const batch = interrupted.slice(at, at + BATCH);
      await this.#book(batch, "interrupted");
      for (const row of batch) this.#tell(row);
    }
    for (let at = 0; at < kept.length; at += BATCH)
      await writeKeptAnswers(this.options.database, kept.slice(at, at + BATCH));
    await releaseShares(this.options.database, this.run);
    for (const path of this.segments) await rm(path, { force: true });
  }

  /** The rows of one answer. Those that the database refuses for good do not hold up the others. */
  async #keep(rows: readonly KeptRow[]): Promise<void> {
    await writeKeptAnswers(this.options.database, rows).catch((error: unknown) => {
      if (!refusesRows(error)) throw error;
      this.options.log.error("kept_answers_refused", { error: messageOf(error) });
    });
  }

  async #book(rows: readonly string[], count: "booked" | "interrupted"): Promise<void> {
    this.signal.throwIfAborted();
    const { database, mostNewNames, models = [] } = this.options;
    const sharedNames = sharedModelNames(models);
    await bookLiterals(rows.map(rowLiteral), {
      calls: {
        book: async (part) => void (this[count] += await bookCalls(database, part, mostNewNames, sharedNames)),
        refusesRows,
      },
      reject: (literal, error) => {
        const { call_id: id = "" } = readLiteral(literal);
        if (this.rejected.has(id)) return;
        setAside(`${this.#prefix}.rejected.jsonl`, literal, error, this.options.log);
        this.rejected.add(id);
      },
    });
  }

  /** Passes a call on once, however often the attempt is repeated, and not if the database refuses it. */
  #tell(row: string): void {
    const { onInterrupted } = this.options;
    if (!onInterrupted) return;
    const record = recordOfRow(row);
    if (record?.status !== "interrupted" || this.#told.has(record.callId) || this.rejected.has(record.callId)) return;
    this.#told.add(record.callId);
    onInterrupted(record);
  }

  #isBehind(path: string, endsAt: number): boolean {
    const { endedBehind } = this.options;
    if (!endedBehind) return false;
    const { segment = "", bytes = 0 } = endedBehind.position ?? {};
    const name = basename(path);
    return name > segment || (name === segment && endsAt > bytes);
  }

  #tellEnded(row: string): void {
    const call = recordOfRow(row);
    if (!call || this.#told.has(call.callId) || this.rejected.has(call.callId)) return;
    this.#told.add(call.callId);
    this.options.endedBehind?.tell(call);
  }

  #tellTorn(path: string, { line }: TornLine): void {
    if (this.#torn.has(path)) return;
    this.#torn.add(path);
    this.options.log.info("spend_journal_line_torn", { path, line });
  }

  #setAsideDamaged(path: string, { line, bytes }: DamagedLine): void {
    const position = `${path}:${line}`;
    if (this.damaged.has(position)) return;
    const kept = `${this.#prefix}.damaged`;
    appendFileSync(kept, Buffer.concat([bytes, Buffer.from("\n")]), { mode: 0o600 });
    this.damaged.add(position);
    this.options.log.error("spend_journal_line_damaged", { path, line, set_aside: kept });
  }
}

function callId(row: string): string {
  const call: unknown = JSON.parse(row);
  return typeof call === "object" && call !== null && "call_id" in call ? String(call.call_id) : "";
}
