import { z } from "zod";

/** The longest time in days for which the content of calls is kept. */
export const MOST_CONTENT_DAYS = 365;

/** How prompts and answers are kept, where a team or a key has `log_content`. */
export const contentSettings = {
  content_retention_days: z
    .number()
    .int()
    .min(1)
    .max(MOST_CONTENT_DAYS)
    .default(30)
    .describe(
      "Days for which prompts and answers are kept, where a team or a key has `log_content`. Teams and keys may state fewer.",
    ),
  heed_no_log: z
    .boolean()
    .default(true)
    .describe(
      "Whether a call with the header `x-gateway-no-log: true` keeps no prompt and no answer. `false`: the header changes nothing.",
    ),
};
