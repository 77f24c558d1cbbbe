import { z } from "zod";

const seconds = z.number().finite().positive().max(86_400);
const count = z.number().int().nonnegative().max(100);
const perMinute = z.number().int().positive();

/** How long a call may wait; an entry's own value beats the one of `general_settings`. */
export const timeouts = {
  timeout: seconds
    .optional()
    .describe(
      "The longest a call may take in all, retries and the whole stream included, in seconds. Unset: as long as it likes.",
    ),
  connect_timeout: seconds
    .optional()
    .describe("The longest wait for a connection to the upstream, in seconds. Unset: 10."),
  first_byte_timeout: seconds
    .optional()
    .describe("The longest wait for the upstream to begin its answer, in seconds. Unset: 600."),
  idle_timeout: seconds.optional().describe("The longest silence within an upstream's answer, in seconds. Unset: 300."),
};

/** What is done about an upstream that fails; an entry's own value beats the one of `general_settings`. */
export const resilience = {
  num_retries: count
    .optional()
    .describe("How often a failed call is tried again, on another deployment where there is one. Unset: 2."),
  retry_after_max: z
    .number()
    .finite()
    .nonnegative()
    .max(3_600)
    .optional()
    .describe("The longest `Retry-After` of an upstream that a call waits for, in seconds. Unset: 5."),
  cooldown_seconds: seconds
    .optional()
    .describe(
      "How long a failing deployment gets no calls, in seconds, unless its `Retry-After` says otherwise. Unset: 5.",
    ),
  allowed_fails: count
    .optional()
    .describe(
      "How many failures in a row a deployment may have without a pause. Unset: none in a group or with fallbacks, and any number where nothing could stand in for it.",
    ),
};

/** A deployment's part in its group. */
export const groupShare = {
  weight: z
    .number()
    .finite()
    .nonnegative()
    .max(1_000_000)
    .optional()
    .describe("Its share of the calls among entries of one `model_name`. Unset: 1. 0: only while no other can."),
  rpm: perMinute.optional().describe("Requests a minute that each gateway process may send it."),
  tpm: perMinute.optional().describe("Tokens a minute that each gateway process may send and get."),
};

/** `fallbacks` of `general_settings`. */
export const fallbacks = z
  .record(z.string().trim().min(1), z.array(z.string().trim().min(1)))
  .default({})
  .describe(
    "`model_name` → other model names that calls go to when it cannot serve them, in order. The caller must be allowed them too.",
  );
