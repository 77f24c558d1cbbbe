import { z } from "zod";
import { addDuration } from "@/lib/time/duration";
import { GatewayError } from "@/lib/errors";
import {
  alias,
  entityId,
  limitInputs,
  metadata,
  metadataColumn,
  modelLimitInputs,
  models,
  modelsColumn,
} from "@/lib/wire/fields";
import { limitColumns, modelLimitColumns } from "@/lib/wire/limit-columns";

/** A secret (`sk-...`) or a token_id. */
export const keyReference = entityId;

/** Accepted when a key is generated and when it is changed. */
export const keyFields = {
  key_alias: alias.nullish(),
  user_id: entityId.nullish(),
  team_id: entityId.nullish(),
  organization_id: entityId.nullish(),
  models: models.nullish().describe("Names or `*` patterns; empty: all models"),
  allowed_routes: models.nullish().describe("Paths, `*` patterns or family names; empty: model and info routes"),
  blocked: z.boolean().optional(),
  ...limitInputs,
  ...modelLimitInputs,
  metadata: metadata.nullish(),
};

/** Wire → columns, but for owners and expiry; what is absent stays as it is, null clears. */
export function keyColumns(input: z.output<z.ZodObject<typeof keyFields>>) {
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
 * When a duration from now ends; of null and undefined, the same.
 * @throws GatewayError invalid_request beyond year 9999, which must not turn into "never"
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
