import { createGrowingCache } from "@/lib/growing-cache";
import { addressBlock } from "@/lib/http/address-range";
import { createTokenBucket } from "@/lib/gateway/record/token-bucket";
import type { Logger } from "@/lib/log";
import { isMasterKey } from "./session";

/** What becomes of a master key that somebody types. */
export type MasterKeyVerdict = "accepted" | "refused" | "slowed";

/** Judges a typed key by the fingerprints of the accepted keys. `caller` is an IP address; undefined: not known. */
export type MasterKeyJudge = (
  key: string,
  fingerprints: readonly string[],
  caller: string | undefined,
) => MasterKeyVerdict;

/** Wrong keys that one caller may try at once, and how many more each second. */
const ATTEMPTS = { capacity: 5, perSecond: 1 / 12 };
/** The most callers whose attempts are counted, so that counting them costs a bounded amount of memory. */
const MOST_CALLERS = 10_000;
/** The one caller that stands for all whose addresses are not proven. */
const UNKNOWN = "unknown";

/**
 * Judges the master keys that are typed into the sign-in page. Wrong keys are logged. After many wrong keys the caller
 * must wait, even with a right one. `now` is in milliseconds since the epoch.
 */
export function createMasterKeyJudge(log: Logger, now: () => number): MasterKeyJudge {
  const callers = createGrowingCache<string, { readonly take: () => boolean; isSlowed: boolean }>(MOST_CALLERS);
  return (key, fingerprints, caller) => {
    const block = (caller === undefined ? undefined : addressBlock(caller)) ?? UNKNOWN;
    const attempts = callers.get(block) ?? { take: createTokenBucket({ ...ATTEMPTS, now }), isSlowed: false };
    callers.set(block, attempts);
    if (!attempts.take()) {
      // Logged once, so that a flood of attempts does not fill the log.
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
