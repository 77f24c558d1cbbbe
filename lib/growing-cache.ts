import { LRUCache } from "lru-cache";

/**
 * A cache of the `most` entries that were used last. Its room grows with what is in it: given as `max`, a bound of
 * 10,000 takes a millisecond and 200 kB at once, even where nothing is ever kept.
 */
export function createGrowingCache<Key extends string, Value extends NonNullable<unknown>>(
  most: number,
): LRUCache<Key, Value> {
  return new LRUCache({ maxSize: most, sizeCalculation: () => 1 });
}
