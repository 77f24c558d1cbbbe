import { addTeamMembers, removeTeamMembers, updateTeamMember } from "@/lib/store/entities/team-members";
import { teamMemberContracts } from "@/lib/wire/contracts/teams";
import { memberLimitColumns } from "@/lib/wire/limit-columns";
import { teamRecord } from "@/lib/wire/team";
import { entityReplies } from "./entity-replies";
import { defineOperation, type CallerOperation } from "@/lib/api/operation";

const replies = entityReplies("team", teamRecord);

const memberAdd = defineOperation(teamMemberContracts.add, async ({ services, caller }, input) => {
  const added = await addTeamMembers(services, {
    actor: caller.actor,
    teamId: input.team_id,
    members: input.member.map(({ user_id, role }) => ({ userId: user_id, role })),
    limits: memberLimitColumns(input),
  });
  return replies.changed(services, added);
});

const memberUpdate = defineOperation(teamMemberContracts.update, async ({ services, caller }, input) => {
  const updated = await updateTeamMember(services, {
    actor: caller.actor,
    teamId: input.team_id,
    userId: input.user_id,
    columns: { role: input.role, ...memberLimitColumns(input) },
  });
  return replies.changed(services, updated);
});

const memberDelete = defineOperation(teamMemberContracts.delete, async ({ services, caller }, input) => {
  const removed = await removeTeamMembers(services, {
    actor: caller.actor,
    teamId: input.team_id,
    userIds: [...new Set(input.user_id)],
  });
  return replies.changed(services, removed);
});

/** `/team/member_*` (design 5). */
export const teamMemberOperations: readonly CallerOperation[] = [memberAdd, memberUpdate, memberDelete];
