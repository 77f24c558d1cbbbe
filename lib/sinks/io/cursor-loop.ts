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
  const { name, holder, database, log, timing = CURSOR_TIMING } = options;
  const closing = new AbortController();
  const cutting = new AbortController();
  let held: HeldCursor | undefined;
  let renewAt = 0;
  let keepAt = 0;
  let share = WHOLE_SHARE;
  /** Since when there have been calls that do not fill a batch. */
  let waitingSince: number | undefined;
  let isFailing = false;

  /** Does what is due. Resolves to the milliseconds until the next round. */
  async function round(): Promise<number> {
    const at = performance.now();
    if (at >= keepAt) {
      await keepCursor(database, name, options.start);
      keepAt = at + KEEP_MS;
    }
    if (!held || at >= renewAt) {
      held = await holdCursor(database, name, holder, timing.leaseMs);
      renewAt = at + timing.leaseMs / 2;
    }
    if (!held) return timing.tickMs * 2;
    const cursor = held;
    if (cursor.batch) {
      const { calls } = await readCallRange(database, cursor.position, cursor.batch.through);
      return send(cursor, cursor.batch, calls);
    }
    if (!(await isDue(cursor, at))) return timing.tickMs;
    return sendNext(cursor);
  }

  async function isDue({ position }: HeldCursor, at: number): Promise<boolean> {
    if (isBeforeOrder(position)) return true;
    const waiting = (await readDrawnBooking(database)) - position.booking;
    if (waiting <= 0n) {
      waitingSince = undefined;
      return false;
    }
    waitingSince ??= at;
    const { calls, flushMs } = options.pace(share.halvings);
    return waiting >= BigInt(calls) || at - waitingSince >= flushMs;
  }

  async function sendNext(cursor: HeldCursor): Promise<number> {
    const { through: settled } = await readBookingOrder(database);
    const next = await readNextCalls(database, cursor.position, settled, options.pace(share.halvings));
    if (!next.through) return passNothing(cursor, settled);
    const batch = { through: next.through, epoch: await readEpoch(database) };
    if (!(await fixBatch(database, cursor, batch))) {
      held = undefined; // another process has taken over
      return timing.tickMs;
    }
    return send(cursor, batch, next.calls);
  }

  /**
   * Moves the cursor past numbers without calls. A number is also drawn for a call that turns out to be booked already.
   */
  async function passNothing(cursor: HeldCursor, settled: bigint): Promise<number> {
    const to = isBeforeOrder(cursor.position) ? 0n : settled;
    if (to === cursor.position.booking && !isBeforeOrder(cursor.position)) return timing.tickMs;
    await skipTo(database, cursor, behindBooking(to));
    waitingSince = undefined;
    held = undefined;
    return 0;
  }

  async function send(cursor: HeldCursor, batch: FixedBatch, calls: PlacedCalls["calls"]): Promise<number> {
    held = undefined;
    waitingSince = undefined;
    const renewal = setInterval(
      () => void renewHold(database, cursor, timing.leaseMs).catch(() => {}),
      timing.leaseMs / 3,
    );
    try {
      const delivery = await deliver(cursor, batch, calls);
      if (delivery.arrived) await confirm(cursor, batch, calls);
      else if (!cutting.signal.aborted) await rest(cursor, delivery, calls.length);
      return 0;
    } finally {
      clearInterval(renewal);
    }
  }

  async function deliver(cursor: HeldCursor, { epoch }: FixedBatch, calls: PlacedCalls["calls"]): Promise<Delivery> {
    if (calls.length === 0) return { arrived: true };
    try {
      return await options.deliver(sinkBatch(epoch, calls, cursor.calls), cutting.signal);
    } catch (error) {
      log.error("sink.batch_impossible", { sink: name, error: messageOf(error) });
      return { arrived: false, error: "the batch cannot be made; the log says why (sink.batch_impossible)" };
    }
  }

  async function confirm(cursor: HeldCursor, batch: FixedBatch, calls: PlacedCalls["calls"]): Promise<void> {
    await confirmBatch(database, cursor, batch, { calls: calls.length, bookedAt: calls.at(-1)?.bookedAt });
    if (calls.length > 0) share = shareAfterArrival(share);
    if (cursor.failures > 0) log.info("sink.recovered", { sink: name, failures: cursor.failures });
  }

  async function rest(cursor: HeldCursor, delivery: Delivery & { arrived: false }, calls: number): Promise<void> {
    const cutAgain = delivery.tooLarge === true && calls > 1;
    if (cutAgain) share = smallerShare(share);
    const pauseMs = cutAgain ? 0 : sinkRetryPause(cursor.failures + 1, delivery.retryAfterMs, options.random());
    if (cursor.failures === 0) log.warn("sink.failed", { sink: name, error: delivery.error, retry_ms: pauseMs });
    await noteFailure(database, cursor, { error: delivery.error, pauseMs, cutAgain });
  }

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      const next = await round().then(
        (milliseconds) => {
          isFailing = false;
          return milliseconds;
        },
        (error: unknown) => {
          if (!isFailing) log.warn("sink.not_read", { sink: name, error: messageOf(error) });
          isFailing = true;
          held = undefined;
          return timing.tickMs * 5;
        },
      );
      // The loop pauses after a full batch too, so that other work gets its turn and a closing loop ends.
      await pause(next, undefined, { signal: closing.signal, ref: false }).catch(() => {});
    }
    await releaseCursor(database, name, holder).catch(() => {}); // the database is away: the lease ends by itself
  }

  const running = run();
  return {
    async close() {
      closing.abort();
      const cut = setTimeout(() => cutting.abort(), timing.lastMs);
      await running;
      clearTimeout(cut);
    },
  };
}
