import type { TeamFacts } from "../decision";
import {
  fail,
  list,
  pass,
  skip,
  type ActingTeam,
  type DecisionInput,
  type Rule,
  type Standing,
  type Verdict,
} from "../standing";
import { MOST_TEAMS } from "../named-teams";
import { groupTeams, mappedTeams, missingGroupTeams, sharedAliases, type GroupTeam } from "../group-teams";
import { quote } from "@/lib/quote";
import { mayCreateTeams } from "../issuer-trust";
import { allowsModel } from "./model";
import { mappedRole, objectKind } from "./role";
import { aliasTeam, callsModel, mayAct, memberships, missingClaims, namesNoTeam, tokenTeams } from "./token-teams";
import { userIdOf } from "./user-id";

/**
 * Finds the team that acts and pays: the token's own, the one that its role implies, the first usable one of its
 * groups, or the one that the settings name for tokens without a team (spec 5.2, 5.5, 5.10).
 */
export const teamRule: Rule = {
  rule: "team",
  spec: "5.2, 5.5, 5.10",
  codes: [
    "team_not_found",
    "team_required",
    "team_not_in_token",
    "too_many_teams",
    "team_blocked",
    "organization_blocked",
    "team_model_not_allowed",
  ],
  says: "Finds the team that acts and pays: the one that the caller chose, the one that the token names, the first of its groups that is not blocked and may use the model, the one of the alias claim, the `client_id`, or `team_id_default` where the token names none. A group names a team by `group_mappings`, else by its id, else by its alias; an alias of several teams names none.",
  check(input, standing) {
    const { identity, request } = input;
    if (identity.kind === "master-key") return skip("The master key acts for no team.");
    if (identity.key) return keyTeam(input);
    if ((standing.admin || standing.viewer) && request.model === undefined)
      return skip(`On management routes ${standing.admin ? "an administrator" : "a viewer"} acts for no team.`);
    const tooMany = tooManyTeams(input);
    if (tooMany) return tooMany;
    if (standing.admin) return adminTeam(input, standing);
    if (request.requestedTeam !== undefined) return requestedTeam(input, request.requestedTeam, standing);
    if (identity.objectId !== undefined && objectKind(input) === "team") {
      return namedTeam(input, identity.objectId, standing, "The object id is the id of a team.");
    }
    if (identity.teamId !== undefined && !identity.teamIdIsSoft)
      return namedTeam(input, identity.teamId, standing, "The token names it.");
    if (identity.groups.length > 0) return groupTeam(input, standing);
    return unnamedTeam(input, standing);
  },
};

/** A caller with more teams than are looked up is refused, because the first usable one could be among the others. */
function tooManyTeams(input: DecisionInput): Verdict | undefined {
  const { identity, request, settings } = input;
  if (identity.groups.length > MOST_TEAMS) {
    return fail(
      "too_many_teams",
      `The token names ${identity.groups.length} groups, and at most ${MOST_TEAMS} are looked up. Let the identity provider send fewer.`,
    );
  }
  const { group_mappings: mappings } = settings.jwtAuth;
  if (mappings.length > 0) {
    const references = identity.groups.flatMap((group) => mappedTeams(group, mappings, identity.idPrefix));
    const named = new Set(references.map((team) => JSON.stringify(team))).size;
    if (named > MOST_TEAMS)
      return fail(
        "too_many_teams",
        `The group_mappings name ${named} teams for the token's groups, and at most ${MOST_TEAMS} are looked up.`,
      );
  }
  const isChosen = request.requestedTeam !== undefined || request.model === undefined;
  const teams = memberships(input).length;
  if (isChosen || teams <= MOST_TEAMS || !settings.jwtAuth.enforce_team_based_model_access) return undefined;
  return fail(
    "too_many_teams",
    `The user is in ${teams} teams, and at most ${MOST_TEAMS} are looked up. Choose one with x-gateway-team-id.`,
  );
}

function keyTeam(input: DecisionInput): Verdict {
  const { identity, facts, request } = input;
  const { teamId } = identity;
  if (request.requestedTeam !== undefined && request.requestedTeam !== teamId) return notInToken(request.requestedTeam);
  if (teamId === undefined)
    return identity.key?.maker ? noTeam(input, "The key belongs to no team.") : skip("The key belongs to no team.");
  const team = facts.teams.get(teamId);
  return team
    ? pass(`The key belongs to the team ${quote(teamId)}.`, { team: { id: teamId, facts: team } })
    : fail("team_not_found", `The key's team ${quote(teamId)} does not exist.`);
}

/**
 * An administrator's model call is charged to the token's team, if that team exists, and follows its rules like any
 * other call.
 */
