/**
 * How long a test waits for something that will happen, in milliseconds: the default of `expect.poll` and of
 * Playwright's `expect`. It is a deadline and asserts nothing, so it is far longer than a busy machine needs.
 */
export const PATIENCE_MS = 60_000;

/** How long a whole test, or a hook, may take in the tiers that wait for nothing longer, in milliseconds. */
export const TEST_LIMIT_MS = 180_000;

/** How long a property may take that tries dozens of worlds on a gateway of its own, in milliseconds. */
export const PROPERTY_LIMIT_MS = 900_000;

/** For one look inside an attempt that `toPass` repeats, so that the next attempt begins soon. */
export const ONE_LOOK = { timeout: 6_000 };
