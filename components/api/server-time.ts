/** How far off a browser's clock may seem, in milliseconds. It includes the time that the page took to arrive. */
const TOLERATED_MS = 60_000;

let ahead: number | undefined;

/**
 * The time in milliseconds since the epoch, corrected to the gateway's where the browser's clock is wrong, because
 * ranges of days, budgets and ages are the gateway's.
 */
export function serverTime(): number {
  if (typeof document === "undefined") return Date.now();
  ahead ??= aheadOf(Date.now(), Number(document.body.dataset["time"] || Number.NaN));
  return Date.now() - ahead;
}

/**
 * How far the browser's clock is ahead of the gateway's, in milliseconds; 0 within the tolerance, or if the gateway's
 * time is not known (NaN).
 */
export function aheadOf(browser: number, server: number): number {
  const difference = browser - server;
  return Math.abs(difference) > TOLERATED_MS ? difference : 0;
}
