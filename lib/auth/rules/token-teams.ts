import { claimText } from "@/lib/config/claim-expression";
import { quote } from "@/lib/quote";
import { groupTeams, missingGroupTeams, teamOfAlias } from "../group-teams";
import { idNamespace } from "../id-namespace";
import { mayCreateTeams } from "../issuer-trust";
import { isModelFamily } from "../routes";
import type { DecisionInput } from "../standing";
import { mappedRole, objectKind } from "./role";
import { userIdOf } from "./user-id";

/** Every team that the caller may act for, whether it exists or not. */
export function tokenTeams(input: DecisionInput): string[] {
  const { identity } = input;
  const object = objectKind(input) === "team" ? identity.objectId : undefined;
  const ofGroups =
    identity.groups.length === 0 ? [] : [...groupTeams(input).map(({ id }) => id), ...missingGroupTeams(input)];
  return [identity.teamId, object, ...ofGroups, aliasTeam(input), ...memberships(input)].filter(
    (id) => id !== undefined,
  );
}

/** The user's teams in the database count only if no claim is configured for groups. */
export function memberships(input: DecisionInput): readonly string[] {
  if (input.identity.groupsClaim !== undefined) return [];
  const id = userIdOf(input);
  return (id === undefined ? undefined : input.facts.users.get(id)?.teams) ?? [];
}

/** The team of the alias claim, which counts where the token names none by a team claim or by groups. */
export function aliasTeam({ identity, facts, settings }: DecisionInput): string | undefined {
  const { teamAlias, groups } = identity;
  return teamAlias === undefined || groups.length > 0 || hasTeamClaim(identity)
    ? undefined
    : teamOfAlias(teamAlias, facts, idNamespace(identity.issuer, settings.jwtAuth));
}

/** Whether a team that the token names may act: it exists, may be created, or a mapped role replaces it. */
export function mayAct(input: DecisionInput, id: string): boolean {
  return input.facts.teams.has(id) || mayCreateTeams(input) || mappedRole(input)?.internal_role === "team";
}

/**
 * Whether `team_id_default` counts: the token has no team claim, and no group, alias, object id or `client_id` that is
 * a team's. Where models are used only through teams, the teams of its user count as well.
 */
export function namesNoTeam(input: DecisionInput): boolean {
  const { identity, settings, request } = input;
  if (hasTeamClaim(identity) || objectKind(input) === "team") return false;
  if (identity.groups.length > 0) return groupTeams(input).length === 0 && !mayCreateTeams(input);
  if (aliasTeam(input) !== undefined) return false;
  const throughTeams = settings.jwtAuth.enforce_team_based_model_access && callsModel(request);
  if (throughTeams && userIdOf(input) !== undefined) return !memberships(input).some((id) => input.facts.teams.has(id));
  return identity.teamId === undefined || !mayAct(input, identity.teamId);
}

/** Whether a model is called, even if its name is not known yet because the body has not been read. */
export function callsModel({ model, family, effect }: DecisionInput["request"]): boolean {
  return model !== undefined || (effect === "writes" && isModelFamily(family));
}

function hasTeamClaim({ teamId, teamIdIsSoft }: DecisionInput["identity"]): boolean {
  return teamId !== undefined && !teamIdIsSoft;
}

/**
 * Whether the token itself names a team. A membership in the database is the user's own, and says nothing about the
 * token.
 */
export function namesTeam(input: DecisionInput, id: string): boolean {
  const { teamId, objectId, groups } = input.identity;
  if (teamId === id || objectId === id || aliasTeam(input) === id) return true;
  return groups.length > 0 && [...groupTeams(input).map((team) => team.id), ...missingGroupTeams(input)].includes(id);
}

/** The claims that would have named the caller. Their names are the operator's, so they give nothing away. */
export function missingClaims({ settings }: DecisionInput): string {
  const { user_id_jwt_field: user } = settings.jwtAuth;
  return user === undefined || user === null
    ? 'it has no "client_id", and no setting names a claim for users'
    : `it has neither "client_id" nor ${quote(claimText(user))}`;
}
