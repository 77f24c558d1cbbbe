import { formatDay } from "@/lib/time/period";

/** What retention has left of figures or of calls. */
export interface KeptSince {
  readonly what: "figures" | "calls";
  /** The first UTC day, in milliseconds since the epoch; undefined: nothing was ever forgotten. */
  readonly since: number | undefined;
}

const SAYS: Readonly<Record<KeptSince["what"], (since: string) => string>> = {
  figures: (since) =>
    `Figures are kept since ${since} (daily_retention_days): what was spent before is only in all-time totals.`,
  calls: (since) =>
    `Single calls are kept since ${since} (call_retention_days): reports have the sums of those before.`,
};

/**
 * What an answer lacks whose range begins at `from`, in milliseconds since the epoch; undefined: nothing. A range
 * without a beginning means all that is kept, so it lacks nothing.
 */
export function retentionNote(from: number | undefined, { what, since }: KeptSince): string | undefined {
  return from === undefined || since === undefined || from >= since ? undefined : SAYS[what](formatDay(since));
}

/** Notes as one string; undefined: there are none. */
export function joinNotes(...notes: readonly (string | undefined)[]): string | undefined {
  return notes.filter(Boolean).join(" ") || undefined;
}
