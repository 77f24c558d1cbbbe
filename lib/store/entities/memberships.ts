import { lockRows } from "../row-locks";
import { commit, type Writer } from "../write";

export interface MembershipChange {
  readonly userId: string;
  readonly join: readonly string[];
  readonly leave: readonly string[];
}

interface Synced {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/**
 * Makes a user join and leave teams, as far as user and teams exist: doing it twice is doing it once, and what changes
 * nothing is written nowhere. Does not wait for other nodes, for this stands on the request path.
 * @throws GatewayError directory_unavailable
 */
export async function syncMemberships(services: Writer, change: MembershipChange, actor: string): Promise<void> {
  const { userId } = change;
  const isChanged = ({ before, after }: Synced): boolean => before.join("\n") !== after.join("\n");
  const { changeId, changes } = await commit(
    services,
    (synced: Synced) =>
      isChanged(synced)
        ? [
            {
              actor,
              action: "user.sync_teams",
              entityType: "user",
              entityId: userId,
              before: { teams: synced.before },
              after: { teams: synced.after },
            },
          ]
        : [],
    // Also when nothing was to be done: the directory of this process had another picture of the user.
    () => [{ entity: "user", id: userId }],
    async (transaction) => {
      // Two syncs of one user take turns, so that each one's "before" is what the other left.
      await lockRows(transaction, "users", [userId], "change");
      // A team or user that has just been deleted is passed over instead of failing the call.
      const teams = await lockRows(transaction, "teams", change.join, "refer");
      const teamsOf = async (): Promise<string[]> =>
        (
          await transaction.membership.findMany({
            where: { userId },
            select: { teamId: true },
            orderBy: { teamId: "asc" },
          })
        ).map(({ teamId }) => teamId);
      const before = await teamsOf();
      await transaction.membership.deleteMany({ where: { userId, teamId: { in: [...change.leave] } } });
      await transaction.$executeRaw`
        INSERT INTO memberships (team_id, user_id)
        SELECT teams.id, users.id FROM teams, users WHERE teams.id = ANY(${[...teams]}) AND users.id = ${userId}
        ON CONFLICT DO NOTHING`;
      return { before, after: await teamsOf() };
    },
  );
  // Drops what this process cached before it first yields; the other nodes hear of it by themselves.
  void services.changes.settle(changeId, changes);
}
