import { z } from "zod";
import { listOf } from "./bounded-lists";

const seconds = z.number().finite().positive().max(86_400);
const count = z.number().int().nonnegative().max(100);
const perMinute = z.number().int().positive();

/** How long a call may wait. An entry's own value takes precedence over that of `general_settings`. */
export const timeouts = {
  timeout: seconds
    .optional()
    .describe("Time limit of a whole call in seconds, including retries and the whole stream. Unset: no limit."),
  connect_timeout: seconds.optional().describe("Seconds to wait for a connection to the upstream. Unset: 10."),
  first_byte_timeout: seconds
    .optional()
    .describe("Seconds to wait for the first byte of the upstream's answer. Unset: 600."),
  idle_timeout: seconds.optional().describe("Seconds to wait between two bytes of the upstream's answer. Unset: 300."),
};

/** What to do about an upstream that fails. An entry's own value takes precedence over that of `general_settings`. */
export const resilience = {
  num_retries: count
    .optional()
    .describe("How often a failed call is retried, on another deployment if there is one. Unset: 2."),
  retry_after_max: z
    .number()
    .finite()
    .nonnegative()
    .max(3_600)
    .optional()
    .describe("The longest `Retry-After` of an upstream, in seconds, that a call waits for. Unset: 5."),
  cooldown_seconds: seconds
    .optional()
    .describe(
      "How long a failing deployment is on cooldown, in seconds, unless its `Retry-After` says otherwise. It then gets no calls, as long as enough of its group serves. Unset: 5.",
    ),
  allowed_fails: count
    .optional()
    .describe(
      "How many consecutive failures a deployment may have before it is on cooldown. Unset: if another deployment or a fallback can take over, three failures in a row, a refused connection, or the failure of half of its latest calls (at least 10 calls) put it on cooldown; otherwise nothing does.",
    ),
};

/** A deployment's weight and limits in its group. */
export const groupShare = {
  weight: z
    .number()
    .finite()
    .nonnegative()
    .max(1_000_000)
    .optional()
    .describe(
      "Its share of the calls of its group, relative to the other weights. Unset: 1. 0: it gets calls only while no other deployment can.",
    ),
  rpm: perMinute.optional().describe("Requests per minute that each gateway process may send to it."),
  tpm: perMinute.optional().describe("Tokens per minute that each gateway process may send to it and receive from it."),
};

/** The `fallbacks` of `general_settings`. */
export const fallbacks = z
  .record(z.string().trim().min(1), listOf(z.string().trim().min(1)))
  .default({})
  .describe(
    "`model_name` → other model names that are tried in order if it cannot serve a call. The caller must be allowed to use them too.",
  );
