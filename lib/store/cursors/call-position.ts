/**
 * A place in the order in which calls were booked: that of one call, or between two. Calls that were booked before the
 * gateway kept this order all have booking 0, and among them the time and the id decide. `startedAt` is PostgreSQL's
 * text of a time, which may be `-infinity` or `infinity`.
 */
export interface CallPosition {
  readonly booking: bigint;
  readonly startedAt: string;
  readonly callId: string;
}

/** The place behind the call with that number, and before the next. */
export function behindBooking(booking: bigint): CallPosition {
  return { booking, startedAt: "infinity", callId: "" };
}

/** Whether calls may follow that were booked before there was an order. */
export function isBeforeOrder({ booking, startedAt }: CallPosition): boolean {
  return booking === 0n && startedAt !== "infinity";
}
