import type { JwtAuthSettings } from "@/lib/config/schema";
import type { Identity } from "./decision";
import { mappedTeams } from "./group-teams";
import { settingsOfIssuer } from "./issuer-settings";

/** The most teams of a caller that are looked up. The team rule refuses callers whose team could be beyond them. */
export const MOST_TEAMS = 1_000;

/** Teams that settings name for a token. They need not exist. */
export interface NamedTeams {
  readonly ids: readonly string[];
  readonly aliases: readonly string[];
}

export const NOTHING_NAMED: NamedTeams = { ids: [], aliases: [] };

/** The teams that settings name for a token: those of its groups' mappings, the alias claim's and the default. */
export function teamsNamedBySettings(
  {
    groups,
    teamAlias,
    issuer,
    idPrefix = "",
  }: Pick<Identity, "groups"> & Partial<Pick<Identity, "teamAlias" | "issuer" | "idPrefix">>,
  jwtAuth: readonly JwtAuthSettings[],
): NamedTeams {
  const settings = jwtAuth.map((each) => settingsOfIssuer(issuer, { jwtAuth: each }).jwtAuth);
  const ofClaim = teamAlias === undefined ? [] : [teamAlias];
  const defaults = settings.map(({ team_id_default: id }) => id).filter((id) => id !== undefined);
  const references = settings.flatMap(({ group_mappings: mappings }) =>
    mappings.length === 0 ? [] : groups.slice(0, MOST_TEAMS).flatMap((group) => mappedTeams(group, mappings, idPrefix)),
  );
  const ids = references.flatMap((reference) => ("id" in reference ? [reference.id] : []));
  const aliases = references.flatMap((reference) => ("alias" in reference ? [reference.alias] : []));
  return { ids: [...defaults, ...firstOf(ids)], aliases: [...ofClaim, ...firstOf(aliases)] };
}

function firstOf(ids: readonly string[]): readonly string[] {
  return [...new Set(ids)].slice(0, MOST_TEAMS);
}
