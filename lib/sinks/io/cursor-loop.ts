import { setTimeout as pause } from "node:timers/promises";
import { messageOf } from "@/lib/error-message";
import type { Logger } from "@/lib/log";
import type { SinkPace } from "@/lib/sinks/batch-limits";
import { shareAfterArrival, smallerShare, WHOLE_SHARE } from "@/lib/sinks/batch-share";
import type { Deliver, Delivery } from "@/lib/sinks/delivery";
import { sinkRetryPause } from "@/lib/sinks/sink-retry-pause";
import { sinkBatch } from "@/lib/sinks/sink-batch";
import { readDrawnBooking, readBookingOrder } from "@/lib/store/cursors/booking-order";
import { type PlacedCalls, readCallRange, readNextCalls } from "@/lib/store/cursors/booked-calls";
import {
  confirmBatch,
  type CursorStart,
  type FixedBatch,
  fixBatch,
  type HeldCursor,
  holdCursor,
  keepCursor,
  noteFailure,
  releaseCursor,
  renewHold,
  skipTo,
} from "@/lib/store/cursors/call-cursor";
import { behindBooking, isBeforeOrder } from "@/lib/store/cursors/call-position";
import { readEpoch } from "@/lib/store/cursors/epoch";
import type { Database } from "@/lib/store/database";

/** How often the loop looks, and how long its holds last, in milliseconds. */
export interface CursorTiming {
  /** Between two looks for new calls. */
  readonly tickMs: number;
  /** For how long a process that has died keeps the cursor from the others. */
  readonly leaseMs: number;
  /** How long a batch on its way may take once the loop closes. */
  readonly lastMs: number;
}

export const CURSOR_TIMING: CursorTiming = { tickMs: 1_000, leaseMs: 10_000, lastMs: 5_000 };

export interface CursorLoopOptions {
  readonly name: string;
  readonly start: CursorStart;
  /** The name of this process, unique among all processes. */
  readonly holder: string;
  readonly database: Pick<Database, "pool">;
  readonly deliver: Deliver;
  /** The pace for batches that are halved `halvings` times, because the receiver has found some too large. */
  readonly pace: (halvings: number) => SinkPace;
  readonly log: Logger;
  readonly random: () => number;
  readonly timing?: CursorTiming;
}

export interface CursorLoop {
  /** Ends the loop and leaves the cursor to other processes. A batch on its way may still arrive for a few seconds. */
  close(): Promise<void>;
}

/** How often the cursor is marked as in use, in milliseconds. */
const KEEP_MS = 600_000;

/**
 * Sends all calls in the order of booking, each at least once. Of several processes with the same cursor, one sends at
 * a time. A range is stored before it is sent and stays the same until it has arrived, so that a repetition is
 * identical, whichever process makes it.
 */
export function startCursorLoop(options: CursorLoopOptions): CursorLoop {
  return new RunningLoop(options);
}

class RunningLoop implements CursorLoop {
  readonly #options: CursorLoopOptions;
  readonly #name: string;
  readonly #holder: string;
  readonly #database: CursorLoopOptions["database"];
  readonly #log: Logger;
  readonly #timing: CursorTiming;
  readonly #closing = new AbortController();
  readonly #cutting = new AbortController();
  #held: HeldCursor | undefined;
  #renewAt = 0;
  #keepAt = 0;
  #share = WHOLE_SHARE;
  /** Since when there have been calls that do not fill a batch. */
  #waitingSince: number | undefined;
  #isFailing = false;
  readonly #running: Promise<void>;

  constructor(options: CursorLoopOptions) {
    this.#options = options;
    this.#name = options.name;
    this.#holder = options.holder;
    this.#database = options.database;
    this.#log = options.log;
    this.#timing = options.timing ?? CURSOR_TIMING;
    this.#running = this.#run();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    const cut = setTimeout(() => this.#cutting.abort(), this.#timing.lastMs);
    await this.#running;
    clearTimeout(cut);
  }

