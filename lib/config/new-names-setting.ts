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
    "How many tags and end users a key, or a caller without a key, may name for the first time on one UTC day. Beyond it, new names are booked as `other`.",
  );
