import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { messageOf } from "@/lib/error-message";
import type { Logger } from "@/lib/log";
import { refusesRows } from "@/lib/store/calls/calls";
import { type ContentRow, writeContents } from "@/lib/store/content/call-contents";
import type { Database } from "@/lib/store/database";
import { SEALED_COLUMNS } from "@/lib/store/sealed-columns";
import type { SecretBox } from "@/lib/store/secret-box";
import { bounded } from "@/lib/time/io/deadline";
import { wait } from "@/lib/time/io/wait";
import type { ContentKeeper, ContentLoss, ContentOwner, ContentState, OpenContent } from "../content-keeper";
import { expiryOf } from "../content-rule";
import { shortenJson } from "../shorten-json";
import { type CapturedPrompt, contentToStore, MOST_BYTES_OF_CALL } from "../stored-content";

/** Bytes that the contents of all calls of a process take, in flight and waiting. */
const MOST_BYTES = 64 * 1024 * 1024;
/** Contents that wait to be stored. */
const MOST_WAITING = 2_000;
/** Bytes of an answer that are held. A stream has several times as many as what it says. */
const MOST_OF_ANSWER = 4 * 1024 * 1024;
/** A longer prompt is shortened at once, because holding it would cost more than that. */
const LONG_PROMPT = 2 * MOST_BYTES_OF_CALL;
/** Contents of one statement, and the bytes after which it takes no more. */
const ROWS_AT_ONCE = 16;
const BYTES_AT_ONCE = 8 * 1024 * 1024;
/** How often a statement is tried, and the pause between two tries in milliseconds. */
const TRIES = 3;
const PAUSE_MS = 1_000;
/** How long the end of the process waits for what is left, in milliseconds. */
const CLOSE_MS = 5_000;

const compress = promisify(gzip);

export interface ContentKeeperOptions {
  readonly database: Pick<Database, "pool">;
  readonly secrets: SecretBox;
  readonly log: Logger;
  readonly now: () => number;
  /** Told of contents that were not stored. */
  readonly onLoss?: (loss: ContentLoss, calls: number) => void;
  /** Default: 64 MiB. */
  readonly mostBytes?: number;
}

/** Keeps the content of calls in the database of the gateway. */
export function openContentKeeper(options: ContentKeeperOptions): ContentKeeper {
  return new QueuedContentKeeper(options);
}

interface Waiting {
  readonly owner: ContentOwner;
  readonly id: string;
  readonly keptAt: number;
  readonly prompt: CapturedPrompt;
  readonly answer: Parameters<typeof contentToStore>[0]["answer"];
  readonly bytes: number;
}

class QueuedContentKeeper implements ContentKeeper {
  readonly #options: ContentKeeperOptions;
  readonly #waiting: Waiting[] = [];
  readonly #dropped: Record<ContentLoss, number> = { room: 0, database: 0, refused: 0 };
  readonly #closing = new AbortController();
  #storing: Promise<void> | undefined;
  #open = 0;
  #bytes = 0;
  #stored = 0;

  constructor(options: ContentKeeperOptions) {
    this.#options = options;
  }

