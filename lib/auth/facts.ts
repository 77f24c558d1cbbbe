import type { EndUserScope } from "@/lib/config/rights-schema";
import type { AccessRequest, Facts, Identity, UserFacts } from "./decision";
import type { EndUserFacts, KeyFacts, OrganizationFacts, TeamFacts } from "./decision";
import { emailUserId } from "./email-user";
import { keptEndUserId, namedEndUser } from "./end-user";

/** Cached access to what the database knows. The change feed drops single entries. */
export interface Directory {
  /** Every method resolves to undefined if there is no such row. @throws GatewayError directory_unavailable */
  team(id: string): Promise<TeamFacts | undefined>;
  user(id: string): Promise<UserFacts | undefined>;
  organization(id: string): Promise<OrganizationFacts | undefined>;
  endUser(id: string): Promise<EndUserFacts | undefined>;
  /** By the SHA-256 of the key, in hex. */
  keyByHash(hash: string): Promise<KeyFacts | undefined>;
}

/** The most teams of a caller that are looked up. The team rule refuses callers whose team could be beyond them. */
export const MOST_TEAMS = 1_000;

/**
 * Looks up every id that the decision about this identity may depend on. `scope`: `end_user_scope`.
 * @throws GatewayError directory_unavailable
 */
export async function loadFacts(
  directory: Directory,
  identity: Identity,
  request: AccessRequest,
  scope: EndUserScope,
): Promise<Facts> {
  const teamIds = [identity.teamId, identity.objectId, ...requestedFirst(identity.groups, request.requestedTeam)];
  const endUser = namedEndUser({ identity, request });
  const [teams, users, shared] = await Promise.all([
    findAll(teamIds, directory.team),
    findAll([identity.userId, identity.objectId, emailUserId(identity)], directory.user),
    findAll(scope === "shared" ? [endUser] : [], directory.endUser),
  ]);
  const memberOf = await findAll(membershipsOf(identity, users, request), directory.team);
  const allTeams = new Map([...teams, ...memberOf]);
  const organizationIds = [identity.organizationId, ...[...allTeams.values()].map((team) => team.organizationId)];
  const keptIds =
    scope === "team" && endUser !== undefined
      ? actingTeams(identity, request, allTeams).map((team) => keptEndUserId(endUser, scope, team))
      : [];
  const [organizations, ofTeams] = await Promise.all([
    findAll(organizationIds, directory.organization),
    findAll(keptIds, directory.endUser),
  ]);
  return {
    teams: allTeams,
    users,
    endUsers: { scope, rows: scope === "shared" ? shared : ofTeams },
    organizations,
  };
}

/** The teams that the call may act for: those that exist, one that it may create, or none. */
function actingTeams(
  { teamId, objectId, groups }: Identity,
  { requestedTeam }: AccessRequest,
  teams: ReadonlyMap<string, TeamFacts>,
): readonly (string | undefined)[] {
  const candidates = requestedTeam === undefined ? [...teams.keys(), teamId, objectId, groups[0]] : [requestedTeam];
  return [undefined, ...candidates];
}

/** A user's teams according to the database, unless a claim lists them. */
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
  return [...chosen, ...teams].slice(0, MOST_TEAMS);
}

async function findAll<Row extends { readonly id: string }>(
  ids: readonly (string | null | undefined)[],
  find: (id: string) => Promise<Row | undefined>,
): Promise<Map<string, Row>> {
  const wanted = new Set(ids.filter((id) => id !== undefined && id !== null));
  const rows = await Promise.all([...wanted].map((id) => find(id)));
  return new Map(rows.flatMap((row) => (row ? [[row.id, row]] : [])));
}
