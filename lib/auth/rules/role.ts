import type { InternalRole, RoleMapping } from "@/lib/config/schema";
import { fail, list, pass, skip, type DecisionInput, type Rule } from "../standing";
import { hasAdminScope } from "./admin";
import { hasAllowedEmail } from "./email-domain";

/** With `enforce_rbac`, only a team, a user or the proxy admin passes (spec 2.2, 5.10). */
export const roleRule: Rule = {
  rule: "role",
  spec: "2.2, 5.10",
  says: "With `enforce_rbac`, only a team, a user or an administrator passes, by a mapped role or by what the token names.",
  check(input) {
    const { identity, settings } = input;
    if (identity.kind !== "jwt") return skip("Roles are read from JWTs.");
    if (!settings.jwtAuth.enforce_rbac) return skip("enforce_rbac is off.");
    if (hasAdminScope(input)) return pass("The admin scope makes the caller proxy_admin.", { role: "proxy_admin" });

    const mapping = mappedRole(input);
    if (mapping)
      return pass(`The token's role "${mapping.role}" is mapped to ${mapping.internal_role}.`, {
        role: mapping.internal_role,
      });

    const implied = impliedRole(input);
    if (implied) return pass(`The token identifies a ${implied === "team" ? "team" : "user"}.`, { role: implied });
    return identity.roles.length > 0
      ? fail("role_not_mapped", `None of the token's roles (${list(identity.roles)}) is mapped to an internal role.`)
      : fail(
          "role_required",
          "Only a team, a user or the proxy admin may call, and the token carries no role and names neither.",
        );
  },
};

type RoleInput = Pick<DecisionInput, "identity" | "settings" | "facts">;

/**
 * The first of `role_mappings`, in the order of configuration, whose role the token carries. Only such a role stands
 * for a team or a user that is not in the database (spec 5.10.3); one that is merely implied does not.
 */
export function mappedRole({ identity, settings }: Pick<RoleInput, "identity" | "settings">): RoleMapping | undefined {
  if (identity.kind !== "jwt" || !settings.jwtAuth.enforce_rbac) return undefined;
  return settings.jwtAuth.role_mappings.find(({ role }) => identity.roles.includes(role));
}

/** What the object id is: as the mapped role says, otherwise a team's where a team of that id exists (spec 2.2, 5.10). */
export function objectKind(input: RoleInput): "team" | "user" | undefined {
  const { objectId } = input.identity;
  if (objectId === undefined) return undefined;
  switch (mappedRole(input)?.internal_role) {
    case "team":
      return "team";
    case "internal_user":
      return "user";
    case "proxy_admin":
    case undefined:
      return input.facts.teams.has(objectId) ? "team" : "user";
  }
}

/** Being identified as a team or a user is being one; no mapping is needed for it. Whether they exist is asked later. */
function impliedRole({ identity, facts, settings }: DecisionInput): InternalRole | undefined {
  const { teamId, objectId } = identity;
  if (objectId !== undefined && facts.teams.has(objectId)) return "team";
  if (identity.groups.length > 0) return "team";
  if (teamId !== undefined && (!identity.teamIdIsSoft || facts.teams.has(teamId) || settings.jwtAuth.team_id_upsert))
    return "team";
  // An object that no role explains and nobody knows is neither a team nor a user.
  if (objectId !== undefined && facts.users.has(objectId)) return "internal_user";
  const isUser = identity.userId !== undefined || hasAllowedEmail(identity, settings.jwtAuth.user_allowed_email_domain);
  return isUser ? "internal_user" : undefined;
}
