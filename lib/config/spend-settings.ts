import { z } from "zod";

/** The default of `max_new_names_per_day`. */
export const MOST_NEW_NAMES = 10_000;

export const maxNewNamesPerDay = z
  .number()
  .int()
  .min(0)
  .max(1_000_000_000)
  .default(MOST_NEW_NAMES)
  .describe(
    "How many tags, end users and models of wildcard entries a key, or a caller without a key, may name for the first time on one UTC day. Beyond it, new tags and end users are booked as `other`, and new models under the pattern of their entry.",
  );

const days = z.number().int().min(1).max(36_500);

/** How long spend is kept, and in which detail. */
export const retentionSettings = {
  call_retention_days: days
    .optional()
    .describe(
      "Days for which single calls are kept, or longer until every sink has received them. Totals stay. Unset: for ever.",
    ),
  hourly_retention_days: days
    .default(90)
    .describe(
      "Days for which spend is kept by the hour, and on to the end of that month. Older hours become UTC days, so reports in another time zone reach no further back.",
    ),
  daily_retention_days: days
    .optional()
    .describe(
      "Days for which spend is kept by the day, and on to the end of that year; longer while their calls are kept, or a budget's window in force needs them. After that, only the all-time total of each payer, tag and end user remains. Unset: for ever.",
    ),
};
