import { messageOf } from "@/lib/error-message";
import { createGrowingCache } from "@/lib/growing-cache";
import type { Logger } from "@/lib/log";
import { refusesRows } from "@/lib/store/calls/calls";
import type { Database } from "@/lib/store/database";
import {
  deleteKeptAnswer,
  pruneKeptAnswers,
  readKeptAnswers,
  writeKeptAnswers,
  type KeptAnswer,
  type KeptRow,
} from "@/lib/store/record/kept-answers";
import { withDeadline } from "@/lib/time/io/deadline";
import type { SpendBook } from "../book";
import type { KeptAnswers } from "../kept-answers";

/** How long the end of an answer waits for the database before its owner goes into the journal, in milliseconds. */
const WRITE_LIMIT_MS = 1_000;
const RETRY_MS = 1_000;
const PRUNE_MS = 3_600_000;
const MOST_KNOWN = 20_000;
/** Rows that wait for the database. Further ones are in the journal alone, until the next start. */
const MOST_WAITING = 20_000;

interface Waiting {
  readonly rows: readonly KeptRow[];
  readonly release: () => void;
}

export interface KeptAnswersOptions {
  readonly database: Database;
  readonly spend: Pick<SpendBook, "note">;
  readonly log: Logger;
}

/** Opens the book of what upstreams keep. */
export function openKeptAnswers(options: KeptAnswersOptions): KeptAnswers {
  return new JournaledKeptAnswers(options);
}

class JournaledKeptAnswers implements KeptAnswers {
  readonly #options: KeptAnswersOptions;
  /** Owners never change, so whatever was read or written once stays true. */
  readonly #known = createGrowingCache<string, KeptAnswer>(MOST_KNOWN);
  readonly #waiting: Waiting[] = [];
  readonly #pruning: NodeJS.Timeout;
  #retrying: NodeJS.Timeout | undefined;

  constructor(options: KeptAnswersOptions) {
    this.#options = options;
    this.#pruning = setInterval(() => {
      pruneKeptAnswers(options.database).catch((error: unknown) => {
        options.log.warn("kept_answers_not_pruned", { error: messageOf(error) });
      });
    }, PRUNE_MS).unref();
  }

  async keep(ids: readonly string[], kept: KeptAnswer): Promise<void> {
    const rows = ids.map((id) => ({ id, ...kept }));
    const { database, spend, log } = this.#options;
    try {
      await withDeadline(writeKeptAnswers(database, rows), WRITE_LIMIT_MS, (message) => new Error(message));
    } catch (error) {
      const fault = messageOf(error);
      if (refusesRows(error)) return log.error("kept_answers_refused", { error: fault });
      log.warn("kept_answers_waiting", { error: fault, waiting: this.#waiting.length });
      for (const id of ids) if (!this.#known.has(id)) this.#known.set(id, kept);
      const release = await spend.note(JSON.stringify(rows)).catch(() => () => {});
      if (this.#waiting.length < MOST_WAITING) this.#waiting.push({ rows, release });
      this.#retry();
    }
  }

  async find(ids: readonly string[]): Promise<ReadonlyMap<string, KeptAnswer>> {
    const unknown = ids.filter((id) => !this.#known.has(id));
    if (unknown.length > 0)
      for (const { id, ...kept } of await readKeptAnswers(this.#options.database, unknown)) this.#known.set(id, kept);
    return new Map(
      ids.flatMap((id) => {
        const kept = this.#known.get(id);
        return kept ? [[id, kept] as const] : [];
      }),
    );
  }

  async claim(id: string, kept: KeptAnswer): Promise<KeptAnswer> {
    const known = (await this.find([id])).get(id);
    if (known) return known;
    await writeKeptAnswers(this.#options.database, [{ id, ...kept }]);
    return (await this.find([id])).get(id) ?? kept;
  }

  async forget(id: string): Promise<void> {
    this.#known.delete(id);
    await deleteKeptAnswer(this.#options.database, id);
  }

  close(): void {
    clearInterval(this.#pruning);
    clearTimeout(this.#retrying);
  }

  #retry(): void {
    this.#retrying ??= setTimeout(() => {
      void this.#write().finally(() => {
        this.#retrying = undefined;
        if (this.#waiting.length > 0) this.#retry();
      });
    }, RETRY_MS).unref();
  }

  /** Writes what waits, the oldest first, until the database fails again. */
  async #write(): Promise<void> {
    for (let [first] = this.#waiting; first; [first] = this.#waiting) {
      try {
        await writeKeptAnswers(this.#options.database, first.rows);
      } catch (error) {
        if (!refusesRows(error)) return;
        this.#options.log.error("kept_answers_refused", { error: messageOf(error) });
      }
      this.#waiting.shift();
      first.release();
    }
  }
}
