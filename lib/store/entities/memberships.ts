import type { Change } from "@/lib/store/changes/change-notice";
import type { AuditEntry } from "../audit-entry";
import { lockRows } from "../row-locks";
import type { Transaction } from "../write";

export interface MembershipChange {
  readonly userId: string;
  readonly join: readonly string[];
  readonly leave: readonly string[];
  /** Whom the audit event names. */
  readonly actor: string;
}

/**
 * Makes users join and leave teams where both exist. It is idempotent, and records nothing when
 * nothing changes. No user may be named twice.
 */
export async function syncMemberships(
  transaction: Transaction,
  wanted: readonly MembershipChange[],
): Promise<{ readonly audit: AuditEntry[]; readonly changes: Change[] }> {
  if (wanted.length === 0) return { audit: [], changes: [] };
  const userIds = wanted.map(({ userId }) => userId);
  // Two syncs of one user take turns, so each reads what the previous one left.
  await lockRows(transaction, "user", userIds, "change");
  // A team or user that has just been deleted is skipped rather than failing the call.
  const joins = [...new Set(wanted.flatMap(({ join }) => join))];
  const teams = await lockRows(transaction, "team", joins, "refer");
  const before = await teamsOf(transaction, userIds);
  const left = pairsOf(wanted, ({ leave }) => leave);
  if (left.users.length > 0)
    await transaction.$executeRaw`
      DELETE FROM memberships USING unnest(${left.users}::text[], ${left.teams}::text[]) AS gone (user_id, team_id)
      WHERE memberships.user_id = gone.user_id AND memberships.team_id = gone.team_id`;
  const joined = pairsOf(wanted, ({ join }) => join.filter((team) => teams.has(team)));
  await transaction.$executeRaw`
    INSERT INTO memberships (team_id, user_id)
    SELECT come.team_id, users.id
    FROM unnest(${joined.users}::text[], ${joined.teams}::text[]) AS come (user_id, team_id)
    JOIN users ON users.id = come.user_id
    ON CONFLICT DO NOTHING`;
  const after = await teamsOf(transaction, userIds);
  const audit = wanted.flatMap(({ userId, actor }): AuditEntry[] => {
    const [earlier, later] = [before.get(userId) ?? [], after.get(userId) ?? []];
    if (earlier.join("\n") === later.join("\n")) return [];
    return [
      {
        actor,
        action: "user.sync_teams",
        entityType: "user",
        entityId: userId,
        before: { teams: earlier },
        after: { teams: later },
      },
    ];
  });
  // Announced even without a change, because this process synced on account of an outdated cached user.
  return { audit, changes: userIds.map((id) => ({ entity: "user", id })) };
}

/** Users and teams side by side, as `unnest` takes them. */
function pairsOf(
  wanted: readonly MembershipChange[],
  teamsOfOne: (change: MembershipChange) => readonly string[],
): { readonly users: string[]; readonly teams: string[] } {
  const pairs = wanted.flatMap((change) => teamsOfOne(change).map((team) => [change.userId, team] as const));
  return { users: pairs.map(([user]) => user), teams: pairs.map(([, team]) => team) };
}

/** The teams of each user, in order. */
async function teamsOf(transaction: Transaction, userIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await transaction.$queryRaw<{ userId: string; teamId: string }[]>`
    SELECT user_id AS "userId", team_id AS "teamId" FROM memberships WHERE user_id = ANY (${userIds}::text[]) ORDER BY team_id`;
  const teams = new Map<string, string[]>();
  for (const { userId, teamId } of rows) {
    const known = teams.get(userId);
    if (known) known.push(teamId);
    else teams.set(userId, [teamId]);
  }
  return teams;
}
