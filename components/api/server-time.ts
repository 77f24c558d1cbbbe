/** How far off a browser's clock may be, in milliseconds, including the time that the page took to arrive. */
const TOLERATED_MS = 60_000;

let ahead: number | undefined;

/**
 * The time in milliseconds since the epoch: that of the gateway, where the clock of the browser's machine is wrong.
 * Ranges of days, budgets and ages are the gateway's.
 */
export function serverTime(): number {
  if (typeof document === "undefined") return Date.now();
  ahead ??= aheadOf(Date.now(), Number(document.body.dataset["time"] || Number.NaN));
  return Date.now() - ahead;
}

/**
 * How far the browser's clock is ahead of the gateway's, in milliseconds; 0 if both fit, or the gateway's is not known.
 */
export function aheadOf(browser: number, server: number): number {
  const difference = browser - server;
  return Math.abs(difference) > TOLERATED_MS ? difference : 0;
}
