import { addTeamMembers, removeTeamMembers, updateTeamMember } from "@/lib/store/entities/team-members";
import { teamMemberContracts } from "@/lib/wire/contracts/teams";
import { memberLimitColumns } from "@/lib/wire/limit-columns";
import { teamRecord, type TeamRow } from "@/lib/wire/team";
import { json, type ApiReply } from "@/lib/doors/contract";
import { withSpend } from "./entity-spend";
import { defineOperation, type Operation, type OperationContext } from "@/lib/api/operation";
import { requireAdmin } from "@/lib/api/ownership";
import type { Receipt } from "@/lib/store/changes/change-feed";

async function reply(
  { services }: OperationContext,
  { row, nodes }: { row: TeamRow; nodes: Receipt[] },
): Promise<ApiReply> {
  const [team] = await withSpend(services, "team", [{ id: row.id, record: teamRecord(row) }]);
  return json({ ...team, nodes });
}

const memberAdd = defineOperation({
  ...teamMemberContracts.add,
  async handle(context, input) {
    const { actor } = requireAdmin(context.caller);
    const members = input.member.map(({ user_id, role }) => ({ userId: user_id, role }));
    return reply(
      context,
      await addTeamMembers(context.services, {
        actor,
        teamId: input.team_id,
        members,
        limits: memberLimitColumns(input),
      }),
    );
  },
});

const memberUpdate = defineOperation({
  ...teamMemberContracts.update,
  async handle(context, input) {
    const { actor } = requireAdmin(context.caller);
    const columns = { role: input.role, ...memberLimitColumns(input) };
    return reply(
      context,
      await updateTeamMember(context.services, { actor, teamId: input.team_id, userId: input.user_id, columns }),
    );
  },
});

const memberDelete = defineOperation({
  ...teamMemberContracts.delete,
  async handle(context, input) {
    const { actor } = requireAdmin(context.caller);
    return reply(
      context,
      await removeTeamMembers(context.services, { actor, teamId: input.team_id, userIds: [...new Set(input.user_id)] }),
    );
  },
});

/** `/team/member_*` (design 5). */
export const teamMemberOperations: readonly Operation[] = [memberAdd, memberUpdate, memberDelete];
