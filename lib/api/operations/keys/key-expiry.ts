import { addDuration } from "@/lib/time/duration";
import { GatewayError } from "@/lib/errors";

const DAY_MS = 86_400_000;
/** The value of `user_key_max_days` if it is not set. */
const DEFAULT_MAX_DAYS = 90;

/** What determines how long a key is valid. */
export interface KeyTimes {
  /** What the request asks for. */
  readonly asked: string | null | undefined;
  /** `default_key_generate_params.duration` */
  readonly usual?: string | undefined;
  /** `user_key_max_days`; null: the maker is an administrator, to whom it does not apply. */
  readonly maximumDays?: number | null | undefined;
  /** `upperbound_key_generate_params.duration` */
  readonly longest?: string | undefined;
}

/**
 * When a new key ends: after the duration that the request asks for, else the default one (`usual`), and at the latest
 * after `maximumDays` or `longest`, whichever comes first. Without any duration, it ends at that latest time. Null:
 * never. `now`: milliseconds since the epoch.
 * @throws GatewayError invalid_request if the duration that the request asks for is longer
 */
export function keyExpiry(
  now: number,
  { asked, usual, maximumDays = DEFAULT_MAX_DAYS, longest }: KeyTimes,
): Date | null {
  requireDurationBound(now, asked ?? undefined, longest);
  const ends = [
    expiryAfter(now, longest, "duration"),
    maximumDays === null ? undefined : new Date(now + maximumDays * DAY_MS),
  ];
  const wanted = expiryAfter(now, asked, "duration");
  const latest = earliest(ends);
  if (!wanted) return earliest([...ends, expiryAfter(now, usual, "duration")]) ?? null;
  if (!latest || wanted <= latest) return wanted;
  const message = `duration: a key that you make must end within ${maximumDays} days; ask an administrator for a longer one.`;
  throw new GatewayError("invalid_request", message, { param: "duration" });
}

function earliest(ends: readonly (Date | undefined)[]): Date | undefined {
  return ends.reduce((first, end) => (first && (!end || first <= end) ? first : end), undefined);
}

/**
 * Passes a duration that is at most `longest`. Null asks for a key that never ends; undefined asks for no duration.
 * @throws GatewayError invalid_request
 */
export function requireDurationBound(now: number, asked: string | null | undefined, longest: string | undefined): void {
  if (asked === undefined || longest === undefined) return;
  if (asked === null || endOf(now, asked, "duration") > endOf(now, longest, "duration"))
    throw new GatewayError("invalid_request", beyondBound("duration", `must be at most ${longest}`), {
      param: "duration",
    });
}

/** The message that refuses what no key may have, whoever makes it. */
export function beyondBound(param: string, rule: string): string {
  return `${param}: ${rule} by general_settings.upperbound_key_generate_params, which binds every key.`;
}

/**
 * When a duration that starts at `now` (milliseconds since the epoch) ends. Null and undefined are returned unchanged.
 * @throws GatewayError invalid_request if it ends after the year 9999, which must not turn into "never"
 */
export function expiryAfter<Absent extends null | undefined>(
  now: number,
  duration: string | Absent,
  param: string,
): Date | Absent {
  return typeof duration === "string" ? endOf(now, duration, param) : duration;
}

function endOf(now: number, duration: string, param: string): Date {
  const end = addDuration(now, duration);
  if (end === undefined)
    throw new GatewayError("invalid_request", `${param}: must end before the year 9999`, { param });
  return new Date(end);
}
