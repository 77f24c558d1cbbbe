import type { z } from "zod";
import { GatewayError } from "@/lib/errors";
import { nameAccessOf } from "@/lib/api/operations/spend/scope";
import { orUnavailable } from "@/lib/store/failures";
import { readPayerNames } from "@/lib/store/spend/payer-names";
import { changeTeam, createTeam, deleteTeams, findTeam, listTeams } from "@/lib/store/entities/teams";
import { listQueryOf } from "./entity-replies";
import { teamListReplies as listReplies, teamReplies as replies } from "./team-replies";
import { defineOperation, type CallerOperation, type CallerContext } from "@/lib/api/operation";
import { actingWriter } from "@/lib/api/acting-writer";
import { ifMatchOf } from "@/lib/api/if-match";
import { requireTeam, requireTeamAdministrator } from "@/lib/api/ownership";
import { requireNoRaise } from "@/lib/api/team-grant";
import { metadataColumn, modelsColumn } from "@/lib/wire/fields";
import { limitColumns, modelLimitColumns } from "@/lib/wire/limit-columns";
import { teamContracts } from "@/lib/wire/contracts/teams";
import { type Team, teamRecord, type TeamRow } from "@/lib/wire/team";

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

type TeamChange = Omit<Parameters<typeof changeTeam>[1], "actor">;

async function change(context: CallerContext, what: TeamChange) {
  const { services, caller } = context;
  return replies.changed(services, await changeTeam(actingWriter(context), { actor: caller.actor, ...what }));
}

const newTeam = defineOperation(teamContracts.new, async ({ services, caller }, input) => {
  const row = await createTeam(services, caller.actor, {
    id: input.team_id ?? undefined,
    columns: columnsOf(input),
    members: (input.members_with_roles ?? []).map(({ user_id, role }) => ({ userId: user_id, role })),
    userDefaults: services.settings.current().general.default_internal_user_params,
  });
  return replies.one(services, row);
});

/** The names of a team's organisation and of its members. @throws GatewayError directory_unavailable */
async function readTeamNames(
  context: CallerContext,
  { organization_id, members_with_roles: members }: Pick<Team, "organization_id" | "members_with_roles">,
): Promise<{ organization_alias: string | null; member_names: Record<string, string> }> {
  const { pool } = context.services.database;
  const ids = [{ organization_id }, ...members.map(({ user_id }) => ({ user_id }))];
  const namesOf = await orUnavailable(readPayerNames(pool, ids, nameAccessOf(context)));
  const nameOf = (user_id: string): [string, string][] => {
    const { user_alias: alias, user_email: email } = namesOf({ user_id });
    const name = alias ?? email;
    return name === null ? [] : [[user_id, name]];
  };
  return {
    organization_alias: namesOf({ organization_id }).organization_alias,
    member_names: Object.fromEntries(members.flatMap(({ user_id }) => nameOf(user_id))),
  };
}

const teamInfo = defineOperation(teamContracts.info, async (context, input) => {
  const { services, caller } = context;
  const id = input.team_id ?? caller.principal.teamId;
  if (id === undefined)
    throw new GatewayError("invalid_request", "Name the team with ?team_id=.", { param: "team_id" });
  requireTeam(caller, id);
  const row = await findTeam(services.database, id);
  if (!row) throw new GatewayError("not_found", "There is no team with this team_id.", { param: "team_id" });
  const { body, headers } = await replies.withBudget(services, row);
  return { body: { ...body, ...(await readTeamNames(context, body)) }, headers };
});

const teamList = defineOperation(teamContracts.list, async ({ services }, input) => {
  const filter = { organizationId: input.organization_id, userId: input.user_id };
  return listReplies.page(services, await listTeams(services.database, listQueryOf(input), filter), input);
});

const teamUpdate = defineOperation(teamContracts.update, async (context, input) => {
  const { caller } = context;
  requireTeamAdministrator(caller, input.team_id);
  const permit = caller.principal.admin ? undefined : (team: TeamRow) => requireNoRaise(teamRecord(team), input);
  return change(context, {
    action: "team.update",
    id: input.team_id,
    columns: columnsOf(input),
    ifMatch: ifMatchOf(context.request),
    permit,
  });
});

const teamDelete = defineOperation(teamContracts.delete, async ({ services, caller, request }, input) => {
  const ids = [...new Set(input.team_ids)];
  const { keys, nodes } = await deleteTeams(services, caller.actor, {
    ids,
    cascade: input.cascade,
    ifMatch: ifMatchOf(request),
  });
  return { body: { deleted_teams: ids, deleted_keys: keys.map(({ id }) => id), nodes } };
});

const teamBlock = defineOperation(teamContracts.block, (context, input) =>
  change(context, {
    action: "team.block",
    id: input.team_id,
    columns: { blocked: true },
    cutCalls: input.cut_streams,
  }),
);

const teamUnblock = defineOperation(teamContracts.unblock, (context, input) =>
  change(context, { action: "team.unblock", id: input.team_id, columns: { blocked: false } }),
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
