import { z } from "zod";
import { limitOutputs, timeOutputs } from "./fields";
import { limitsOf, type LimitColumns } from "./limit-columns";

export const userSchema = z.object({
  user_id: z.string(),
  user_alias: z.string().nullable(),
  user_email: z.string().nullable(),
  models: z.array(z.string()).describe("Names or `*` patterns; empty: all models"),
  blocked: z.boolean(),
  user_role: z
    .string()
    .nullable()
    .describe("`proxy_admin_viewer`: reads what administrators read; null: an ordinary user"),
  ...limitOutputs,
  metadata: z.unknown(),
  teams: z.array(z.string()),
  spend: z.number().describe("Dollars, all time"),
  ...timeOutputs,
});
export type User = z.infer<typeof userSchema>;
/** A user who may have the names of their teams, by the teams' ids. */
export type NamedUser = User & { readonly team_aliases?: Readonly<Record<string, string>> };

export interface UserRow extends LimitColumns {
  readonly id: string;
  readonly alias: string | null;
  readonly email: string | null;
  readonly models: string[];
  readonly blocked: boolean;
  readonly role: string | null;
  readonly metadata: unknown;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly memberships: readonly { teamId: string }[];
}

/** A user as the API and audit events show it, without the spend. */
export function userRecord(row: UserRow): Omit<User, "spend"> {
  return {
    user_id: row.id,
    user_alias: row.alias,
    user_email: row.email,
    models: row.models,
    blocked: row.blocked,
    user_role: row.role,
    ...limitsOf(row),
    metadata: row.metadata,
    teams: row.memberships.map(({ teamId }) => teamId),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}
