import type { RecordedIdentity } from "@/lib/auth/decision-record";

/** The team of a refused request: that of the credentials, else the one asked for, else the first of the groups. */
export function teamOf(
  identity: Pick<RecordedIdentity, "teamId" | "groups"> | undefined,
  requestedTeam: string | undefined,
): { readonly team: string | undefined; readonly isProven: boolean } {
  const team = identity?.teamId ?? requestedTeam ?? identity?.groups[0];
  const isProven = team !== undefined && (team === identity?.teamId || (identity?.groups.includes(team) ?? false));
  return { team, isProven };
}