function adminTeam(input: DecisionInput, standing: Standing): Verdict {
  const { identity, facts, request, settings } = input;
  const because = "The call is charged to it.";
  const own = tokenTeams(input).filter((id) => facts.teams.has(id));
  if (request.requestedTeam !== undefined) {
    return own.includes(request.requestedTeam)
      ? acting(input, request.requestedTeam, standing, because)
      : notInToken(request.requestedTeam);
  }
  const single = [identity.teamId, identity.objectId].find((id) => id !== undefined && own.includes(id));
  if (single !== undefined) return acting(input, single, standing, because);
  if (own.length > 0) return firstOpen(input, own, standing);
  const byDefault = identity.teamId === undefined || identity.teamIdIsSoft ? defaultTeam(input, standing) : undefined;
  if (byDefault) return byDefault;
  return settings.jwtAuth.enforce_team_based_model_access
    ? noTeam(input, because)
    : skip("The administrator's token names no team that exists.");
}

/**
 * A team chosen with `x-gateway-team-id` must be one of the token's own, and must exist even if the caller could do
 * without a team: they said who is to pay.
 */
function requestedTeam(input: DecisionInput, requested: string, standing: Standing): Verdict {
  if (!tokenTeams(input).includes(requested)) {
    return requested === input.settings.jwtAuth.team_id_default && namesNoTeam(input)
      ? (defaultTeam(input, standing) ?? notInToken(requested))
      : notInToken(requested);
  }
  return mayAct(input, requested) ? acting(input, requested, standing, "The caller chose it.") : notFound(requested);
}

/** The answer does not depend on whether the team exists, so nobody can find out by asking. */
function notInToken(requested: string): Verdict {
  return fail(
    "team_not_in_token",
    `The team ${quote(requested)}, asked for in x-gateway-team-id, is not one of the caller's.`,
  );
}

/**
 * The team that pays for tokens that name none. It must exist: creating it, or calling without it, would hide a setting
 * that is misspelt.
 */
function defaultTeam(input: DecisionInput, standing: Standing): Verdict | undefined {
  const { team_id_default: id } = input.settings.jwtAuth;
  if (id === undefined) return undefined;
  const facts = input.facts.teams.get(id);
  if (facts === undefined) return fail("team_not_found", `The team ${quote(id)} of team_id_default does not exist.`);
  return pass(`The caller acts for the team ${quote(id)}, because the token names no team (team_id_default).`, {
    team: { id, facts, isDefault: true },
    grants: [...standing.grants, "the default team"],
  });
}

/** The one team that the token names. A role that makes the caller a user allows a call without it. */
function namedTeam(input: DecisionInput, id: string, standing: Standing, why: string): Verdict {
  if (mayAct(input, id)) return acting(input, id, standing, why);
  return mappedRole(input)?.internal_role === "internal_user"
    ? noTeam(input, `The team ${quote(id)} does not exist. The role makes the caller a user.`)
    : notFound(id);
}

function notFound(id: string): Verdict {
  return fail("team_not_found", `The team ${quote(id)} does not exist.`);
}

/** The first team of the groups, in claim order, that is not blocked and may use the model. */
function groupTeam(input: DecisionInput, standing: Standing): Verdict {
  const { identity } = input;
  const existing = groupTeams(input);
  if (existing.length > 0)
    return firstOpen(
      input,
      existing.map(({ id }) => id),
      standing,
      existing,
    );
  const isUser = mappedRole(input)?.internal_role === "internal_user";
  const first = isUser || !mayCreateTeams(input) ? undefined : missingGroupTeams(input)[0];
  if (first !== undefined) return acting(input, first, standing, "It is the first of the token's groups.");
  const shared = sharedAliases(input);
  const because = shared.length > 0 ? ` The alias ${list(shared)} belongs to several teams, so it names none.` : "";
  const byDefault = defaultTeam(input, standing);
  if (byDefault) return byDefault;
  return isUser
    ? noTeam(input, `None of the token's groups is a team.${because} The role makes the caller a user.`)
    : fail("team_not_found", `None of the token's groups (${list(identity.groups)}) is a team.${because}`);
}

function firstOpen(
  input: DecisionInput,
  existing: readonly string[],
  standing: Standing,
  groups: readonly GroupTeam[] = [],
): Verdict {
  const { facts, request } = input;
  const unblocked = existing.filter((id) => !facts.teams.get(id)?.blocked);
  if (unblocked.length === 0) return fail("team_blocked", `All of the caller's teams (${list(existing)}) are blocked.`);
  const open = unblocked.filter((id) => !organizationOf(input, facts.teams.get(id))?.blocked);
  if (open.length === 0)
    return fail(
      "organization_blocked",
      `The organisations of all the caller's teams (${list(unblocked)}) are blocked.`,
    );
  const able = open.find((id) => mayUse(input, facts.teams.get(id)));
  if (able === undefined) {
    return fail(
      "team_model_not_allowed",
      `None of the caller's teams (${list(open)}) may use the model ${quote(request.model ?? "")}.`,
    );
  }
  const how = describeGroup(groups.find(({ id }) => id === able));
  return acting(input, able, standing, `It is the first of the caller's teams that may make this call.${how}`);
}

