import type { Prisma } from "@/lib/store/generated/client";
import type { TeamRow } from "@/lib/wire/team";
import { lockAll } from "../row-locks";
import type { Transaction } from "../write";

export const WITH_MEMBERS = {
  memberships: {
    select: { userId: true, role: true, maxBudget: true, budgetDuration: true, tpmLimit: true, rpmLimit: true },
    orderBy: { userId: "asc" },
  },
} satisfies Prisma.TeamInclude;

/** Two writers of one team take turns, so that each one's "before" is what the other left. @throws GatewayError not_found */
export async function lockTeam(transaction: Transaction, id: string): Promise<TeamRow> {
  await lockAll(transaction, "teams", [id], "change", { what: "team", param: "team_id" });
  return transaction.team.findUniqueOrThrow({ where: { id }, include: WITH_MEMBERS });
}

/** Locks memberships that are about to be deleted, in one order for all. */
export async function lockMemberships(transaction: Transaction, condition: Prisma.Sql): Promise<void> {
  await transaction.$queryRaw`SELECT 1 AS locked FROM memberships WHERE ${condition} ORDER BY team_id, user_id FOR UPDATE`;
}
