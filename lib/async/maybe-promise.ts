/**
 * A value that is usually there at once and sometimes only later.
 *
 * Awaiting a value that is already there still costs a turn of the microtask queue. A call would pay that several
 * times, and under load each turn waits for those of all other calls: measurements show that awaiting only real
 * promises is worth it. Functions on a call's way therefore return a `MaybePromise`, and their callers write
 * `isPromise(value) ? await value : value`.
 */
export type MaybePromise<Value> = Value | Promise<Value>;

/** Whether a value has to be awaited. */
export function isPromise<Value>(value: MaybePromise<Value>): value is Promise<Value> {
  return value instanceof Promise;
}
