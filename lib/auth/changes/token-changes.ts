import { hasAllowedEmail } from "../rules/email-domain";
import { allowsModel } from "../rules/model";
import type { Change } from "./change";
import { MOST_OF_A_KIND } from "./most-of-a-kind";
import { ORDINARY_ROLES } from "./ordinary-roles";
import type { Situation } from "./situation";

/** E-mails, if the token may carry one and a domain is allowed (spec 5.7). */
export function emails({ identity, settings: { jwtAuth } }: Situation): Change[] {
  const domain = jwtAuth.user_allowed_email_domain?.replace(/^@/, "");
  if (identity.kind !== "jwt" || domain === undefined || jwtAuth.user_email_jwt_field === undefined) return [];
  const { email, emailVerified } = identity;
  const verify: Change[] = email !== undefined && emailVerified !== true ? [{ kind: "verify-email", email }] : [];
  // A different e-mail of the domain would belong to a different user.
  return hasAllowedEmail({ ...identity, emailVerified: true }, jwtAuth)
    ? verify
    : [...verify, { kind: "name-email", domain }];
}

/**
 * Teams that the token could name as well: in its groups if a groups claim is configured, otherwise in the team claim.
 */
export function teams({ identity, request, knownTeams }: Situation): Change[] {
  if (identity.kind !== "jwt") return [];
  const { groupsClaim, teamClaim, teamId } = identity;
  const usable = knownTeams.filter(
    (team) => !team.blocked && allowsModel(team.models, request.model) && !identity.groups.includes(team.id),
  );
  return usable
    .slice(0, MOST_OF_A_KIND)
    .flatMap(({ id }): Change[] => [
      ...(groupsClaim === undefined ? [] : [{ kind: "add-group" as const, team: id }]),
      ...(teamId === id ? [] : [{ kind: "name-team" as const, team: id, claim: teamClaim ?? "client_id" }]).filter(
        () => identity.objectId === undefined,
      ),
    ]);
}

/** Scopes that list the model come first: the others would need the model added too. */
export function tokenScopes({ identity, settings, request }: Situation): Change[] {
  const { model } = request;
  if (identity.kind !== "jwt" || !settings.jwtAuth.enforce_scope_based_access || model === undefined) return [];
  const missing = settings.jwtAuth.scope_mappings.filter(({ scope }) => !identity.scopes.includes(scope));
  const listing = missing.filter(({ models }) => models.includes(model));
  const others = missing.filter(({ models }) => !models.includes(model));
  return [...listing, ...others].slice(0, MOST_OF_A_KIND).map(({ scope }) => ({ kind: "add-scope", scope }));
}

/** Roles, if the token may carry any. */
export function tokenRoles({ identity, settings: { jwtAuth } }: Situation): Change[] {
  if (identity.kind !== "jwt" || !jwtAuth.enforce_rbac || jwtAuth.roles_jwt_field === undefined) return [];
  const isNew = (role: string): boolean => !identity.roles.includes(role);
  return jwtAuth.role_mappings
    .filter(({ role, internal_role: internal }) => isNew(role) && ORDINARY_ROLES.some((name) => name === internal))
    .slice(0, MOST_OF_A_KIND)
    .map(({ role }) => ({ kind: "add-role", role }));
}
