import type { AccessRequest, Facts, Identity, UserFacts } from "./decision";
import type { EndUserFacts, KeyFacts, OrganizationFacts, TeamFacts } from "./decision";

/** What the database knows, cached; dropped entry by entry as the change feed says. */
export interface Directory {
  /** Each resolves to undefined when there is no such row. @throws GatewayError directory_unavailable */
  team(id: string): Promise<TeamFacts | undefined>;
  user(id: string): Promise<UserFacts | undefined>;
  organization(id: string): Promise<OrganizationFacts | undefined>;
  endUser(id: string): Promise<EndUserFacts | undefined>;
  /** By the SHA-256 of the key, in hex. */
  keyByHash(hash: string): Promise<KeyFacts | undefined>;
}

/** How many teams of one caller are looked up; more than any provider puts into a token. */
const MAX_TEAMS = 250;

/** Looks up every id that the decision about this identity may turn on. @throws GatewayError directory_unavailable */
export async function loadFacts(directory: Directory, identity: Identity, request: AccessRequest): Promise<Facts> {
  const teamIds = [identity.teamId, identity.objectId, ...requestedFirst(identity.groups, request.requestedTeam)];
  const endUserId = identity.endUserId ?? request.endUser;
  const [teams, users, endUser] = await Promise.all([
    findAll(teamIds, directory.team),
    findAll([identity.userId, identity.objectId, identity.email], directory.user),
    endUserId === undefined ? undefined : directory.endUser(endUserId),
  ]);
  const memberOf = await findAll(membershipsOf(identity, users, request), directory.team);
  const allTeams = new Map([...teams, ...memberOf]);
  const organizationIds = [identity.organizationId, ...[...allTeams.values()].map((team) => team.organizationId)];
  return { teams: allTeams, users, endUser, organizations: await findAll(organizationIds, directory.organization) };
}

/** The teams that the database gives a user, where no claim says them. */
function membershipsOf(
  identity: Identity,
  users: ReadonlyMap<string, UserFacts>,
  { requestedTeam }: AccessRequest,
): readonly string[] {
  if (identity.kind !== "jwt" || identity.groupsClaim !== undefined) return [];
  return requestedFirst([...new Set([...users.values()].flatMap(({ teams }) => teams))], requestedTeam);
}

function requestedFirst(teams: readonly string[], requested: string | undefined): readonly string[] {
  const chosen = requested !== undefined && teams.includes(requested) ? [requested] : [];
  return [...chosen, ...teams].slice(0, MAX_TEAMS);
}

async function findAll<Row extends { readonly id: string }>(
  ids: readonly (string | null | undefined)[],
  find: (id: string) => Promise<Row | undefined>,
): Promise<Map<string, Row>> {
  const wanted = new Set(ids.filter((id) => id !== undefined && id !== null));
  const rows = await Promise.all([...wanted].map((id) => find(id)));
  return new Map(rows.flatMap((row) => (row ? [[row.id, row]] : [])));
}
