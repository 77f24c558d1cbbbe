import { z } from "zod";
import { limitOutputs, memberLimitOutputs, modelLimitOutputs, timeOutputs } from "./fields";
import {
  memberLimitsOf,
  limitsOf,
  modelLimitsOf,
  type LimitColumns,
  type MemberLimitColumns,
  type ModelLimitColumns,
} from "./limit-columns";

export const teamSchema = z.object({
  team_id: z.string(),
  team_alias: z.string().nullable(),
  organization_id: z.string().nullable(),
  models: z.array(z.string()).describe("Names or `*` patterns; empty: all models"),
  blocked: z.boolean(),
  ...limitOutputs,
  ...modelLimitOutputs,
  metadata: z.unknown(),
  members_with_roles: z.array(
    z.object({
      user_id: z.string(),
      role: z.string(),
      ...memberLimitOutputs,
      etag: z
        .string()
        .optional()
        .describe("The version of the membership, for `If-Match` of /team/member_update and /team/member_delete"),
    }),
  ),
  spend: z.number().describe("Dollars, all time"),
  ...timeOutputs,
});
export type Team = z.infer<typeof teamSchema>;

/** How many members of each team a list shows: 25 teams of 20,000 members would make an answer of 79 MB. */
export const MOST_LISTED_MEMBERS = 100;

/** A team as lists show it. */
export const listedTeamSchema = teamSchema.extend({
  members_with_roles: teamSchema.shape.members_with_roles.describe(
    `The first ${MOST_LISTED_MEMBERS} members by \`user_id\`; /team/info has all`,
  ),
  members_count: z.number().describe("The number of all members"),
});

/**
 * A team that may have the number of its members and the names of its organisation and, by their ids, of its members.
 */
export type NamedTeam = Team & {
  readonly members_count?: number;
  readonly organization_alias?: string | null;
  readonly member_names?: Readonly<Record<string, string>>;
};

export interface TeamRow extends LimitColumns, ModelLimitColumns {
  readonly id: string;
  readonly alias: string | null;
  readonly organizationId: string | null;
  readonly models: string[];
  readonly blocked: boolean;
  readonly metadata: unknown;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly memberships: readonly MembershipRow[];
}

/** A team with its first members and the number of all members. */
export interface CountedTeamRow extends TeamRow {
  readonly memberCount: number;
}

export interface MembershipRow extends MemberLimitColumns {
  readonly userId: string;
  readonly role: string;
}

/** A member as the API and audit events show them, without the version. */
export function memberRecord(row: MembershipRow) {
  return { user_id: row.userId, role: row.role, ...memberLimitsOf(row) };
}

/** A team as the API and audit events show it, without the spend. */
export function teamRecord(row: TeamRow): Omit<Team, "spend"> {
  return {
    team_id: row.id,
    team_alias: row.alias,
    organization_id: row.organizationId,
    models: row.models,
    blocked: row.blocked,
    ...limitsOf(row),
    ...modelLimitsOf(row),
    metadata: row.metadata,
    members_with_roles: row.memberships.map(memberRecord),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}
