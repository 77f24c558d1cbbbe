import type { InternalRole, RoleMapping } from "@/lib/config/schema";
import { quote } from "@/lib/quote";
import { fail, list, pass, skip, type DecisionInput, type Refusal, type Rule } from "../standing";
import { mayCreateTeams, mayMakeAdministrators } from "../issuer-trust";
import { hasAdminScope } from "./admin";
import { hasAllowedEmail } from "./email-domain";
import { isReadForViewers, viewerRightOfToken } from "./viewer-right";

/**
 * With `enforce_rbac`, only teams, users and the proxy admin pass (spec 2.2, 5.10). A token with an object id is what
 * its mapped role says: whoever has lost the role at the provider has lost the access, even if the database still has
 * a team or user of that id.
 */
export const roleRule: Rule = {
  rule: "role",
  spec: "2.2, 5.10",
  codes: ["role_not_mapped", "role_required"],
  says: "With `enforce_rbac`, the caller must be a team, a user or an administrator: by a mapped role, or because the token names a team or a user by its own claim. A token with an object id (`object_id_jwt_field`) needs a mapped role. A key that a token made keeps the role of that token.",
  check(input) {
    const { identity, settings } = input;
    const maker = identity.key?.maker;
    if (identity.kind !== "jwt" && !maker) return skip("Roles are read from JWTs.");
    if (!settings.jwtAuth.enforce_rbac) return skip("enforce_rbac is off.");
    if (maker) {
      const role = maker.role ?? (identity.teamId === undefined ? "internal_user" : "team");
      return pass(`The key acts as ${role}, as the token that made it did.`, { role });
    }
    if (hasAdminScope(input)) return pass("The admin scope makes the caller proxy_admin.", { role: "proxy_admin" });

    const mapping = mappedRole(input);
    if (mapping)
      return pass(`The token's role "${mapping.role}" is mapped to ${mapping.internal_role}.`, {
        role: mapping.internal_role,
      });

    const implied = impliedRole(input);
    if (implied) return pass(`The token identifies a ${implied === "team" ? "team" : "user"}.`, { role: implied });
    const viewer = isReadForViewers(input) ? viewerRightOfToken(input) : undefined;
    if (viewer !== undefined)
      return pass(`By ${viewer} the caller may read what administrators read.`, { role: "proxy_admin_viewer" });
    return identity.roles.length > 0 ? roleNotMapped(input) : roleRequired(input);
  },
};

function roleNotMapped(input: DecisionInput): Refusal {
  const { roles, issuer } = input.identity;
  const isAdministrators = roles.some((role) => internalRolesOf(role, input).includes("proxy_admin"));
  return fail(
    "role_not_mapped",
    isAdministrators
      ? `The token's role is mapped to proxy_admin, but its issuer ${quote(issuer ?? "")} may not make administrators.`
      : `None of the token's roles (${list(roles)}) is mapped to an internal role.`,
  );
}

function internalRolesOf(role: string, { settings }: Pick<DecisionInput, "settings">): InternalRole[] {
  return settings.jwtAuth.role_mappings
    .filter((mapping) => mapping.role === role)
    .map((mapping) => mapping.internal_role);
}

function roleRequired({ identity }: DecisionInput): Refusal {
  return fail(
    "role_required",
    identity.objectId === undefined
      ? "Only a team, a user or the proxy admin may call, and the token carries no role and names neither."
      : "A token with an object id may only call with a mapped role, and the token carries no role.",
  );
}

type RoleInput = Pick<DecisionInput, "identity" | "settings" | "facts">;

/**
 * The first entry of `role_mappings`, in configured order, whose role the token carries. Only a mapped role replaces a
 * team or user that is not in the database (spec 5.10.3); an implied one does not. A role of administrators is not
 * mapped for an issuer that may not make any. A role of viewers is a right to read and makes nobody a team or a user, so
 * the viewer rule alone reads it.
 */
export function mappedRole({ identity, settings }: Pick<RoleInput, "identity" | "settings">): RoleMapping | undefined {
  if (identity.kind !== "jwt" || !settings.jwtAuth.enforce_rbac) return undefined;
  return settings.jwtAuth.role_mappings.find(
    ({ role, internal_role: internalRole }) =>
      identity.roles.includes(role) &&
      internalRole !== "proxy_admin_viewer" &&
      (internalRole !== "proxy_admin" || mayMakeAdministrators({ identity, settings })),
  );
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
