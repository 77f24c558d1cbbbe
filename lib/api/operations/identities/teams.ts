import { nameAccessOf } from "@/lib/api/operations/spend/scope";
import { orUnavailable } from "@/lib/store/failures";
import { readPayerNames } from "@/lib/store/spend/payer-names";
import { createTeam, findTeam, listTeams, teamRows } from "@/lib/store/entities/teams";
import { teamColumns, teamRecord, type TeamRow } from "@/lib/store/entities/team-rows";
import { entityOperations } from "./entity-operations";
import { listQueryOf } from "./entity-replies";
import { teamListReplies as listReplies, teamReplies as replies } from "./team-replies";
import { operationsOf, type CallerContext } from "@/lib/api/operation";
import { actingWriter } from "@/lib/api/acting-writer";
import { administers, requireTeam, requireTeamAdministrator } from "@/lib/api/ownership";
import { requireNoRaise } from "@/lib/api/team-grant";
import { MANAGED_KINDS } from "@/lib/entity-type";
import { teamContracts } from "@/lib/wire/contracts/teams";
import type { Team } from "@/lib/wire/team";

const { named, found, change, remove } = entityOperations(MANAGED_KINDS.team, { rows: teamRows, replies });

/** The names of a team's organisation and of its members. @throws GatewayError directory_unavailable */
async function readTeamNames(
  context: CallerContext,
  {
    team_id,
    organization_id,
    members_with_roles: members,
  }: Pick<Team, "team_id" | "organization_id" | "members_with_roles">,
): Promise<{ organization_alias: string | null; member_names: Record<string, string> }> {
  const { pool } = context.services.database;
  const ids = [{ organization_id }, ...members.map(({ user_id }) => ({ user_id }))];
  const access = nameAccessOf(context);
  // Whoever administers a team must know whom they remove from it.
  const withMembers = administers(context.caller, team_id) ? { ...access, user: () => true } : access;
  const namesOf = await orUnavailable(readPayerNames(pool, ids, withMembers));
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

/** `/team/*` (spec 3 and 4). */
export const teamOperations = operationsOf(teamContracts, {
  async new({ services, caller }, input) {
    const row = await createTeam(services, caller.actor, {
      id: input.team_id ?? undefined,
      columns: teamColumns(input),
      members: (input.members_with_roles ?? []).map(({ user_id, role }) => ({ userId: user_id, role })),
      userDefaults: services.settings.current().general.default_internal_user_params,
    });
    return replies.one(services, row);
  },
  async info(context, input) {
    const { services, caller } = context;
    const id = named(input.team_id ?? caller.principal.teamId);
    requireTeam(caller, id);
    const { body, headers } = await replies.withBudget(services, found(await findTeam(services.database, id)));
    return { body: { ...body, ...(await readTeamNames(context, body)) }, headers };
  },
  async list({ services }, input) {
    const filter = { organizationId: input.organization_id, userId: input.user_id };
    return listReplies.page(services, await listTeams(services.database, listQueryOf(input), filter), input);
  },
  async update(context, { team_id: id, ...input }) {
    const { caller } = context;
    requireTeamAdministrator(caller, id);
    const permit = caller.principal.admin ? undefined : (team: TeamRow) => requireNoRaise(teamRecord(team), input);
    return change(context, { verb: "update", id, columns: teamColumns(input), permit }, actingWriter(context));
  },
  async delete(context, input) {
    const { ids, keyIds, nodes } = await remove(context, input.team_ids, input.cascade);
    return { body: { deleted_teams: ids, deleted_keys: keyIds, nodes } };
  },
  block(context, { team_id: id, cut_streams: cutsStreams }) {
    // The cut comes after the change of the team, so that a cut call meets the block when it is tried again.
    const alsoChanges = cutsStreams ? [{ entity: "team_calls" as const, id }] : [];
    return change(context, { verb: "block", id, columns: { blocked: true }, alsoChanges }, actingWriter(context));
  },
  unblock: (context, { team_id: id }) =>
    change(context, { verb: "unblock", id, columns: { blocked: false } }, actingWriter(context)),
});
