import { z } from "zod";
import { GatewayError } from "@/lib/errors";
import { changeTeam, createTeam, deleteTeams, findTeam, listTeams } from "@/lib/store/entities/teams";
import { json, type ApiReply } from "@/lib/doors/contract";
import { budgetState, budgetStateOf } from "./entity-budget";
import { withSpend } from "./entity-spend";
import { defineOperation, type Operation, type OperationContext } from "@/lib/api/operation";
import { requireAdmin, requireTeam } from "@/lib/api/ownership";
import type { Services } from "@/lib/gateway/services";
import {
  alias,
  entityId,
  idList,
  limitInputs,
  listInputs,
  listOf,
  members,
  metadata,
  metadataColumn,
  modelLimitInputs,
  models,
  modelsColumn,
  receipts,
} from "@/lib/wire/fields";
import { limitColumns, modelLimitColumns } from "@/lib/wire/limit-columns";
import { teamRecord, teamSchema, type Team, type TeamRow } from "@/lib/wire/team";

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

type TeamFields = z.output<z.ZodObject<typeof teamFields>>;

function columnsOf(input: TeamFields) {
  return {
    alias: input.team_alias,
    organizationId: input.organization_id,
    models: modelsColumn(input.models),
    blocked: input.blocked,
    ...limitColumns(input),
    ...modelLimitColumns(input),
    metadata: metadataColumn(input.metadata),
  };
}

async function teamOf(services: Services, row: TeamRow): Promise<Team> {
  const [team] = await withSpend(services, "team", [{ id: row.id, record: teamRecord(row) }]);
  return { ...teamRecord(row), spend: team?.spend ?? 0 };
}

async function setBlocked(
  { services, caller }: OperationContext,
  id: string,
  blocked: boolean,
  cutCalls = false,
): Promise<ApiReply> {
  const { actor } = requireAdmin(caller);
  const { row, nodes } = await changeTeam(services, {
    actor,
    action: blocked ? "team.block" : "team.unblock",
    id,
    columns: { blocked },
    cutCalls,
  });
  return json({ ...(await teamOf(services, row)), nodes });
}

const newTeam = defineOperation({
  id: "team_new",
  method: "POST",
  path: "/team/new",
  family: "management_routes",
  summary: "Create a team; its id is the one that the identity provider's claim carries",
  input: z.strictObject({
    team_id: entityId.nullish().describe("The id that the claim of the identity provider carries; absent: generated"),
    ...teamFields,
    members_with_roles: members.nullish().describe("`user_id` and `role` (`admin` or `user`) of each"),
  }),
  output: teamSchema,
  async handle({ services, caller }, input) {
    const { actor } = requireAdmin(caller);
    const row = await createTeam(services, actor, {
      id: input.team_id ?? undefined,
      columns: columnsOf(input),
      members: (input.members_with_roles ?? []).map(({ user_id, role }) => ({ userId: user_id, role })),
    });
    return json(await teamOf(services, row));
  },
});

const teamInfo = defineOperation({
  id: "team_info",
  method: "GET",
  path: "/team/info",
  family: "management_routes",
  summary: "One team; without team_id the caller's own",
  input: z.strictObject({ team_id: entityId.optional() }),
  output: teamSchema.extend({ budget: budgetState }),
  async handle({ services, caller }, input) {
    const id = input.team_id ?? caller?.principal.teamId;
    if (id === undefined)
      throw new GatewayError("invalid_request", "Say which team with ?team_id=", { param: "team_id" });
    requireTeam(caller, id);
    const row = await findTeam(services.database, id);
    if (!row) throw new GatewayError("not_found", "There is no team with this team_id.", { param: "team_id" });
    return json({
      ...(await teamOf(services, row)),
      budget: await budgetStateOf(services, "team", row.id, teamRecord(row)),
    });
  },
});

const teamList = defineOperation({
  id: "team_list",
  method: "GET",
  path: "/team/list",
  family: "management_routes",
  summary: "Teams, page by page",
  input: z.strictObject({
    ...listInputs,
    organization_id: entityId.optional(),
    user_id: entityId.optional().describe("Teams that this user is a member of"),
  }),
  output: listOf(teamSchema),
  async handle({ services, caller }, input) {
    requireAdmin(caller);
    const { rows, total } = await listTeams(services.database, input, {
      organizationId: input.organization_id,
      userId: input.user_id,
    });
    const data = await withSpend(
      services,
      "team",
      rows.map((row) => ({ id: row.id, record: teamRecord(row) })),
    );
    return json({ data, total, page: input.page, size: input.size });
  },
});

const teamUpdate = defineOperation({
  id: "team_update",
  method: "POST",
  path: "/team/update",
  family: "management_routes",
  summary: "Change a team; what is left out stays, null clears",
  input: z.strictObject({ team_id: entityId, ...teamFields }),
  output: teamWithReceipts,
  async handle({ services, caller }, input) {
    const { actor } = requireAdmin(caller);
    const { row, nodes } = await changeTeam(services, {
      actor,
      action: "team.update",
      id: input.team_id,
      columns: columnsOf(input),
    });
    return json({ ...(await teamOf(services, row)), nodes });
  },
});

const teamDelete = defineOperation({
  id: "team_delete",
  method: "POST",
  path: "/team/delete",
  family: "management_routes",
  summary:
    "Delete teams and their memberships, all of them or none; refused while keys belong to them, unless cascade deletes those too",
  input: z.strictObject({
    team_ids: idList,
    cascade: z.boolean().default(false).describe("Delete the keys of the teams too"),
  }),
  output: z.object({ deleted_teams: z.array(z.string()), deleted_keys: z.array(z.string()), nodes: receipts }),
  async handle({ services, caller }, input) {
    const { actor } = requireAdmin(caller);
    const ids = [...new Set(input.team_ids)];
    const { keys, nodes } = await deleteTeams(services, actor, { ids, cascade: input.cascade });
    return json({ deleted_teams: ids, deleted_keys: keys.map(({ id }) => id), nodes });
  },
});

const blockInput = z.strictObject({ team_id: entityId });

const cutStreams = z
  .boolean()
  .default(false)
  .describe("Whether what the team has under way is cut too, streams above all.");

const teamBlock = defineOperation({
  id: "team_block",
  method: "POST",
  path: "/team/block",
  family: "management_routes",
  summary: "Refuse every request for a team, from now on and on every node",
  input: blockInput.extend({ cut_streams: cutStreams }),
  output: teamWithReceipts,
  handle: (context, input) => setBlocked(context, input.team_id, true, input.cut_streams),
});

const teamUnblock = defineOperation({
  id: "team_unblock",
  method: "POST",
  path: "/team/unblock",
  family: "management_routes",
  summary: "Accept requests for a team again",
  input: blockInput,
  output: teamWithReceipts,
  handle: (context, input) => setBlocked(context, input.team_id, false),
});

/** `/team/*` (spec 3 and 4). */
export const teamOperations: readonly Operation[] = [
  newTeam,
  teamInfo,
  teamList,
  teamUpdate,
  teamDelete,
  teamBlock,
  teamUnblock,
];
