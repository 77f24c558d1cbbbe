/**
 * A place in the order in which calls were booked: that of one call, or between two. Calls from before the gateway kept
 * this order all have booking 0 and are ordered by time and id. `startedAt` is a time as PostgreSQL writes it, which
 * may be `-infinity` or `infinity`.
 */
export interface CallPosition {
  readonly booking: bigint;
  readonly startedAt: string;
  readonly callId: string;
}

/** The place between the call with that number and the next. */
export function behindBooking(booking: bigint): CallPosition {
  return { booking, startedAt: "infinity", callId: "" };
}

/** Whether calls may follow that were booked before there was an order. */
export function isBeforeOrder({ booking, startedAt }: CallPosition): boolean {
  return booking === 0n && startedAt !== "infinity";
}
