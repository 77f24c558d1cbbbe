import { addTeamMembers, removeTeamMembers, updateTeamMember } from "@/lib/store/entities/team-members";
import { teamMemberContracts } from "@/lib/wire/contracts/teams";
import { memberLimitColumns } from "@/lib/wire/limit-columns";
import { teamRecord, type Team, type TeamRow } from "@/lib/wire/team";
import { oneWithSpend } from "./entity-spend";
import { defineOperation, type CallerOperation, type CallerContext } from "@/lib/api/operation";
import type { Receipt } from "@/lib/store/changes/change-feed";

async function reply(
  { services }: CallerContext,
  { row, nodes }: { row: TeamRow; nodes: Receipt[] },
): Promise<{ body: Team & { nodes: Receipt[] } }> {
  const team = await oneWithSpend(services, "team", { id: row.id, record: teamRecord(row) });
  return { body: { ...team, nodes } };
}

const memberAdd = defineOperation(teamMemberContracts.add, async (context, input) => {
  const members = input.member.map(({ user_id, role }) => ({ userId: user_id, role }));
  return reply(
    context,
    await addTeamMembers(context.services, {
      actor: context.caller.actor,
      teamId: input.team_id,
      members,
      limits: memberLimitColumns(input),
    }),
  );
});

const memberUpdate = defineOperation(teamMemberContracts.update, async (context, input) => {
  const columns = { role: input.role, ...memberLimitColumns(input) };
  return reply(
    context,
    await updateTeamMember(context.services, {
      actor: context.caller.actor,
      teamId: input.team_id,
      userId: input.user_id,
      columns,
    }),
  );
});

const memberDelete = defineOperation(teamMemberContracts.delete, async (context, input) => {
  return reply(
    context,
    await removeTeamMembers(context.services, {
      actor: context.caller.actor,
      teamId: input.team_id,
      userIds: [...new Set(input.user_id)],
    }),
  );
});

/** `/team/member_*` (design 5). */
export const teamMemberOperations: readonly CallerOperation[] = [memberAdd, memberUpdate, memberDelete];
