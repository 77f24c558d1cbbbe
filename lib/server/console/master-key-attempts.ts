import { LRUCache } from "lru-cache";
import { addressBlock } from "@/lib/config/address-range";
import { createTokenBucket } from "@/lib/gateway/record/token-bucket";
import type { Logger } from "@/lib/log";
import { isMasterKey } from "./session";

/** What becomes of a master key that somebody types. */
export type MasterKeyVerdict = "accepted" | "refused" | "slowed";

/**
 * Judges a typed key against the fingerprints of those that are accepted. `caller`: an IP address; undefined: not
 * known.
 */
export type MasterKeyJudge = (
  key: string,
  fingerprints: readonly string[],
  caller: string | undefined,
) => MasterKeyVerdict;

/** Wrong keys that one caller may try at once, and then each second. */
const ATTEMPTS = { capacity: 5, perSecond: 1 / 12 };
/** The most callers whose attempts are counted, so that counting them costs a bounded amount of memory. */
const MOST_CALLERS = 10_000;
/** Stands for every caller whose address nobody proves. */
const UNKNOWN = "unknown";

/**
 * Judges the master keys that are typed into the console's sign-in page. Wrong ones are logged, and a caller who has
 * typed many waits, whatever the next key is. `now`: milliseconds since the epoch.
 */
export function createMasterKeyJudge(log: Logger, now: () => number): MasterKeyJudge {
  const callers = new LRUCache<string, { readonly take: () => boolean; isSlowed: boolean }>({ max: MOST_CALLERS });
  return (key, fingerprints, caller) => {
    const block = (caller === undefined ? undefined : addressBlock(caller)) ?? UNKNOWN;
    const attempts = callers.get(block) ?? { take: createTokenBucket({ ...ATTEMPTS, now }), isSlowed: false };
    callers.set(block, attempts);
    if (!attempts.take()) {
      // Once, so that a flood does not fill the log.
      if (!attempts.isSlowed) log.warn("console.master_key_slowed", { address: caller ?? UNKNOWN });
      attempts.isSlowed = true;
      return "slowed";
    }
    attempts.isSlowed = false;
    if (!isMasterKey(key, fingerprints)) {
      log.warn("console.master_key_refused", { address: caller ?? UNKNOWN });
      return "refused";
    }
    callers.delete(block);
    return "accepted";
  };
}
