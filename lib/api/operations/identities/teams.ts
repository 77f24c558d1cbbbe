import type { z } from "zod";
import { GatewayError } from "@/lib/errors";
import { changeTeam, createTeam, deleteTeams, findTeam, listTeams } from "@/lib/store/entities/teams";
import { budgetStateOf } from "./entity-budget";
import { oneWithSpend, withSpend } from "./entity-spend";
import { defineOperation, type CallerOperation, type CallerContext } from "@/lib/api/operation";
import { requireTeam } from "@/lib/api/ownership";
import type { Receipt } from "@/lib/store/changes/change-feed";
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

function teamOf(services: Services, row: TeamRow): Promise<Team> {
  return oneWithSpend(services, "team", { id: row.id, record: teamRecord(row) });
}

async function setBlocked(
  { services, caller }: CallerContext,
  id: string,
  blocked: boolean,
  cutCalls = false,
): Promise<{ body: Team & { nodes: Receipt[] } }> {
  const { row, nodes } = await changeTeam(services, {
    actor: caller.actor,
    action: blocked ? "team.block" : "team.unblock",
    id,
    columns: { blocked },
    cutCalls,
  });
  return { body: { ...(await teamOf(services, row)), nodes } };
}

const newTeam = defineOperation(teamContracts.new, async ({ services, caller }, input) => {
  const row = await createTeam(services, caller.actor, {
    id: input.team_id ?? undefined,
    columns: columnsOf(input),
    members: (input.members_with_roles ?? []).map(({ user_id, role }) => ({ userId: user_id, role })),
  });
  return { body: await teamOf(services, row) };
});

const teamInfo = defineOperation(teamContracts.info, async ({ services, caller }, input) => {
  const id = input.team_id ?? caller.principal.teamId;
  if (id === undefined)
    throw new GatewayError("invalid_request", "Say which team with ?team_id=", { param: "team_id" });
  requireTeam(caller, id);
  const row = await findTeam(services.database, id);
  if (!row) throw new GatewayError("not_found", "There is no team with this team_id.", { param: "team_id" });
  return {
    body: {
      ...(await teamOf(services, row)),
      budget: await budgetStateOf(services, "team", row.id, teamRecord(row)),
    },
  };
});

const teamList = defineOperation(teamContracts.list, async ({ services }, input) => {
  const { rows, total } = await listTeams(services.database, input, {
    organizationId: input.organization_id,
    userId: input.user_id,
  });
  const data = await withSpend(
    services,
    "team",
    rows.map((row) => ({ id: row.id, record: teamRecord(row) })),
  );
  return { body: { data, total, page: input.page, size: input.size } };
});

const teamUpdate = defineOperation(teamContracts.update, async ({ services, caller }, input) => {
  const { row, nodes } = await changeTeam(services, {
    actor: caller.actor,
    action: "team.update",
    id: input.team_id,
    columns: columnsOf(input),
  });
  return { body: { ...(await teamOf(services, row)), nodes } };
});

const teamDelete = defineOperation(teamContracts.delete, async ({ services, caller }, input) => {
  const ids = [...new Set(input.team_ids)];
  const { keys, nodes } = await deleteTeams(services, caller.actor, { ids, cascade: input.cascade });
  return { body: { deleted_teams: ids, deleted_keys: keys.map(({ id }) => id), nodes } };
});

const teamBlock = defineOperation(teamContracts.block, (context, input) =>
  setBlocked(context, input.team_id, true, input.cut_streams),
);

const teamUnblock = defineOperation(teamContracts.unblock, (context, input) =>
  setBlocked(context, input.team_id, false),
);

/** `/team/*` (spec 3 and 4). */
export const teamOperations: readonly CallerOperation[] = [
  newTeam,
  teamInfo,
  teamList,
  teamUpdate,
  teamDelete,
  teamBlock,
  teamUnblock,
];
