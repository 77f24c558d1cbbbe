import { addTeamMembers, removeTeamMembers, updateTeamMember } from "@/lib/store/entities/team-members";
import { teamMemberContracts } from "@/lib/wire/contracts/teams";
import { memberLimitColumns } from "@/lib/store/entities/limit-columns";
import { teamRecord, type TeamRow } from "@/lib/store/entities/team-rows";
import { mayCreateUsers } from "@/lib/auth/issuer-trust";
import type { Caller } from "@/lib/gateway/request/caller";
import { teamReplies as replies } from "./team-replies";
import { ifMatchOf } from "@/lib/api/if-match";
import { actingWriter } from "@/lib/api/acting-writer";
import { requireOwnPeople, requireTeamAdministrator } from "@/lib/api/ownership";
import { requireWithinTeam } from "@/lib/api/team-grant";
import { operationsOf } from "@/lib/api/operation";

/** The check of a member's limits, for callers who can give no more than the team has. */
function withinTeam(
  { principal }: Caller,
  input: { max_budget_in_team?: number | null; tpm_limit?: number | null; rpm_limit?: number | null },
) {
  if (principal.admin) return undefined;
  return (team: TeamRow) =>
    requireWithinTeam(teamRecord(team), {
      max_budget: input.max_budget_in_team,
      tpm_limit: input.tpm_limit,
      rpm_limit: input.rpm_limit,
    });
}

/** `/team/member_*` */
export const teamMemberOperations = operationsOf(teamMemberContracts, {
  async add({ services, caller }, input) {
    const { principal, identity } = caller;
    requireTeamAdministrator(caller, input.team_id);
    const userIds = input.member.map(({ user_id }) => user_id);
    requireOwnPeople(caller, userIds, services.settings.current());
    const added = await addTeamMembers(actingWriter({ services, caller }), {
      actor: caller.actor,
      teamId: input.team_id,
      members: input.member.map(({ user_id, role }) => ({ userId: user_id, role })),
      limits: memberLimitColumns(input),
      // An administrator of a team may add people who are not users yet if tokens of the provider may create users.
      createsUsers: principal.admin || mayCreateUsers({ identity, settings: services.settings.current() }),
      userDefaults: services.settings.current().general.default_internal_user_params,
      permit: withinTeam(caller, input),
    });
    return replies.changed(services, added);
  },
  async update({ services, caller, request }, input) {
    requireTeamAdministrator(caller, input.team_id);
    const updated = await updateTeamMember(actingWriter({ services, caller }), {
      actor: caller.actor,
      teamId: input.team_id,
      userId: input.user_id,
      columns: { role: input.role, ...memberLimitColumns(input) },
      ifMatch: ifMatchOf(request),
      permit: withinTeam(caller, input),
    });
    return replies.changed(services, updated);
  },
  async delete({ services, caller, request }, input) {
    requireTeamAdministrator(caller, input.team_id);
    const removed = await removeTeamMembers(actingWriter({ services, caller }), {
      actor: caller.actor,
      teamId: input.team_id,
      userIds: [...new Set(input.user_id)],
      ifMatch: ifMatchOf(request),
    });
    return replies.changed(services, removed);
  },
});
