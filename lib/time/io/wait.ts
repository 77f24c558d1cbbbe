import { setImmediate, setTimeout } from "node:timers/promises";

/**
 * Resolves after that many milliseconds, or as soon as the signal is aborted. Never rejects. `wait(0)` resolves once
 * the event loop has handled what is already due, so that long work leaves room for calls.
 */
export async function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  const options = signal ? { signal } : {};
  const elapsed = milliseconds > 0 ? setTimeout(milliseconds, undefined, options) : setImmediate(undefined, options);
  await elapsed.catch(() => {});
}
