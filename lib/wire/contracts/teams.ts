import { z } from "zod";
import { MANAGED_KINDS } from "@/lib/entity-type";
import { budgetState } from "../budget-state";
import { defineContract } from "../contract";
import {
  entityId,
  idList,
  listInputs,
  listOf,
  memberLimitInputs,
  memberRole,
  members,
  newEntityId,
  oneOrMore,
  receipts,
} from "../fields";
import { payerNames } from "../payer-names";
import { listedTeamSchema, MOST_LISTED_MEMBERS, teamInputs, teamSchema } from "../team";
import { entityContracts } from "./entities";

const teamWithReceipts = teamSchema.extend({ nodes: receipts });
const teamId = entityId.describe("The id of the team");
const one = z.strictObject({ team_id: teamId });

/** `/team/*` (spec 3 and 4). */
export const teamContracts = entityContracts(MANAGED_KINDS.team, {
  new: {
    summary: "Create a team; its id is the one that the identity provider's claim carries",
    input: z.strictObject({
      team_id: newEntityId
        .nullish()
        .describe("The id that the identity provider writes into its claim; absent: the gateway generates one"),
      ...teamInputs,
      members_with_roles: members
        .nullish()
        .describe("The first members, each with a `user_id` and a `role` (`admin` or `user`)"),
    }),
    output: teamSchema,
  },
  info: {
    access: "owners",
    summary: "Show one team; without team_id the caller's own",
    input: z.strictObject({ team_id: entityId.optional().describe("The id of the team; absent: your own") }),
    output: teamSchema.extend({
      budget: budgetState,
      organization_alias: payerNames.organization_alias,
      member_names: z
        .record(z.string(), z.string())
        .describe(
          "The aliases of those of its members who have one, or else their e-mail addresses, by their ids, where the caller may see them",
        ),
    }),
  },
  list: {
    summary: `List teams, page by page, each with its first ${MOST_LISTED_MEMBERS} members; /team/info has all`,
    input: z.strictObject({
      ...listInputs,
      organization_id: entityId.optional().describe("Only teams of this organisation"),
      user_id: entityId.optional().describe("Only teams of which this user is a member"),
    }),
    output: listOf(listedTeamSchema.extend({ budget: budgetState })),
  },
  update: {
    access: "team_administrators",
    summary:
      "Change a team. Fields that you leave out stay, and null clears one. An administrator of the team may lower its limits and take models from it",
    input: one.extend(teamInputs),
    output: teamWithReceipts,
  },
  delete: {
    summary:
      "Delete teams and their memberships, all of them or none; refused while keys belong to them, unless cascade deletes those too",
    input: z.strictObject({
      team_ids: idList.describe("The ids of the teams"),
      cascade: z.boolean().default(false).describe("Whether to delete the keys of the teams too"),
    }),
    output: z.object({ deleted_teams: z.array(z.string()), deleted_keys: z.array(z.string()), nodes: receipts }),
  },
  block: {
    summary: "Refuse every request for a team, from now on and on every node",
    input: one.extend({
      cut_streams: z
        .boolean()
        .default(false)
        .describe("Whether to cut the team's calls in flight too, streams above all"),
    }),
    output: teamWithReceipts,
  },
  unblock: { summary: "Accept requests for a team again", input: one, output: teamWithReceipts },
});

/** `/team/member_*` */
export const teamMemberContracts = {
  add: defineContract({
    id: "team.member_add",
    method: "POST",
    path: "/team/member_add",
    family: "management_routes",
    access: "team_administrators",
    effect: "writes",
    summary:
      "Add members to a team, or change their role and limits in it; ids that are not users yet become users, for administrators of the team only with `user_id_upsert`",
    input: z.strictObject({
      team_id: teamId,
      member: oneOrMore(members.min(1)).describe(
        "The member, or a list of members, each with a `user_id` and a `role`",
      ),
      ...memberLimitInputs,
    }),
    output: teamWithReceipts,
  }),
  update: defineContract({
    id: "team.member_update",
    method: "POST",
    path: "/team/member_update",
    family: "management_routes",
    access: "team_administrators",
    effect: "writes",
    versioned: true,
    summary:
      "Change the role and the limits of a member in a team. Fields that you leave out stay, and null clears one",
    input: z.strictObject({
      team_id: teamId,
      user_id: entityId.describe("The id of the member"),
      role: memberRole.optional().describe("`admin`: the member administers the team"),
      ...memberLimitInputs,
    }),
    output: teamWithReceipts,
  }),
  delete: defineContract({
    id: "team.member_delete",
    method: "POST",
    path: "/team/member_delete",
    family: "management_routes",
    access: "team_administrators",
    effect: "writes",
    versioned: true,
    summary: "Take members out of a team, all of them or none; they stay users, and keep their keys",
    input: z.strictObject({
      team_id: teamId,
      user_id: oneOrMore(idList).describe("The id of the member, or a list of ids"),
    }),
    output: teamWithReceipts,
  }),
};
