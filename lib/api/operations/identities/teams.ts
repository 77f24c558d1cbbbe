import type { z } from "zod";
import { GatewayError } from "@/lib/errors";
import { changeTeam, createTeam, deleteTeams, findTeam, listTeams } from "@/lib/store/entities/teams";
import { json, type ApiReply } from "@/lib/doors/contract";
import { budgetStateOf } from "./entity-budget";
import { withSpend } from "./entity-spend";
import { defineOperation, type Operation, type OperationContext } from "@/lib/api/operation";
import { requireAdmin, requireTeam } from "@/lib/api/ownership";
import type { Services } from "@/lib/gateway/services";
import { metadataColumn, modelsColumn } from "@/lib/wire/fields";
import { limitColumns, modelLimitColumns } from "@/lib/wire/limit-columns";
import { teamContracts } from "@/lib/wire/contracts/teams";
import { teamRecord, type Team, type TeamRow } from "@/lib/wire/team";

type TeamFields = Omit<z.output<typeof teamContracts.update.input>, "team_id">;

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
  ...teamContracts.new,
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
  ...teamContracts.info,
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
  ...teamContracts.list,
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
  ...teamContracts.update,
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
  ...teamContracts.delete,
  async handle({ services, caller }, input) {
    const { actor } = requireAdmin(caller);
    const ids = [...new Set(input.team_ids)];
    const { keys, nodes } = await deleteTeams(services, actor, { ids, cascade: input.cascade });
    return json({ deleted_teams: ids, deleted_keys: keys.map(({ id }) => id), nodes });
  },
});

const teamBlock = defineOperation({
  ...teamContracts.block,
  handle: (context, input) => setBlocked(context, input.team_id, true, input.cut_streams),
});

const teamUnblock = defineOperation({
  ...teamContracts.unblock,
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
