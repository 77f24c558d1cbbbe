import type { BookedCall } from "@/lib/store/cursors/booked-calls";

/** A call with the number that names of batches and files are made of. */
export interface NumberedCall extends BookedCall {
  readonly number: bigint;
}

/** Calls that are sent together. A repeated batch has the same bytes. */
export interface SinkBatch {
  /** The same id for the same calls, so that receivers can recognise a repetition. */
  readonly id: string;
  readonly epoch: string;
  readonly calls: readonly NumberedCall[];
}

/** The epoch in the names of batches whose calls were booked before the order of booking was kept. */
const BEFORE_ORDER = "00000000000000";

/**
 * Makes a batch of calls, numbered by their booking. Calls from before the order of booking are counted instead, from
 * `arrived`, the number of calls that have arrived before this batch.
 */
export function sinkBatch(epoch: string, calls: readonly BookedCall[], arrived: bigint): SinkBatch {
  const isBefore = calls[0]?.booking === 0n;
  const numbered = calls.map((call, index) => ({
    ...call,
    number: isBefore ? arrived + BigInt(index) + 1n : call.booking,
  }));
  const named = isBefore ? BEFORE_ORDER : epoch;
  return { id: rangeName(named, numbered), epoch: named, calls: numbered };
}

/** `EPOCH-FIRST-LAST`, with numbers of 16 digits, so that names sort as the calls do. */
export function rangeName(epoch: string, calls: readonly NumberedCall[]): string {
  return [epoch, paddedNumber(calls[0]), paddedNumber(calls.at(-1))].join("-");
}

function paddedNumber(call: NumberedCall | undefined): string {
  return String(call?.number ?? 0n).padStart(16, "0");
}
