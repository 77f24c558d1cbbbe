/** Bounds how much work a flood of requests can cause: `capacity` pieces at once, then `perSecond` pieces a second. */
export interface TokenBucketOptions {
  readonly capacity: number;
  readonly perSecond: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Makes a function that answers whether one more piece may pass, and counts it if it may. */
export function createTokenBucket({ capacity, perSecond, now }: TokenBucketOptions): () => boolean {
  let tokens = capacity;
  let filledAt = now();
  return () => {
    const at = now();
    tokens = Math.min(capacity, tokens + (Math.max(0, at - filledAt) * perSecond) / 1_000);
    filledAt = at;
    if (tokens < 1) return false;
    tokens--;
    return true;
  };
}
