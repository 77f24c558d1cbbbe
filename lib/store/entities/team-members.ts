import type { MadeUsers } from "@/lib/config/rights-schema";
import { GatewayError } from "@/lib/errors";
import type { Receipt } from "@/lib/store/changes/receipts";
import type { Prisma, User } from "@/lib/store/generated/client";
import { auditEntry } from "../audit-entry";
import { lockAll } from "../row-locks";
import { requireUnchanged, type IfMatch } from "../row-version";
import { memberRecord, teamChange, type TeamRow, WITH_MEMBERS } from "./team-rows";
import { teamRows } from "./teams";
import { ensureUsers, recordCreatedUsers } from "./users";
import { write, type Transaction, type Writer } from "../write";

export interface Member {
  readonly userId: string;
  readonly role: string;
}

type MemberColumns = Pick<
  Prisma.MembershipUncheckedUpdateManyInput,
  "role" | "maxBudget" | "budgetDuration" | "tpmLimit" | "rpmLimit"
>;

/** Called with the locked team before its members change; what it throws stops the change. */
type Permit = (team: TeamRow) => void;

interface MembersChange {
  readonly before: TeamRow;
  readonly createdUsers: readonly User[];
}

/**
 * Adds members to a team. Members who are not users yet become users, unless `createsUsers` is false; existing members
 * get the new role. `limits` apply to each member; absent limits stay as they are.
 * @throws GatewayError not_found
 */
export async function addTeamMembers(
  services: Writer,
  {
    actor,
    teamId,
    members,
    limits,
    createsUsers = true,
    userDefaults,
    permit,
  }: {
    actor: string;
    teamId: string;
    members: readonly Member[];
    limits: Omit<MemberColumns, "role">;
    createsUsers?: boolean;
    /** The columns of the users that it creates. */
    userDefaults?: MadeUsers | undefined;
    permit?: Permit;
  },
): Promise<{ row: TeamRow; nodes: Receipt[] }> {
  const userIds = members.map(({ userId }) => userId);
  return changeMembers(services, { actor, action: "team.member_add", teamId, userIds }, async (transaction) => {
    if (!createsUsers) await lockAll(transaction, "user", userIds, "refer", "member");
    const createdUsers = createsUsers ? await ensureUsers(transaction, userIds, userDefaults) : [];
    const before = await teamRows.lock(transaction, teamId);
    permit?.(before);
    await transaction.$executeRaw`
      INSERT INTO memberships (team_id, user_id, role)
      SELECT ${teamId}, user_id, role FROM unnest(${userIds}::text[], ${members.map(({ role }) => role)}::text[]) AS given (user_id, role)
      ON CONFLICT (team_id, user_id) DO UPDATE SET role = excluded.role`;
    await transaction.membership.updateMany({ where: { teamId, userId: { in: userIds } }, data: limits });
    return { before, createdUsers };
  });
}

/**
 * Changes the role or the limits of one member; absent columns stay, null clears one.
 * @throws GatewayError not_found, changed_meanwhile
 */
export async function updateTeamMember(
  services: Writer,
  {
    actor,
    teamId,
    userId,
    columns,
    ifMatch,
    permit,
  }: {
    actor: string;
    teamId: string;
    userId: string;
    columns: MemberColumns;
    /** The versions of the membership that may be changed. Absent: any version. */
    ifMatch?: IfMatch;
    permit?: Permit;
  },
): Promise<{ row: TeamRow; nodes: Receipt[] }> {
  return changeMembers(
    services,
    { actor, action: "team.member_update", teamId, userIds: [userId] },
    async (transaction) => {
      const before = await teamRows.lock(transaction, teamId);
      permit?.(before);
      requireMembers(before, [userId]);
      const [changed] = await transaction.membership.updateManyAndReturn({ where: { teamId, userId }, data: columns });
      for (const current of before.memberships.filter((member) => member.userId === userId))
        requireUnchanged(ifMatch, {
          current: memberRecord(current),
          proposed: changed ? memberRecord(changed) : null,
        });
      return { before, createdUsers: [] };
    },
  );
}

/**
 * Removes members from a team, all of them or none; they stay users. `ifMatch`: one version for each member.
 * @throws GatewayError not_found, changed_meanwhile
 */
export async function removeTeamMembers(
  services: Writer,
  { actor, teamId, userIds, ifMatch }: { actor: string; teamId: string; userIds: readonly string[]; ifMatch?: IfMatch },
): Promise<{ row: TeamRow; nodes: Receipt[] }> {
  return changeMembers(services, { actor, action: "team.member_delete", teamId, userIds }, async (transaction) => {
    const before = await teamRows.lock(transaction, teamId);
    requireMembers(before, userIds);
    for (const member of before.memberships.filter(({ userId }) => userIds.includes(userId)))
      requireUnchanged(ifMatch, { current: memberRecord(member), proposed: null });
    await transaction.membership.deleteMany({ where: { teamId, userId: { in: [...userIds] } } });
    return { before, createdUsers: [] };
  });
}

/** @throws GatewayError not_found, naming the first user who is not a member */
function requireMembers({ memberships }: TeamRow, userIds: readonly string[]): void {
  const stranger = userIds.find((id) => !memberships.some(({ userId }) => userId === id));
  if (stranger !== undefined)
    throw new GatewayError("not_found", `${JSON.stringify(stranger)} is not a member of this team.`, {
      param: "user_id",
    });
}

async function changeMembers(
  services: Writer,
  { actor, action, teamId, userIds }: { actor: string; action: string; teamId: string; userIds: readonly string[] },
  work: (transaction: Transaction) => Promise<MembersChange>,
): Promise<{ row: TeamRow; nodes: Receipt[] }> {
  const { result, nodes } = await write(services, async (transaction) => {
    const { before, createdUsers } = await work(transaction);
    const after = await transaction.team.findUniqueOrThrow({ where: { id: teamId }, include: WITH_MEMBERS });
    return {
      result: after,
      audit: [
        ...recordCreatedUsers(actor, createdUsers),
        auditEntry(teamRows.audited, { actor, action, before, after }),
      ],
      changes: [teamChange(teamId), ...userIds.map((id) => ({ entity: "user" as const, id }))],
    };
  });
  return { row: result, nodes };
}
