import type { GroupMapping, InternalRole, RoleMapping } from "@/lib/config/schema";
import { quote } from "@/lib/quote";
import { fail, list, pass, skip, type DecisionInput, type FailedCheck, type Rule } from "../standing";
import { mayCreateTeams, mayMakeAdministrators } from "../issuer-trust";
import { hasAdminScope, hasLoginGrant } from "./admin";
import { hasAllowedEmail } from "./email-domain";
import { isReadForViewers, viewerRightOfToken } from "./viewer-right";
import { givesRoleToGroup, mappingsTo, mapsRole } from "./role-permissions";

/**
 * With `enforce_rbac`, only teams, users and the proxy admin pass (spec 2.2, 5.10). A token with an object id is what
 * its mapped role says: whoever has lost the role at the provider has lost the access, even if the database still has
 * a team or user of that id.
 */
export const roleRule: Rule = {
  rule: "role",
  spec: "2.2, 5.10",
  codes: ["role_not_mapped", "role_required"],
  says: "With `enforce_rbac`, the caller must be a team, a user or an administrator: by a mapped role, by a mapped group that gives a role, or because the token names a team or a user by its own claim. A token with an object id (`object_id_jwt_field`) needs a mapped role. A key that a token made keeps the role of that token, and needs its mapping if that states models or routes.",
  check(input) {
    const { identity, settings } = input;
    const maker = identity.key?.maker;
    if (identity.kind !== "jwt" && !maker) return skip("Roles are read from JWTs.");
    if (!settings.jwtAuth.enforce_rbac) return skip("The setting enforce_rbac is off.");
    if (maker) {
      const role = maker.role ?? (identity.teamId === undefined ? "internal_user" : "team");
      if (maker.roles !== undefined && mappingsTo(role, input).length === 0)
        return fail("role_not_mapped", `${noneOf(maker.roles)} of the token that made the key is still mapped.`);
      return pass(`The key acts as ${role}, as the token that made it did.`, { role });
    }
    if (hasAdminScope(input)) return pass("The admin scope makes the caller proxy_admin.", { role: "proxy_admin" });
    if (hasLoginGrant(input)) return pass("The console's login makes the caller proxy_admin.", { role: "proxy_admin" });

    const mapping = mappedRole(input);
    if (mapping) return pass(describeMapping(mapping, input), { role: mapping.internal_role });

    const implied = impliedRole(input);
    if (implied) return pass(`The token identifies a ${implied === "team" ? "team" : "user"}.`, { role: implied });
    const viewer = isReadForViewers(input) ? viewerRightOfToken(input) : undefined;
    if (viewer !== undefined)
      return pass(`By ${viewer} the caller may read what administrators read.`, { role: "proxy_admin_viewer" });
    return identity.roles.length > 0 ? roleNotMapped(input) : roleRequired(input);
  },
};

function noneOf(roles: readonly string[]): string {
  return roles.length === 0 ? "No role" : `None of the roles (${list(roles)})`;
}

function describeMapping(mapping: RoleMapping | GroupMapping, { identity }: DecisionInput): string {
  if ("group" in mapping)
    return `The token's group ${quote(mapping.group)} is mapped to ${mapping.internal_role ?? "no role"}.`;
  const role = identity.roles.find((name) => mapsRole(mapping, name)) ?? mapping.role;
  const pattern = role === mapping.role ? "" : `, which matches ${quote(mapping.role)},`;
  return `The token's role "${role}"${pattern} is mapped to ${mapping.internal_role}.`;
}

function roleNotMapped(input: DecisionInput): FailedCheck {
  const { roles, issuer } = input.identity;
  if (carriesRoleOf("proxy_admin", input))
    return fail(
      "role_not_mapped",
      `The token's role is mapped to proxy_admin, but its issuer ${quote(issuer ?? "")} may not make administrators.`,
    );
  if (carriesRoleOf("proxy_admin_viewer", input))
    return fail(
      "role_not_mapped",
      "The token's role is mapped to proxy_admin_viewer, which only reads what administrators read.",
    );
  return fail("role_not_mapped", `None of the token's roles (${list(roles)}) is mapped to an internal role.`);
}

/** Whether a role of the token is mapped to this one. */
function carriesRoleOf(internal: InternalRole, { identity, settings }: DecisionInput): boolean {
  return settings.jwtAuth.role_mappings.some(
    (mapping) => mapping.internal_role === internal && identity.roles.some((role) => mapsRole(mapping, role)),
  );
}

function roleRequired({ identity }: DecisionInput): FailedCheck {
  return fail(
    "role_required",
    identity.objectId === undefined
      ? "Only a team, a user or the proxy admin may call, and the token carries no role and names neither."
      : "A token with an object id may only call with a mapped role, and the token carries no role.",
  );
}

type RoleInput = Pick<DecisionInput, "identity" | "settings" | "facts">;

/** A mapping that gives its caller an internal role. */
type RoleGiver = (RoleMapping | GroupMapping) & { readonly internal_role: InternalRole };

/**
 * The first entry of `role_mappings`, in configured order, whose role the token carries; without one, the first of
 * `group_mappings` that gives a role to a group of the token. Only a mapped role replaces a team or user that is not in
 * the database (spec 5.10.3); an implied one does not. A role of administrators is not mapped for an issuer that may
 * not make any. A role of viewers is a right to read and makes nobody a team or a user, so the viewer rule alone reads
 * it.
 */
export function mappedRole(input: Pick<RoleInput, "identity" | "settings">): RoleGiver | undefined {
  const { identity, settings } = input;
  if (identity.kind !== "jwt" || !settings.jwtAuth.enforce_rbac) return undefined;
  const { role_mappings: ofRoles, group_mappings: ofGroups } = settings.jwtAuth;
  const mayGive = (role: InternalRole): boolean =>
    role !== "proxy_admin_viewer" && (role !== "proxy_admin" || mayMakeAdministrators(input));
  return (
    ofRoles.find(
      (mapping) => mayGive(mapping.internal_role) && identity.roles.some((role) => mapsRole(mapping, role)),
    ) ??
    ofGroups.filter(givesRole).find((mapping) => mayGive(mapping.internal_role) && givesRoleToGroup(mapping, identity))
  );
}

function givesRole(mapping: GroupMapping): mapping is GroupMapping & { readonly internal_role: InternalRole } {
  return mapping.internal_role !== undefined;
}

/**
 * Whether the object id is a team's or a user's: the mapped role decides (spec 2.2, 5.10). Without one, which
 * `enforce_rbac` allows only administrators, it is a team's if such a team exists.
 */
export function objectKind(input: RoleInput): "team" | "user" | undefined {
  const { objectId } = input.identity;
  if (objectId === undefined) return undefined;
  switch (mappedRole(input)?.internal_role) {
    case "team":
      return "team";
    case "internal_user":
      return "user";
    case "proxy_admin":
    case "proxy_admin_viewer":
    case undefined:
      return input.facts.teams.has(objectId) ? "team" : "user";
  }
}

/**
 * A token that names a team or a user by its own claim needs no mapped role. Whether they exist is checked by later
 * rules.
 */
function impliedRole(input: DecisionInput): InternalRole | undefined {
  const { identity, facts, settings } = input;
  const { teamId } = identity;
  if (identity.objectId !== undefined) return undefined;
  if (identity.groups.length > 0) return "team";
  if (teamId !== undefined && (!identity.teamIdIsSoft || facts.teams.has(teamId) || mayCreateTeams(input)))
    return "team";
  const isUser = identity.userId !== undefined || hasAllowedEmail(identity, settings.jwtAuth);
  return isUser ? "internal_user" : undefined;
}