function describeGroup(team: GroupTeam | undefined): string {
  switch (team?.by) {
    case "mapping":
      return ` The group ${quote(team.group)} names it by group_mappings.`;
    case "alias":
      return ` The group ${quote(team.group)} is its alias.`;
    case "id":
    case undefined:
      return "";
  }
}

function mayUse(input: DecisionInput, team: TeamFacts | undefined): boolean {
  const { model } = input.request;
  return allowsModel(team?.models ?? [], model) && allowsModel(organizationOf(input, team)?.models ?? [], model);
}

function organizationOf({ facts }: DecisionInput, team: TeamFacts | undefined) {
  return team?.organizationId ? facts.organizations.get(team.organizationId) : undefined;
}

const BY_ALIAS = "The token names its alias.";

/** Says that the alias claim names no team because several teams have the alias. */
function sharedAliasClaim({ identity: { teamAlias }, facts }: DecisionInput): string {
  return teamAlias !== undefined && (facts.aliases.get(teamAlias)?.length ?? 0) > 1
    ? ` The alias ${quote(teamAlias)} belongs to several teams, so it names none.`
    : "";
}

/** The token does not name a team directly. The role, the database or `client_id` may still lead to one. */
function unnamedTeam(input: DecisionInput, standing: Standing): Verdict {
  const { identity, settings, request } = input;
  const role = mappedRole(input)?.internal_role;
  const byAlias = aliasTeam(input);
  if (identity.teamClaim !== undefined && role !== "internal_user") {
    if (byAlias !== undefined) return acting(input, byAlias, standing, BY_ALIAS);
    return (
      defaultTeam(input, standing) ??
      fail("team_required", `The token carries no team id in "${identity.teamClaim}".${sharedAliasClaim(input)}`)
    );
  }
  if (settings.jwtAuth.enforce_team_based_model_access && callsModel(request) && userIdOf(input) !== undefined) {
    if (byAlias !== undefined) return acting(input, byAlias, standing, BY_ALIAS);
    const teams = memberships(input).filter((id) => input.facts.teams.has(id));
    if (teams.length > 0 && request.model === undefined)
      return pass("The model decides which team of the user acts.", { grants: [...standing.grants, "a team"] });
    // The application's client_id is not a team of the user. If it counted, the application would open its models to
    // all its users.
    if (teams.length > 0) return firstOpen(input, teams, standing);
    return defaultTeam(input, standing) ?? noTeam(input, `The user is in no team.${sharedAliasClaim(input)}`);
  }
  return softTeam(input, standing);
}

/**
 * `client_id` counts if it names a team that exists or may be created. Otherwise it is ignored if the caller is known
 * by other means.
 */
function softTeam(input: DecisionInput, standing: Standing): Verdict {
  const { teamId } = input.identity;
  const role = mappedRole(input)?.internal_role;
  if (teamId !== undefined && mayAct(input, teamId)) {
    return acting(input, teamId, standing, "The token's client_id names it.");
  }
  const byAlias = aliasTeam(input);
  if (byAlias !== undefined) return acting(input, byAlias, standing, BY_ALIAS);
  const byDefault = defaultTeam(input, standing);
  if (byDefault) return byDefault;
  const shared = sharedAliasClaim(input);
  if (role === "team")
    return fail("team_required", `The role makes the caller a team, but the token carries no team id.${shared}`);
  if (role === "internal_user" || userIdOf(input) !== undefined)
    return noTeam(input, `The token names no team.${shared} The caller is known by other means.`);
  return teamId === undefined
    ? fail("team_required", `The token names no team and no user: ${missingClaims(input)}.${shared}`)
    : notFound(teamId);
}

/** A caller needs no team, unless models may only be used through one (spec 5.5). */
function noTeam({ settings, request }: DecisionInput, because: string): Verdict {
  return settings.jwtAuth.enforce_team_based_model_access && request.model !== undefined
    ? fail("team_required", "A model may only be used through a team, and the caller is in no team that exists.")
    : skip(because);
}

function acting(input: DecisionInput, id: string, standing: Standing, why: string): Verdict {
  const { identity, facts } = input;
  const team: ActingTeam = { id, facts: facts.teams.get(id) };
  const creates = team.facts === undefined && mayCreateTeams(input);
  return pass(`The caller acts for the team ${quote(id)}. ${why}${creates ? " It would be created." : ""}`, {
    team,
    grants: [...standing.grants, "a team"],
    obligations: creates
      ? [...standing.obligations, { kind: "create-team", id, alias: identity.teamAlias }]
      : standing.obligations,
  });
}
