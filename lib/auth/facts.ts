import type { EndUserScope } from "@/lib/config/rights-schema";
import type { JwtAuthSettings } from "@/lib/config/schema";
import type { AccessRequest, Facts, Identity, UserFacts } from "./decision";
import type { EndUserFacts, KeyFacts, OrganizationFacts, TeamFacts } from "./decision";
import { emailUserId } from "./email-user";
import { keptEndUserId, namedEndUser } from "./end-user";
import { withoutPrefix } from "./group-teams";
import { MOST_TEAMS, NOTHING_NAMED, teamsNamedBySettings } from "./named-teams";

/** Cached access to what the database knows. The change feed drops single entries. */
export interface Directory {
  /** Every method resolves to undefined if there is no such row. @throws GatewayError directory_unavailable */
  team(id: string): Promise<TeamFacts | undefined>;
  /** The ids of the teams with an alias: two at most, in order. */
  teamsByAlias(alias: string): Promise<readonly string[] | undefined>;
  user(id: string): Promise<UserFacts | undefined>;
  organization(id: string): Promise<OrganizationFacts | undefined>;
  endUser(id: string): Promise<EndUserFacts | undefined>;
  /** By the SHA-256 of the key, in hex. */
  keyByHash(hash: string): Promise<KeyFacts | undefined>;
}

/** The settings that say which rows a decision may depend on. */
export interface FactSettings {
  /** `end_user_scope` */
  readonly scope: EndUserScope;
  /** The JWT settings in force, or those of every draft that is asked about. */
  readonly jwtAuth: readonly JwtAuthSettings[];
}

/**
 * Looks up every id that the decision about this identity may depend on.
 * @throws GatewayError directory_unavailable
 */
export async function loadFacts(
  directory: Directory,
  identity: Identity,
  request: AccessRequest,
  { scope, jwtAuth }: FactSettings,
): Promise<Facts> {
  const groups = requestedFirst(identity.groups, request.requestedTeam);
  const named = identity.kind === "jwt" ? teamsNamedBySettings(identity, jwtAuth) : NOTHING_NAMED;
  const teamIds = [identity.teamId, identity.objectId, ...groups, ...named.ids];
  const endUser = namedEndUser({ identity, request });
  const [teams, users, shared] = await Promise.all([
    findAll(teamIds, directory.team),
    findAll([identity.userId, identity.objectId, emailUserId(identity)], directory.user),
    findAll(scope === "shared" ? [endUser] : [], directory.endUser),
  ]);
  const [memberOf, aliases] = await Promise.all([
    findAll(membershipsOf(identity, users, request), directory.team),
    findAliases(
      [
        ...named.aliases,
        ...groups.filter((group) => !teams.has(group)).map((group) => withoutPrefix(group, identity.idPrefix)),
      ],
      directory,
    ),
  ]);
  const ofAliases = await findAll([...aliases.values()].flat(), directory.team);
  const allTeams = new Map([...teams, ...memberOf, ...ofAliases]);
  const organizationIds = [identity.organizationId, ...[...allTeams.values()].map((team) => team.organizationId)];
  const keptIds =
    scope === "team" && endUser !== undefined
      ? actingTeams(identity, request, allTeams, named.ids).map((team) => keptEndUserId(endUser, scope, team))
      : [];
  const [organizations, ofTeams] = await Promise.all([
    findAll(organizationIds, directory.organization),
    findAll(keptIds, directory.endUser),
  ]);
  return {
    teams: allTeams,
    aliases,
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
  named: readonly string[],
): readonly (string | undefined)[] {
  const candidates =
    requestedTeam === undefined
      ? [...teams.keys(), teamId, objectId, ...named, ...groups.slice(0, 1)]
      : [requestedTeam];
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

async function findAliases(
  aliases: readonly string[],
  { teamsByAlias }: Pick<Directory, "teamsByAlias">,
): Promise<Map<string, readonly string[]>> {
  const found = await Promise.all(
    [...new Set(aliases)].map(async (alias) => [alias, await teamsByAlias(alias)] as const),
  );
  return new Map(found.flatMap(([alias, ids]) => (ids === undefined ? [] : [[alias, ids]])));
}
