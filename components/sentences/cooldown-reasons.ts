import type { CooldownReason } from "@/lib/router/cooldown";

/** Why a past cooldown began. How many failures led to it is not on record. */
export const REASON_WORDS: Readonly<Record<CooldownReason, string>> = {
  retry_after: "it asked for a pause",
  access_refused: "it refused the gateway's access",
  credential_failed: "the gateway could not get its credential",
  connection_refused: "it refused connections",
  failures_in_a_row: "it failed too often in a row",
  failure_rate: "half or more of its calls failed",
  trial_failed: "it still failed when it was tried again",
};
