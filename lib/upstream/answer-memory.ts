import { GatewayError } from "@/lib/errors";

/** The answer came, but was not read to its end: the upstream bills it anyway. */
export class NoMemoryForAnswer extends GatewayError {
  constructor() {
    const message = "Too many large answers are in flight, so this one was not read to its end. Try again in a moment.";
    super("overloaded", message, { headers: { "retry-after": "1" } });
  }
}

/** Bytes of each answer that take no room: as many as a stream keeps for a slow reader. */
const FREE_BYTES = 256 * 1024;

/** Bytes that an answer is expected to need next when it is woken. */
const STEP = 256 * 1024;

/** Milliseconds for which an answer waits for room. */
const WAIT_MS = 60_000;

/**
 * The memory that answers may take which are read whole, until their callers have them. An answer that finds no room
 * waits, and its upstream with it. When nothing is being sent, so that no room could become free, the oldest answer is
 * read on beyond the limit: at most one answer is.
 */
export class AnswerMemory {
  readonly #limit: number;
  readonly #waitMs: number;
  /** The answers that are being read, in the order in which they began to take room. */
  readonly #reading = new Set<HeldAnswer>();
  #taken = 0;
  /** The part of `#taken` that belongs to answers which have been read. */
  #sending = 0;
  readonly #forAnswers: MemoryOfAnswer = {
    take: (held, bytes) => this.#take(held, bytes),
    read: (held) => this.#read(held),
    leave: (held, bytes, isRead) => this.#leave(held, bytes, isRead),
  };

  /** `limit`: in bytes. `waitMs`: how long an answer waits for room before its call fails. */
  constructor(limit: number, waitMs = WAIT_MS) {
    this.#limit = limit;
    this.#waitMs = waitMs;
  }

  /** Bytes taken by all answers. */
  get taken(): number {
    return this.#taken;
  }

  /** Begins an answer. It takes no room yet. */
  enter(): HeldAnswer {
    return new HeldAnswer(this.#forAnswers);
  }

  /** Undefined: the answer may be read on at once. Otherwise the promise rejects if there is no room in time. */
  #take(held: HeldAnswer, bytes: number): Promise<void> | undefined {
    this.#taken += bytes;
    this.#reading.add(held);
    if (this.#taken <= this.#limit || this.#goesFirst(held)) return undefined;
    return held.waitForRoom(this.#waitMs);
  }

  #read(held: HeldAnswer): void {
    if (this.#reading.delete(held)) this.#sending += held.bytes;
  }

  #leave(held: HeldAnswer, bytes: number, isRead: boolean): void {
    this.#taken -= bytes;
    if (isRead) this.#sending -= bytes;
    this.#reading.delete(held);
    this.#wake();
  }

  #goesFirst(held: HeldAnswer): boolean {
    const [oldest] = this.#reading;
    return this.#sending === 0 && oldest === held;
  }

  #wake(): void {
    let left = this.#limit - this.#taken;
    for (const held of this.#reading) {
      if (left < 0 && !this.#goesFirst(held)) return;
      if (held.goOn()) left -= STEP;
    }
  }
}

interface MemoryOfAnswer {
  take(held: HeldAnswer, bytes: number): Promise<void> | undefined;
  read(held: HeldAnswer): void;
  leave(held: HeldAnswer, bytes: number, isRead: boolean): void;
}

interface Waiting {
  readonly resolve: () => void;
  readonly timer: NodeJS.Timeout;
}

/** The room that one answer takes, from its first large piece until its caller has it. */
export class HeldAnswer {
  readonly #room: MemoryOfAnswer;
  #bytes = 0;
  #isRead = false;
  #isReleased = false;
  #waiting: Waiting | undefined;

  constructor(room: MemoryOfAnswer) {
    this.#room = room;
  }

  /** Bytes that it takes. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Counts the bytes that have been read so far. Undefined: the answer may be read on at once. Otherwise it may once
   * the promise resolves; the promise rejects with GatewayError overloaded.
   */
  grow(size: number): Promise<void> | undefined {
    const more = size - FREE_BYTES - this.#bytes;
    if (more <= 0 || this.#isReleased) return undefined;
    this.#bytes += more;
    return this.#room.take(this, more);
  }

  /** Says that the whole answer has been read. */
  end(): void {
    if (this.#bytes === 0 || this.#isRead || this.#isReleased) return;
    this.#isRead = true;
    this.#room.read(this);
    this.goOn();
  }

  /** Frees the room: nobody needs the answer any more. Only the first time counts. */
  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    if (this.#bytes > 0) this.#room.leave(this, this.#bytes, this.#isRead);
    this.goOn();
  }

  /** For `AnswerMemory`: waits until `goOn`. @throws GatewayError overloaded */
  waitForRoom(milliseconds: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        this.#waiting = undefined;
        reject(new NoMemoryForAnswer());
      };
      this.#waiting = { resolve, timer: setTimeout(giveUp, milliseconds) };
    });
  }

  /** For `AnswerMemory`: ends the waiting. False: the answer does not wait. */
  goOn(): boolean {
    const waiting = this.#waiting;
    if (!waiting) return false;
    this.#waiting = undefined;
    clearTimeout(waiting.timer);
    waiting.resolve();
    return true;
  }
}
