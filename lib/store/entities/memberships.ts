import { lockRows } from "../row-locks";
import { type Transaction, type Writer, writeUnacknowledged } from "../write";

export interface MembershipChange {
  readonly userId: string;
  readonly join: readonly string[];
  readonly leave: readonly string[];
}

/**
 * Makes a user join and leave teams, as far as the user and the teams exist. It is idempotent, and records nothing when
 * nothing changes. It is on the request path, so it does not wait for other nodes.
 * @throws GatewayError directory_unavailable
 */
export async function syncMemberships(services: Writer, change: MembershipChange, actor: string): Promise<void> {
  const { userId } = change;
  await writeUnacknowledged(services, async (transaction) => {
    // Two syncs of one user take turns, so each reads what the previous one left.
    await lockRows(transaction, "user", [userId], "change");
    // A team or user that has just been deleted is skipped rather than failing the call.
    const teams = await lockRows(transaction, "team", change.join, "refer");
    const before = await teamsOf(transaction, userId);
    await transaction.membership.deleteMany({ where: { userId, teamId: { in: [...change.leave] } } });
    await transaction.$executeRaw`
      INSERT INTO memberships (team_id, user_id)
      SELECT teams.id, users.id FROM teams, users WHERE teams.id = ANY(${[...teams]}) AND users.id = ${userId}
      ON CONFLICT DO NOTHING`;
    const after = await teamsOf(transaction, userId);
    const entry = {
      actor,
      action: "user.sync_teams",
      entityType: "user",
      entityId: userId,
      before: { teams: before },
      after: { teams: after },
    };
    return {
      result: undefined,
      audit: before.join("\n") === after.join("\n") ? [] : [entry],
      // Announced even without a change, because this process synced on account of an outdated cached user.
      changes: [{ entity: "user", id: userId }],
    };
  });
}

async function teamsOf(transaction: Transaction, userId: string): Promise<string[]> {
  const rows = await transaction.membership.findMany({
    where: { userId },
    select: { teamId: true },
    orderBy: { teamId: "asc" },
  });
  return rows.map(({ teamId }) => teamId);
}
