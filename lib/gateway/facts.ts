import type { AccessRequest, Facts, Identity } from "@/lib/auth/decision";
import type { Directory } from "./services";

/** How many groups of one token are looked up; more than any provider puts into a token. */
const MAX_GROUPS = 250;

/** Looks up every id that the decision about this identity may turn on. @throws GatewayError directory_unavailable */
export async function loadFacts(directory: Directory, identity: Identity, request: AccessRequest): Promise<Facts> {
  const teamIds = [identity.teamId, identity.objectId, ...identity.groups.slice(0, MAX_GROUPS)].filter((id) => id !== undefined);
  const userId = identity.userId ?? identity.objectId ?? identity.email;
  const endUserId = identity.endUserId ?? request.endUser;
  const [teams, user, endUser] = await Promise.all([
    Promise.all(teamIds.map((id) => directory.team(id))),
    userId === undefined ? undefined : directory.user(userId),
    endUserId === undefined ? undefined : directory.endUser(endUserId),
  ]);
  const found = teams.filter((team) => team !== undefined);
  const organizationIds = new Set([identity.organizationId, ...found.map((team) => team.organizationId)]);
  const organizations = await Promise.all(
    [...organizationIds].filter((id) => id !== undefined && id !== null).map((id) => directory.organization(id)),
  );
  return {
    teams: new Map(found.map((team) => [team.id, team])),
    user,
    endUser,
    organizations: new Map(organizations.flatMap((organization) => (organization ? [[organization.id, organization]] : []))),
  };
}
