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

/**
 * When a duration that starts at `now` (milliseconds) ends. Null and undefined are returned as they are.
 * @throws GatewayError invalid_request if it ends after the year 9999, which must not turn into "never"
 */
export function expiryAfter<Absent extends null | undefined>(
  now: number,
  duration: string | Absent,
  param: string,
): Date | Absent {
  if (typeof duration !== "string") return duration;
  const end = addDuration(now, duration);
  if (end === undefined)
    throw new GatewayError("invalid_request", `${param}: must end before the year 9999`, { param });
  return new Date(end);
}