  get state(): ContentState {
    const dropped = { ...this.#dropped };
    return { open: this.#open + this.#waiting.length, bytes: this.#bytes, stored: this.#stored, dropped };
  }

  open(owner: ContentOwner, given: CapturedPrompt): OpenContent | undefined {
    const prompt = given.bytes.length > LONG_PROMPT ? shortened(given) : given;
    if (this.#waiting.length + this.#open >= MOST_WAITING || !this.#take(prompt.bytes.length)) {
      this.#lose("room", 1);
      return undefined;
    }
    this.#open += 1;
    return new KeptCall(prompt, {
      take: (bytes) => this.#take(bytes),
      end: (id, answer, bytes) => {
        this.#open -= 1;
        const { now } = this.#options;
        this.#waiting.push({ owner, id: id ?? owner.id, keptAt: now(), prompt, answer, bytes });
        this.#storing ??= this.#storeAll();
      },
    });
  }

  async drained(): Promise<void> {
    while (this.#storing) await this.#storing;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await bounded(this.drained(), CLOSE_MS);
  }

  #take(bytes: number): boolean {
    if (this.#bytes + bytes > (this.#options.mostBytes ?? MOST_BYTES)) return false;
    this.#bytes += bytes;
    return true;
  }

  async #storeAll(): Promise<void> {
    // The call that has just ended goes first: nothing here may delay its answer.
    await wait(0);
    try {
      while (this.#waiting.length > 0) await this.#store(this.#nextBatch());
    } finally {
      this.#storing = undefined;
    }
  }

  #nextBatch(): readonly Waiting[] {
    let [count, bytes] = [0, 0];
    while (count < Math.min(ROWS_AT_ONCE, this.#waiting.length) && (count === 0 || bytes < BYTES_AT_ONCE))
      bytes += this.#waiting[count++]?.bytes ?? 0;
    return this.#waiting.splice(0, count);
  }

  async #store(batch: readonly Waiting[]): Promise<void> {
    try {
      const rows: ContentRow[] = [];
      for (const one of batch) {
        const row = await this.#row(one).catch((error: unknown) => this.#fail("refused", 1, error));
        if (row) rows.push(row);
      }
      if (rows.length > 0) await this.#write(rows);
    } finally {
      for (const { bytes } of batch) this.#bytes -= bytes;
    }
  }

  async #row({ owner, id, keptAt, prompt, answer }: Waiting): Promise<ContentRow> {
    const { keyId, teamId, userId, endUserId, route, days } = owner;
    const content = await contentToStore({ route, prompt, answer }, () => wait(0));
    const packed = (await compress(JSON.stringify(content))).toString("base64");
    const sealed = this.#options.secrets.seal(packed, SEALED_COLUMNS.callContents.context(id));
    return { id, keyId, teamId, userId, endUserId, sealed, keptAt, expiresOn: expiryOf(keptAt, days) };
  }

  async #write(rows: readonly ContentRow[]): Promise<void> {
    for (let tried = 1; ; tried++) {
      try {
        this.#stored += await writeContents(this.#options.database, rows);
        return;
      } catch (error) {
        if (refusesRows(error)) return this.#fail("refused", rows.length, error);
        if (tried === TRIES || this.#closing.signal.aborted) return this.#fail("database", rows.length, error);
        await wait(PAUSE_MS, this.#closing.signal);
      }
    }
  }

  #fail(loss: ContentLoss, calls: number, error: unknown): undefined {
    this.#options.log.warn("content_dropped", { loss, calls, error: messageOf(error) });
    this.#lose(loss, calls);
  }

  #lose(loss: ContentLoss, calls: number): void {
    this.#dropped[loss] += calls;
    this.#options.onLoss?.(loss, calls);
  }
}

/** A prompt of which only what can be kept is left. */
function shortened({ form, bytes, length }: CapturedPrompt): CapturedPrompt {
  return { form, bytes: Buffer.from(shortenJson(bytes, MOST_BYTES_OF_CALL).text), length, isCut: true };
}

interface ContentLimits {
  /** Whether there is room for this many more bytes, which are taken then. */
  take(bytes: number): boolean;
  end(id: string | undefined, answer: Waiting["answer"], bytes: number): void;
}

class KeptCall implements OpenContent {
  readonly #room: ContentLimits;
  readonly #chunks: Uint8Array[] = [];
  #head: { readonly status: number; readonly contentType: string } | undefined;
  #length = 0;
  #held = 0;
  #isFull = false;
  #isOver = false;
  readonly #promptBytes: number;

  constructor(prompt: CapturedPrompt, room: ContentLimits) {
    this.#promptBytes = prompt.bytes.length;
    this.#room = room;
  }

  begin(status: number, contentType: string): void {
    this.#head = { status, contentType };
  }

  push(piece: Uint8Array): void {
    this.#length += piece.length;
    // What comes after a gap would not be read rightly.
    this.#isFull ||= this.#held + piece.length > MOST_OF_ANSWER || !this.#room.take(piece.length);
    if (this.#isFull) return;
    this.#held += piece.length;
    this.#chunks.push(piece);
  }

  end(id?: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const answer = this.#head && { ...this.#head, chunks: this.#chunks, length: this.#length };
    this.#room.end(id, answer, this.#promptBytes + this.#held);
  }
}
