import type { KeyFacts, TeamFacts } from "@/lib/auth/decision";
import type { Settings } from "@/lib/config/schema";

/** What became of the content of a call whose team or key keeps it. `declined`: its caller wanted it not kept. */
export type ContentMark = "kept" | "dropped" | "declined";

/** The header by which callers ask that a call is not kept. */
export const NO_LOG_HEADER = "x-gateway-no-log";

/** The header of answers whose content is kept. */
export const CONTENT_HEADER = "x-gateway-content";

/** What decides whether the content of a call is kept. */
export interface ContentQuestion {
  /** Undefined: the caller has none, or none that the database knows. */
  readonly key: Pick<KeyFacts, "logContent" | "contentDays"> | undefined;
  readonly team: Pick<TeamFacts, "logContent" | "contentDays"> | undefined;
  /** The value of `x-gateway-no-log`. */
  readonly noLog: string | readonly string[] | undefined;
  readonly settings: Pick<Settings["general"], "content_retention_days" | "heed_no_log">;
}

/**
 * Whether the content of a call is kept, and for how many days. One opt-in is enough, of the key or of its team; of
 * several times the shortest holds. Undefined: neither has opted in.
 */
export function contentRule({
  key,
  team,
  noLog,
  settings,
}: ContentQuestion): { readonly days: number } | "declined" | undefined {
  if (!key?.logContent && !team?.logContent) return undefined;
  if (settings.heed_no_log && asksForNoLog(noLog)) return "declined";
  const most = settings.content_retention_days;
  return { days: Math.min(most, key?.contentDays ?? most, team?.contentDays ?? most) };
}

/** Whoever writes anything but a plain no into the header is taken to mean it: too little kept harms nobody. */
function asksForNoLog(header: ContentQuestion["noLog"]): boolean {
  if (header === undefined) return false;
  const [value = ""] = typeof header === "string" ? [header] : header;
  return !["", "false", "0", "no", "off"].includes(value.trim().toLowerCase());
}

const DAY_MS = 86_400_000;

/**
 * The UTC day on which content is dropped, as its midnight in milliseconds since the epoch: once the whole of its last
 * day is over.
 */
export function expiryOf(keptAt: number, days: number): number {
  return (Math.floor(keptAt / DAY_MS) + days + 1) * DAY_MS;
}
