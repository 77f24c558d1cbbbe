import type { GroupMapping, JwtAuthSettings } from "@/lib/config/schema";
import { isEntityId } from "@/lib/entity-id";
import { captureStars, fillStars } from "@/lib/patterns/wildcard";
import type { Facts, Identity } from "./decision";

/** A team as a mapping names it. It may not exist. */
export type TeamReference = { readonly id: string } | { readonly alias: string };

/** A team that exists, with the group of the token that names it and how. */
export interface GroupTeam {
  readonly id: string;
  readonly group: string;
  readonly by: "mapping" | "id" | "alias";
}

type Mappings = JwtAuthSettings["group_mappings"];

interface GroupInput {
  readonly identity: Pick<Identity, "groups">;
  readonly facts: Pick<Facts, "teams" | "aliases">;
  readonly settings: { readonly jwtAuth: Pick<JwtAuthSettings, "group_mappings"> };
}

/**
 * What the stars of a mapping's group match in a group of the token, once for the group itself and, with
 * `include_subgroups`, once for each of its parents that matches. Empty: the mapping does not take the group.
 */
export function capturesOf({ group, include_subgroups: subgroups }: GroupMapping, name: string): string[][] {
  const names = subgroups === true ? [name, ...parentsOf(name)] : [name];
  // Most mappings name one group, and splitting their names would cost more than comparing them.
  if (!group.includes("*")) return names.includes(group) ? [[]] : [];
  return names.map((each) => captureStars(group, each)).filter((captures) => captures !== undefined);
}

/**
 * The teams that the mappings name for one group, in configured order. With `include_subgroups`, the group itself comes
 * before its parents.
 */
export function mappedTeams(group: string, mappings: Mappings): TeamReference[] {
  return mappings.flatMap((mapping) =>
    capturesOf(mapping, group).flatMap((captures) => referencesOf(mapping, captures)),
  );
}

function referencesOf({ team_id: id, team_alias: alias }: GroupMapping, captures: readonly string[]): TeamReference[] {
  const filled = (text: string | undefined): string[] =>
    text === undefined ? [] : [fillStars(text, captures)].filter(isEntityId);
  return [...filled(id).map((each) => ({ id: each })), ...filled(alias).map((each) => ({ alias: each }))];
}

/** `/a/b/c` is in `/a/b` and in `/a`. */
function parentsOf(group: string): string[] {
  const parents: string[] = [];
  for (let end = group.lastIndexOf("/"); end > 0; end = group.lastIndexOf("/", end - 1))
    parents.push(group.slice(0, end));
  return parents;
}

/**
 * The teams that the token's groups name, each once. The groups count in the token's order, each by its mappings, else
 * as a team's id, else as a team's alias.
 */
export function groupTeams({ identity, facts, settings }: GroupInput): GroupTeam[] {
  const found = new Map<string, GroupTeam>();
  for (const group of identity.groups)
    for (const team of teamsOf(group, facts, settings.jwtAuth.group_mappings))
      if (!found.has(team.id)) found.set(team.id, team);
  return [...found.values()];
}

function teamsOf(group: string, facts: GroupInput["facts"], mappings: Mappings): GroupTeam[] {
  const mapped = mappedTeams(group, mappings)
    .map((reference) => ("id" in reference ? reference.id : teamOfAlias(reference.alias, facts)))
    .filter((id) => id !== undefined)
    .filter((id) => facts.teams.has(id));
  if (mapped.length > 0) return mapped.map((id) => ({ id, group, by: "mapping" }));
  if (facts.teams.has(group)) return [{ id: group, group, by: "id" }];
  const id = teamOfAlias(group, facts);
  return id === undefined ? [] : [{ id, group, by: "alias" }];
}

/** The only team with an alias. An alias of several teams names none: nobody could say which of them should pay. */
export function teamOfAlias(alias: string, { teams, aliases }: Pick<Facts, "teams" | "aliases">): string | undefined {
  const [id, another] = aliases.get(alias) ?? [];
  return id !== undefined && another === undefined && teams.has(id) ? id : undefined;
}

/** The aliases among the token's groups and their mappings that several teams have. */
export function sharedAliases({ identity, facts, settings }: GroupInput): string[] {
  if (facts.aliases.size === 0) return [];
  const mapped = identity.groups.flatMap((group) => mappedTeams(group, settings.jwtAuth.group_mappings));
  const names = [...mapped.flatMap((reference) => ("alias" in reference ? [reference.alias] : [])), ...identity.groups];
  return [...new Set(names)].filter((name) => (facts.aliases.get(name)?.length ?? 0) > 1);
}

/**
 * The ids of the teams that the token's groups could become: those that mappings name come first, then the groups
 * without a mapping.
 */
export function missingGroupTeams({ identity, facts, settings }: GroupInput): string[] {
  const missing = identity.groups.filter(
    (group) => teamsOf(group, facts, settings.jwtAuth.group_mappings).length === 0,
  );
  const references = missing.map((group) => mappedTeams(group, settings.jwtAuth.group_mappings));
  const mapped = references.flat().flatMap((reference) => ("id" in reference ? [reference.id] : []));
  return [...new Set([...mapped, ...missing.filter((_, index) => references[index]?.length === 0)])];
}
