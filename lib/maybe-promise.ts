/**
 * A value that is usually there at once, and sometimes only later.
 *
 * `await` on a value that is already there still costs its caller a turn of the microtask queue. On the way of a call
 * that happens several times, and under load each turn waits for those of all other calls: awaiting only real promises
 * was measured to be worth it. So the functions on that way answer with a `MaybePromise`, and their callers write
 * `isPromise(value) ? await value : value`.
 */
export type MaybePromise<Value> = Value | Promise<Value>;

/** Whether a value has to be waited for. */
export function isPromise<Value>(value: MaybePromise<Value>): value is Promise<Value> {
  return value instanceof Promise;
}
