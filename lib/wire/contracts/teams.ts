import { z } from "zod";
import { budgetState } from "../budget-state";
import { defineContract } from "../contract";
import {
  alias,
  entityId,
  newEntityId,
  idList,
  limitInputs,
  listInputs,
  listOf,
  memberLimitInputs,
  memberRole,
  members,
  metadata,
  modelLimitInputs,
  models,
  oneOrMore,
  receipts,
} from "../fields";
import { payerNames } from "../payer-names";
import { listedTeamSchema, MOST_LISTED_MEMBERS, teamSchema } from "../team";
import { STALE_AFTER } from "./stale-answers";

const teamFields = {
  team_alias: alias.nullish(),
  organization_id: entityId.nullish(),
  models: models.nullish().describe("Names or `*` patterns; empty: all models"),
  blocked: z.boolean().optional(),
  ...limitInputs,
  ...modelLimitInputs,
  metadata: metadata.nullish(),
};
const teamWithReceipts = teamSchema.extend({ nodes: receipts });
const blockInput = z.strictObject({ team_id: entityId });

/** `/team/*` (spec 3 and 4). */
export const teamContracts = {
  new: defineContract({
    id: "team.new",
    method: "POST",
    path: "/team/new",
    family: "management_routes",
    access: "administrators",
    effect: "writes",
    summary: "Create a team; its id is the one that the identity provider's claim carries",
    input: z.strictObject({
      team_id: newEntityId
        .nullish()
        .describe("The id that the claim of the identity provider carries; absent: generated"),
      ...teamFields,
      members_with_roles: members.nullish().describe("`user_id` and `role` (`admin` or `user`) of each"),
    }),
    output: teamSchema,
    invalidates: STALE_AFTER.team,
  }),
  info: defineContract({
    id: "team.info",
    method: "GET",
    path: "/team/info",
    family: "management_routes",
    access: "owners",
    effect: "reads",
    versioned: true,
    summary: "Show one team; without team_id the caller's own",
    input: z.strictObject({ team_id: entityId.optional() }),
    output: teamSchema.extend({
      budget: budgetState,
      organization_alias: payerNames.organization_alias,
      member_names: z
        .record(z.string(), z.string())
        .describe(
          "The aliases of those of its members who have one, or else their e-mail addresses, by their ids, as far as the caller may see them",
        ),
    }),
  }),
  list: defineContract({
    id: "team.list",
    method: "GET",
    path: "/team/list",
    family: "management_routes",
    access: "administrators",
    effect: "reads",
    summary: `List teams, page by page, each with its first ${MOST_LISTED_MEMBERS} members; /team/info has all`,
    input: z.strictObject({
      ...listInputs,
      organization_id: entityId.optional(),
      user_id: entityId.optional().describe("Teams that this user is a member of"),
    }),
    output: listOf(listedTeamSchema.extend({ budget: budgetState })),
  }),
  update: defineContract({
    id: "team.update",
    method: "POST",
    path: "/team/update",
    family: "management_routes",
    access: "team_administrators",
    effect: "writes",
    versioned: true,
    summary:
      "Change a team; what is left out stays, null clears. An administrator of the team may lower its limits and take models from it",
    input: z.strictObject({ team_id: entityId, ...teamFields }),
    output: teamWithReceipts,
    invalidates: STALE_AFTER.team,
  }),
  delete: defineContract({
    id: "team.delete",
    method: "POST",
    path: "/team/delete",
    family: "management_routes",
    access: "administrators",
    effect: "writes",
    versioned: true,
    summary:
      "Delete teams and their memberships, all of them or none; refused while keys belong to them, unless cascade deletes those too",
    input: z.strictObject({
      team_ids: idList,
      cascade: z.boolean().default(false).describe("Delete the keys of the teams too"),
    }),
    output: z.object({ deleted_teams: z.array(z.string()), deleted_keys: z.array(z.string()), nodes: receipts }),
    invalidates: STALE_AFTER.deletion,
  }),
  block: defineContract({
    id: "team.block",
    method: "POST",
    path: "/team/block",
    family: "management_routes",
    access: "administrators",
    effect: "writes",
    summary: "Refuse every request for a team, from now on and on every node",
    input: blockInput.extend({
      cut_streams: z
        .boolean()
        .default(false)
        .describe("Whether to cut the team's calls under way too, streams above all"),
    }),
    output: teamWithReceipts,
    invalidates: STALE_AFTER.team,
  }),
  unblock: defineContract({
    id: "team.unblock",
    method: "POST",
    path: "/team/unblock",
    family: "management_routes",
    access: "administrators",
    effect: "writes",
    summary: "Accept requests for a team again",
    input: blockInput,
    output: teamWithReceipts,
    invalidates: STALE_AFTER.team,
  }),
};

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
      "Add members to a team, or change their role and limits in it; ids that are no users yet become users, for administrators of the team only with `user_id_upsert`",
    input: z.strictObject({
      team_id: entityId,
      member: oneOrMore(members.min(1)).describe("One member or a list of them"),
      ...memberLimitInputs,
    }),
    output: teamWithReceipts,
    invalidates: STALE_AFTER.teamMembers,
  }),
  update: defineContract({
    id: "team.member_update",
    method: "POST",
    path: "/team/member_update",
    family: "management_routes",
    access: "team_administrators",
    effect: "writes",
    versioned: true,
    summary: "Change the role and the limits of a member in a team; what is left out stays, null clears",
    input: z.strictObject({ team_id: entityId, user_id: entityId, role: memberRole.optional(), ...memberLimitInputs }),
    output: teamWithReceipts,
    invalidates: STALE_AFTER.teamMembers,
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
      team_id: entityId,
      user_id: oneOrMore(idList).describe("One user or a list of them"),
    }),
    output: teamWithReceipts,
    invalidates: STALE_AFTER.teamMembers,
  }),
};
