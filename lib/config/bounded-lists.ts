import { z } from "zod";

/**
 * How long a list in the settings may be. Drafts are checked on the thread that serves calls, list against list, so
 * without a bound one draft of a viewer could hold it for minutes.
 */
export const MOST = { names: 1_000, entries: 2_000, issuers: 300 } as const;

/** A list with the most items that its kind may have. */
export function listOf<Entry extends z.ZodType>(entry: Entry, kind: keyof typeof MOST = "names"): z.ZodArray<Entry> {
  return z.array(entry).max(MOST[kind]);
}