  /** Does what is due. Resolves to the milliseconds until the next round. */
  async #round(): Promise<number> {
    const at = performance.now();
    if (at >= this.#keepAt) {
      await keepCursor(this.#database, this.#name, this.#options.start);
      this.#keepAt = at + KEEP_MS;
    }
    if (!this.#held || at >= this.#renewAt) {
      this.#held = await holdCursor(this.#database, this.#name, this.#holder, this.#timing.leaseMs);
      this.#renewAt = at + this.#timing.leaseMs / 2;
    }
    if (!this.#held) return this.#timing.tickMs * 2;
    const cursor = this.#held;
    const { batch } = cursor;
    if (batch) return this.#whileHeld(cursor, () => this.#sendAgain(cursor, batch));
    if (!(await this.#isDue(cursor, at))) return this.#timing.tickMs;
    return this.#whileHeld(cursor, () => this.#sendNext(cursor));
  }

  /** Renews the hold while calls are read and sent, however long that takes. */
  async #whileHeld(cursor: HeldCursor, work: () => Promise<number>): Promise<number> {
    const renewal = setInterval(
      () => void renewHold(this.#database, cursor, this.#timing.leaseMs).catch(() => {}),
      this.#timing.leaseMs / 3,
    );
    try {
      return await work();
    } finally {
      clearInterval(renewal);
    }
  }

  async #isDue({ position }: HeldCursor, at: number): Promise<boolean> {
    if (isBeforeOrder(position)) return true;
    const waiting = (await readDrawnBooking(this.#database)) - position.booking;
    if (waiting <= 0n) {
      this.#waitingSince = undefined;
      return false;
    }
    this.#waitingSince ??= at;
    const { calls, flushMs } = this.#options.pace(this.#share.halvings);
    return waiting >= BigInt(calls) || at - this.#waitingSince >= flushMs;
  }

  async #sendAgain(cursor: HeldCursor, batch: FixedBatch): Promise<number> {
    const { calls } = await readCallRange(this.#database, cursor.position, batch.through);
    return this.#send(cursor, batch, calls);
  }

  async #sendNext(cursor: HeldCursor): Promise<number> {
    const { through: settled } = await readBookingOrder(this.#database);
    const next = await readNextCalls(
      this.#database,
      cursor.position,
      settled,
      this.#options.pace(this.#share.halvings),
    );
    if (!next.through) return this.#passNothing(cursor, settled);
    const batch = { through: next.through, epoch: await readEpoch(this.#database) };
    if (!(await fixBatch(this.#database, cursor, batch))) {
      this.#held = undefined; // another process has taken over
      return this.#timing.tickMs;
    }
    return this.#send(cursor, batch, next.calls);
  }

  /**
   * Moves the cursor past numbers without calls. A number is also drawn for a call that turns out to be booked already.
   */
  async #passNothing(cursor: HeldCursor, settled: bigint): Promise<number> {
    const to = isBeforeOrder(cursor.position) ? 0n : settled;
    if (to === cursor.position.booking && !isBeforeOrder(cursor.position)) return this.#timing.tickMs;
    await skipTo(this.#database, cursor, behindBooking(to));
    this.#waitingSince = undefined;
    this.#held = undefined;
    return 0;
  }

  async #send(cursor: HeldCursor, batch: FixedBatch, calls: PlacedCalls["calls"]): Promise<number> {
    this.#held = undefined;
    this.#waitingSince = undefined;
    const delivery = await this.#deliver(cursor, batch, calls);
    if (delivery.arrived) await this.#confirm(cursor, batch, calls);
    else if (!this.#cutting.signal.aborted) await this.#rest(cursor, delivery, calls.length);
    return 0;
  }

  async #deliver(cursor: HeldCursor, { epoch }: FixedBatch, calls: PlacedCalls["calls"]): Promise<Delivery> {
    if (calls.length === 0) return { arrived: true };
    try {
      return await this.#options.deliver(sinkBatch(epoch, calls, cursor.calls), this.#cutting.signal);
    } catch (error) {
      this.#log.error("sink.batch_impossible", { sink: this.#name, error: messageOf(error) });
      return { arrived: false, error: "the batch cannot be made; the log says why (sink.batch_impossible)" };
    }
  }

  async #confirm(cursor: HeldCursor, batch: FixedBatch, calls: PlacedCalls["calls"]): Promise<void> {
    await confirmBatch(this.#database, cursor, batch, { calls: calls.length, bookedAt: calls.at(-1)?.bookedAt });
    if (calls.length > 0) this.#share = shareAfterArrival(this.#share);
    if (cursor.failures > 0) this.#log.info("sink.recovered", { sink: this.#name, failures: cursor.failures });
  }

  async #rest(cursor: HeldCursor, delivery: Delivery & { arrived: false }, calls: number): Promise<void> {
    const cutAgain = delivery.tooLarge === true && calls > 1;
    if (cutAgain) this.#share = smallerShare(this.#share);
    const pauseMs = cutAgain ? 0 : sinkRetryPause(cursor.failures + 1, delivery.retryAfterMs, this.#options.random());
    if (cursor.failures === 0)
      this.#log.warn("sink.failed", { sink: this.#name, error: delivery.error, retry_ms: pauseMs });
    await noteFailure(this.#database, cursor, { error: delivery.error, pauseMs, cutAgain });
  }

  async #run(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      const next = await this.#round().then(
        (milliseconds) => {
          this.#isFailing = false;
          return milliseconds;
        },
        (error: unknown) => {
          if (!this.#isFailing) this.#log.warn("sink.not_read", { sink: this.#name, error: messageOf(error) });
          this.#isFailing = true;
          this.#held = undefined;
          return this.#timing.tickMs * 5;
        },
      );
      // The loop pauses after a full batch too, so that other work gets its turn and a closing loop ends.
      await pause(next, undefined, { signal: this.#closing.signal, ref: false }).catch(() => {});
    }
    await releaseCursor(this.#database, this.#name, this.#holder).catch(() => {}); // PostgreSQL is away: the lease ends by itself
  }
}
