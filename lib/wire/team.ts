import { z } from "zod";
import {
  alias,
  commonInputs,
  contentInputs,
  contentOutputs,
  entityId,
  hostedInputs,
  hostedOutputs,
  limitInputs,
  limitOutputs,
  permissionInputs,
  permissionOutputs,
  memberLimitOutputs,
  modelLimitInputs,
  modelLimitOutputs,
  models,
  timeOutputs,
} from "./fields";

/** What can be set of a team. */
export const teamInputs = {
  team_alias: alias.nullish().describe("The name that people see; null: none"),
  organization_id: entityId.nullish().describe("The organisation that the team belongs to; null: none"),
  models: models.nullish().describe("The models that it may call, by name or `*` pattern; empty: all models"),
  blocked: commonInputs.blocked,
  ...permissionInputs,
  ...hostedInputs,
  ...contentInputs,
  ...limitInputs,
  ...modelLimitInputs,
  metadata: commonInputs.metadata,
};

export const teamSchema = z.object({
  team_id: z.string(),
  team_alias: z.string().nullable(),
  organization_id: z.string().nullable(),
  models: z.array(z.string()).describe("Names or `*` patterns; empty: all models"),
  blocked: z.boolean(),
  ...permissionOutputs,
  ...hostedOutputs,
  ...contentOutputs,
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
