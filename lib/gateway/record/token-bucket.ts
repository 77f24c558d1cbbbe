/** So many at once, then so many a second: what a flood may make somebody else do. */
export interface TokenBucketOptions {
  readonly capacity: number;
  readonly perSecond: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Answers whether one more may pass, and counts it if so. */
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
