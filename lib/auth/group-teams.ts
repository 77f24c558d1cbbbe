import type { GroupMapping, JwtAuthSettings } from "@/lib/config/schema";
import { isEntityId } from "@/lib/entity-id";
import { captureStars, fillStars } from "@/lib/patterns/wildcard";
import type { Facts, Identity } from "./decision";
import { idNamespace, isWithin, type IdNamespace } from "./id-namespace";

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
  readonly identity: Pick<Identity, "groups" | "issuer" | "idPrefix">;
  readonly facts: Pick<Facts, "teams" | "aliases">;
  readonly settings: { readonly jwtAuth: JwtAuthSettings };
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
 * before its parents. `prefix`: the `id_prefix` of the issuer, which the group begins with. Mappings are compared with
 * the rest, and the prefix is put before the id that they name.
 */
export function mappedTeams(group: string, mappings: Mappings, prefix: string): readonly TeamReference[] {
  let known = remembered.get(mappings);
  if (!known || known.size >= MOST_REMEMBERED) remembered.set(mappings, (known = new Map()));
  const key = `${prefix} ${group}`;
  let references = known.get(key);
  if (!references) known.set(key, (references = referencesTo(group, mappings, prefix)));
  return references;
}

/**
 * What the mappings name for each group, by their list: a decision asks several times, and comparing a hundred groups
 * with a thousand mappings takes milliseconds.
 */
const remembered = new WeakMap<Mappings, Map<string, readonly TeamReference[]>>();
const MOST_REMEMBERED = 2_000;

function referencesTo(group: string, mappings: Mappings, prefix: string): TeamReference[] {
  return mappings.flatMap((mapping) =>
    capturesOf(mapping, withoutPrefix(group, prefix)).flatMap((captures) => referencesOf(mapping, captures, prefix)),
  );
}

/** The group as the provider names it. */
export function withoutPrefix(group: string, prefix: string): string {
  return group.startsWith(prefix) ? group.slice(prefix.length) : group;
}

function referencesOf(
  { team_id: id, team_alias: alias }: GroupMapping,
  captures: readonly string[],
  prefix: string,
): TeamReference[] {
  const filled = (text: string | undefined, before: string): string[] =>
    text === undefined ? [] : [before + fillStars(text, captures)].filter(isEntityId);
  return [...filled(id, prefix).map((each) => ({ id: each })), ...filled(alias, "").map((each) => ({ alias: each }))];
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
  const namespace = idNamespace(identity.issuer, settings.jwtAuth);
  for (const group of identity.groups)
    for (const team of teamsOf(group, facts, settings.jwtAuth.group_mappings, namespace))
      if (!found.has(team.id)) found.set(team.id, team);
  return [...found.values()];
}

function teamsOf(group: string, facts: GroupInput["facts"], mappings: Mappings, namespace: IdNamespace): GroupTeam[] {
  const mapped = mappedTeams(group, mappings, namespace.prefix)
    .map((reference) => ("id" in reference ? reference.id : teamOfAlias(reference.alias, facts, namespace)))
    .filter((id) => id !== undefined)
    .filter((id) => facts.teams.has(id) && isWithin(id, namespace));
  if (mapped.length > 0) return mapped.map((id) => ({ id, group, by: "mapping" }));
  if (facts.teams.has(group)) return [{ id: group, group, by: "id" }];
  const id = teamOfAlias(withoutPrefix(group, namespace.prefix), facts, namespace);
  return id === undefined ? [] : [{ id, group, by: "alias" }];
}

/**
 * The only team with an alias. An alias of several teams names none: nobody could say which of them should pay. With
 * `id_prefix`, neither does the alias of a team that is another issuer's.
 */
export function teamOfAlias(
  alias: string,
  { teams, aliases }: Pick<Facts, "teams" | "aliases">,
  namespace: IdNamespace,
): string | undefined {
  const [id, another] = aliases.get(alias) ?? [];
  return id !== undefined && another === undefined && teams.has(id) && isWithin(id, namespace) ? id : undefined;
}

/** The aliases among the token's groups and their mappings that several teams have. */
export function sharedAliases({ identity, facts, settings }: GroupInput): string[] {
  if (facts.aliases.size === 0) return [];
  const mapped = identity.groups.flatMap((group) =>
    mappedTeams(group, settings.jwtAuth.group_mappings, identity.idPrefix),
  );
  const names = [
    ...mapped.flatMap((reference) => ("alias" in reference ? [reference.alias] : [])),
    ...identity.groups.map((group) => withoutPrefix(group, identity.idPrefix)),
  ];
  return [...new Set(names)].filter((name) => (facts.aliases.get(name)?.length ?? 0) > 1);
}

/**
 * The ids of the teams that the token's groups could become: those that mappings name come first, then the groups
 * without a mapping.
 */
export function missingGroupTeams({ identity, facts, settings }: GroupInput): string[] {
  const namespace = idNamespace(identity.issuer, settings.jwtAuth);
  const { group_mappings: mappings } = settings.jwtAuth;
  const missing = identity.groups.filter((group) => teamsOf(group, facts, mappings, namespace).length === 0);
  const references = missing.map((group) => mappedTeams(group, mappings, namespace.prefix));
  const mapped = references
    .flat()
    .flatMap((reference) => ("id" in reference && isWithin(reference.id, namespace) ? [reference.id] : []));
  return [...new Set([...mapped, ...missing.filter((_, index) => references[index]?.length === 0)])];
}
