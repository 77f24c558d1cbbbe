import { z } from "zod";
import { limitOutputs, modelLimitOutputs, timeOutputs } from "./fields";
import { payerNames } from "./payer-names";
import { limitsOf, modelLimitsOf, type LimitColumns, type ModelLimitColumns } from "./limit-columns";

const keyFields = {
  key_name: z.string().describe("`sk-...` and the last four characters"),
  token_id: z.string(),
  key_alias: z.string().nullable(),
  expires: z.string().nullable(),
  user_id: z.string().nullable(),
  team_id: z.string().nullable(),
  organization_id: z.string().nullable(),
  models: z.array(z.string()).describe("Names or `*` patterns; empty: all models"),
  allowed_routes: z
    .array(z.string())
    .describe("Paths, `*` patterns or family names; empty: the team's or user's rules decide"),
  maker: z
    .object({
      role: z.enum(["team", "internal_user"]).nullable(),
      scopes: z.array(z.string()),
      roles: z.array(z.string()).optional(),
    })
    .nullable()
    .describe(
      "The role and the scopes of the caller who made the key, and the roles of its token if their mappings state models or routes: all bind the key too; null: an administrator made it",
    ),
  blocked: z.boolean(),
  ...limitOutputs,
  ...modelLimitOutputs,
  metadata: z.unknown(),
  previous_keys: z
    .array(z.object({ key_name: z.string(), valid_until: z.string() }))
    .describe("The secrets that the key had before it was regenerated, with the time until which each is accepted"),
  ...timeOutputs,
};
export const keySchema = z.object({ ...keyFields, spend: z.number().describe("Dollars, all time") });
/** A key with the names of its owners. */
export const listedKeySchema = keySchema.extend({
  team_alias: payerNames.team_alias,
  user_alias: payerNames.user_alias,
  user_email: payerNames.user_email,
  organization_alias: payerNames.organization_alias,
});
export const generatedKeySchema = z.object({
  key: z.string().describe("The secret, which is never shown again"),
  ...keyFields,
});
export type Key = z.infer<typeof keySchema>;
export type ListedKey = z.infer<typeof listedKeySchema>;
export type GeneratedKey = z.infer<typeof generatedKeySchema>;
export type KeyRecord = z.infer<z.ZodObject<typeof keyFields>>;

export interface KeyRow extends LimitColumns, ModelLimitColumns {
  readonly id: string;
  readonly name: string;
  readonly alias: string | null;
  readonly userId: string | null;
  readonly teamId: string | null;
  readonly organizationId: string | null;
  readonly models: string[];
  readonly allowedRoutes: string[];
  readonly maker: unknown;
  readonly blocked: boolean;
  readonly expiresAt: Date | null;
  readonly metadata: unknown;
  readonly retiredSecrets: readonly { readonly name: string; readonly validUntil: Date }[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A key as the API and audit events show it, without the secret, its hash and the spend. */
export function keyRecord(row: KeyRow): KeyRecord {
  return {
    key_name: row.name,
    token_id: row.id,
    key_alias: row.alias,
    expires: row.expiresAt?.toISOString() ?? null,
    user_id: row.userId,
    team_id: row.teamId,
    organization_id: row.organizationId,
    models: row.models,
    allowed_routes: row.allowedRoutes,
    maker: keyFields.maker.catch(null).parse(row.maker),
    blocked: row.blocked,
    ...limitsOf(row),
    ...modelLimitsOf(row),
    metadata: row.metadata,
    previous_keys: row.retiredSecrets.map(({ name, validUntil }) => ({
      key_name: name,
      valid_until: validUntil.toISOString(),
    })),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}
