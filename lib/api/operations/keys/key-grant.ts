import { findTeam } from "@/lib/store/entities/teams";
import { teamRecord } from "@/lib/store/entities/team-rows";
import type { CallerContext } from "@/lib/api/operation";
import { administers } from "@/lib/api/ownership";
import { requireWithinTeam, type Share } from "@/lib/api/team-grant";

/**
 * Passes the limits that a caller gives a key of a team, unless the caller is an administrator of the team and gives
 * more than the team has. @throws GatewayError route_not_allowed
 */
export async function requireKeyGrant(
  { services, caller }: Pick<CallerContext, "services" | "caller">,
  teamId: string | null | undefined,
  limits: Share,
): Promise<void> {
  if (typeof teamId !== "string" || !administers(caller, teamId)) return;
  const team = await findTeam(services.database, teamId);
  if (team) requireWithinTeam(teamRecord(team), limits);
}
