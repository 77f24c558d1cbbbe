import type { Prisma } from "@/lib/store/generated/client";
import type { Change } from "@/lib/store/changes/change-notice";
import { teamRecord, type TeamRow } from "@/lib/wire/team";
import type { Audited } from "../audit-entry";
import { lockAll } from "../row-locks";
import type { Transaction } from "../write";

export const WITH_MEMBERS = {
  memberships: {
    select: { userId: true, role: true, maxBudget: true, budgetDuration: true, tpmLimit: true, rpmLimit: true },
    orderBy: { userId: "asc" },
  },
} satisfies Prisma.TeamInclude;

export const AUDITED_TEAM: Audited<TeamRow> = { entityType: "team", record: teamRecord };

/** Says that a team has changed, and which aliases now name it or no longer do: both of one that was renamed. */
export function teamChange(id: string, ...aliases: readonly (string | null)[]): Change {
  return { entity: "team", id, aliases: aliases.filter((alias) => alias !== null) };
}

/**
 * Reads a team under a lock: writers of one team take turns, so each reads what the previous one left.
 * @throws GatewayError not_found
 */
export async function lockTeam(transaction: Transaction, id: string): Promise<TeamRow> {
  await lockAll(transaction, "team", [id], "change", "team_id");
  return transaction.team.findUniqueOrThrow({ where: { id }, include: WITH_MEMBERS });
}

/**
 * Locks memberships that are about to be deleted. Every transaction does so in the same order, so none can deadlock.
 */
export async function lockMemberships(transaction: Transaction, condition: Prisma.Sql): Promise<void> {
  await transaction.$queryRaw`SELECT 1 AS locked FROM memberships WHERE ${condition} ORDER BY team_id, user_id FOR UPDATE`;
}
