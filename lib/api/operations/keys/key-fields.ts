import type { z } from "zod";
import { addDuration } from "@/lib/time/duration";
import { GatewayError } from "@/lib/errors";
import type { keyContracts } from "@/lib/wire/contracts/keys";
import { metadataColumn, modelsColumn } from "@/lib/wire/fields";
import { limitColumns, modelLimitColumns } from "@/lib/wire/limit-columns";

/** Wire fields as columns, without owners and expiry. An absent field keeps its column, null clears it. */
export function keyColumns(input: Omit<z.output<typeof keyContracts.update.input>, "key" | "duration">) {
  return {
    alias: input.key_alias,
    models: modelsColumn(input.models),
    allowedRoutes: modelsColumn(input.allowed_routes),
    blocked: input.blocked,
    ...limitColumns(input),
    ...modelLimitColumns(input),
    metadata: metadataColumn(input.metadata),
  };
}

const DAY_MS = 86_400_000;
/** `user_key_max_days` if it is not set. */
const DEFAULT_MAX_DAYS = 90;

/** What determines how long a key is valid. */
export interface KeyTimes {
  /** What the request asks for. */
  readonly asked: string | null | undefined;
  /** `default_key_generate_params.duration` */
  readonly usual?: string | undefined;
  /** `user_key_max_days` */
  readonly maximumDays?: number | undefined;
  /** `upperbound_key_generate_params.duration` */
  readonly longest?: string | undefined;
}

/**
 * When a key ends whose maker is no administrator: after the duration that is asked for or usual, at the latest after
 * `maximumDays` or `longest`, whichever comes first. Without a duration it ends then. `now`: milliseconds.
 * @throws GatewayError invalid_request if the duration that is asked for is longer
 */
export function boundedExpiry(now: number, { asked, usual, maximumDays = DEFAULT_MAX_DAYS, longest }: KeyTimes): Date {
  const byDays = new Date(now + maximumDays * DAY_MS);
  const byBound = longest === undefined ? byDays : endOf(now, longest, "duration");
  const latest = byBound < byDays ? byBound : byDays;
  const wanted = expiryAfter(now, asked, "duration");
  if (!wanted) {
    const end = usual === undefined ? latest : endOf(now, usual, "duration");
    return end < latest ? end : latest;
  }
  if (wanted <= latest) return wanted;
  const time = latest < byDays ? longest : `${maximumDays} days`;
  const message = `duration: a key that you make must end within ${time}; ask an administrator for a longer one.`;
  throw new GatewayError("invalid_request", message, { param: "duration" });
}

/**
 * When a duration that starts at `now` (milliseconds) ends. Null and undefined are returned as they are.
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
