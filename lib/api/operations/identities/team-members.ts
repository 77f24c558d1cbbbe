import { z } from "zod";
import { addTeamMembers, removeTeamMembers, updateTeamMember } from "@/lib/store/entities/team-members";
import { entityId, idList, memberLimitInputs, memberRole, members, oneOrMore, receipts } from "@/lib/wire/fields";
import { memberLimitColumns } from "@/lib/wire/limit-columns";
import { teamRecord, teamSchema, type TeamRow } from "@/lib/wire/team";
import { json, type ApiReply } from "@/lib/doors/contract";
import { withSpend } from "./entity-spend";
import { defineOperation, type Operation, type OperationContext } from "@/lib/api/operation";
import { requireAdmin } from "@/lib/api/ownership";
import type { Receipt } from "@/lib/store/changes/change-feed";

const teamWithReceipts = teamSchema.extend({ nodes: receipts });

async function reply(
  { services }: OperationContext,
  { row, nodes }: { row: TeamRow; nodes: Receipt[] },
): Promise<ApiReply> {
  const [team] = await withSpend(services, "team", [{ id: row.id, record: teamRecord(row) }]);
  return json({ ...team, nodes });
}

const memberAdd = defineOperation({
  id: "team_member_add",
  method: "POST",
  path: "/team/member_add",
  family: "management_routes",
  summary: "Add members to a team, or change their role and limits there; those that are no users yet become users",
  input: z.strictObject({
    team_id: entityId,
    member: oneOrMore(members.min(1)).describe("One member or a list of them"),
    ...memberLimitInputs,
  }),
  output: teamWithReceipts,
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
  id: "team_member_update",
  method: "POST",
  path: "/team/member_update",
  family: "management_routes",
  summary: "Change the role and the limits of a member in a team; what is left out stays, null clears",
  input: z.strictObject({ team_id: entityId, user_id: entityId, role: memberRole.optional(), ...memberLimitInputs }),
  output: teamWithReceipts,
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
  id: "team_member_delete",
  method: "POST",
  path: "/team/member_delete",
  family: "management_routes",
  summary: "Take members out of a team, all of them or none; they stay users, and keep their keys",
  input: z.strictObject({
    team_id: entityId,
    user_id: oneOrMore(idList).describe("One user or a list of them"),
  }),
  output: teamWithReceipts,
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
