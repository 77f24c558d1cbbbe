import { allowsModel } from "./model";
import { fail, list, pass, quote, skip, type ActingTeam, type DecisionInput, type Rule, type Standing, type Verdict } from "../standing";

/** Which team acts and pays: the token's own, the one its role names, or the first of its groups that can (spec 5.2, 5.5, 5.10). */
export const teamRule: Rule = {
  rule: "team",
  spec: "5.2, 5.5",
  check(input, standing) {
    const { identity, settings, request } = input;
    if (identity.kind === "master-key") return skip("The master key acts for no team.");
    if (identity.key) return keyTeam(input);
    if (standing.admin) return adminTeam(input);
    if (standing.role === "team" && identity.objectId !== undefined) return acting(input, identity.objectId, standing, "Its role makes the object id a team.");
    if (request.requestedTeam !== undefined) return requestedTeam(input, request.requestedTeam, standing);
    if (identity.teamId !== undefined && !identity.teamIdIsSoft) return namedTeam(input, identity.teamId, standing);
    if (identity.groups.length > 0) return firstGroup(input, standing);
    if (settings.jwtAuth.team_id_jwt_field !== undefined && standing.role !== "internal_user") {
      return fail("team_required", `The token carries no team id in "${settings.jwtAuth.team_id_jwt_field}".`);
    }
    if (identity.objectId !== undefined && input.facts.teams.has(identity.objectId)) {
      return acting(input, identity.objectId, standing, "The object id is a team's.");
    }
    return softTeam(input, standing);
  },
};

function keyTeam({ identity, facts }: DecisionInput): Verdict {
  const { teamId } = identity;
  if (teamId === undefined) return skip("The key belongs to no team.");
  const team = facts.teams.get(teamId);
  return team ? pass(`The key belongs to the team ${quote(teamId)}.`, { team: { id: teamId, facts: team } }) : fail("team_not_found", `The key's team ${quote(teamId)} does not exist.`);
}

/** An administrator who manages is bound by no team, not even a blocked one; one who calls models is charged to a team that exists. */
function adminTeam({ identity, facts, request }: DecisionInput): Verdict {
  const team = identity.teamId === undefined ? undefined : facts.teams.get(identity.teamId);
  if (!team || request.model === undefined) return skip("An administrator needs no team.");
  return pass(`The call is charged to the team ${quote(team.id)}.`, { team: { id: team.id, facts: team } });
}

/** A team chosen with `x-gateway-team-id` must be one of the token's own. */
function requestedTeam(input: DecisionInput, requested: string, standing: Standing): Verdict {
  const { identity, facts } = input;
  if (!identity.groups.includes(requested) && identity.teamId !== requested) {
    return fail("team_not_in_token", `The team ${quote(requested)}, asked for in x-gateway-team-id, is not one of the token's.`);
  }
  if (!facts.teams.has(requested)) return fail("team_not_found", `The team ${quote(requested)} does not exist.`);
  return acting(input, requested, standing, "The caller chose it.");
}

function namedTeam(input: DecisionInput, id: string, standing: Standing): Verdict {
  const { facts, settings } = input;
  if (facts.teams.has(id) || settings.jwtAuth.team_id_upsert || standing.role === "team") {
    return acting(input, id, standing, "The token names it.");
  }
  if (standing.role === "internal_user") return noTeam(input, `The team ${quote(id)} does not exist; the role makes the caller a user.`);
  return fail("team_not_found", `The team ${quote(id)} does not exist.`);
}

/** The first of the groups, in claim order, that exists, is not blocked and may use the model. */
function firstGroup(input: DecisionInput, standing: Standing): Verdict {
  const { identity, facts, settings, request } = input;
  const existing = identity.groups.filter((group) => facts.teams.has(group));
  const first = identity.groups[0];
  if (existing.length === 0) {
    if (standing.role === "internal_user") return noTeam(input, "None of the token's groups is a team; the role makes the caller a user.");
    return first !== undefined && settings.jwtAuth.team_id_upsert
      ? acting(input, first, standing, "It is the first of the token's groups.")
      : fail("team_not_found", `None of the token's groups (${list(identity.groups)}) is a team.`);
  }
  const open = existing.filter((group) => !facts.teams.get(group)?.blocked);
  if (open.length === 0) return fail("team_blocked", `Every team of the token (${list(existing)}) is blocked.`);
  const able = open.find((group) => allowsModel(facts.teams.get(group)?.models ?? [], request.model));
  if (able === undefined) {
    return fail("team_model_not_allowed", `None of the token's teams (${list(open)}) may use the model ${quote(request.model ?? "")}.`);
  }
  return acting(input, able, standing, "It is the first of the token's groups that may.");
}

/** `client_id` counts when it names a team that exists or may be created, and is passed over when the caller is known otherwise. */
function softTeam(input: DecisionInput, standing: Standing): Verdict {
  const { identity, facts, settings } = input;
  const { teamId } = identity;
  if (teamId !== undefined && (facts.teams.has(teamId) || settings.jwtAuth.team_id_upsert)) {
    return acting(input, teamId, standing, "The token's client_id names it.");
  }
  const knownOtherwise = identity.userId !== undefined || identity.objectId !== undefined || standing.grants.length > 0;
  if (knownOtherwise) return noTeam(input, "The token names no team; the caller is known otherwise.");
  return teamId === undefined
    ? fail("team_required", "The token names no team and no user.")
    : fail("team_not_found", `The team ${quote(teamId)} does not exist.`);
}

/** A caller may do without a team unless models are only to be had through one (spec 5.5). */
function noTeam({ settings, request }: DecisionInput, because: string): Verdict {
  return settings.jwtAuth.enforce_team_based_model_access && request.model !== undefined
    ? fail("team_required", "A model may only be used through a team, and the token names no team that exists.")
    : skip(because);
}

function acting({ facts, identity, settings }: DecisionInput, id: string, standing: Standing, why: string): Verdict {
  const team: ActingTeam = { id, facts: facts.teams.get(id) };
  const creates = team.facts === undefined && settings.jwtAuth.team_id_upsert;
  return pass(`The caller acts for the team ${quote(id)}. ${why}${creates ? " It would be created." : ""}`, {
    team,
    grants: [...standing.grants, "a team"],
    obligations: creates ? [...standing.obligations, { kind: "create-team", id, alias: identity.teamAlias }] : standing.obligations,
  });
}
