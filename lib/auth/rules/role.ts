import type { InternalRole, RoleMapping } from "@/lib/config/schema";
import { fail, list, pass, skip, type DecisionInput, type Rule } from "../standing";
import { hasAdminScope } from "./admin";
import { hasAllowedEmail } from "./email-domain";

/** With `enforce_rbac`, only teams, users and the proxy admin pass (spec 2.2, 5.10). */
export const roleRule: Rule = {
  rule: "role",
  spec: "2.2, 5.10",
  codes: ["role_not_mapped", "role_required"],
  says: "With `enforce_rbac`, the caller must be a team, a user or an administrator: by a mapped role, or because the token names a team or a user.",
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
 * The first entry of `role_mappings`, in configured order, whose role the token carries. Only a mapped role replaces a
 * team or user that is not in the database (spec 5.10.3); an implied one does not.
 */
export function mappedRole({ identity, settings }: Pick<RoleInput, "identity" | "settings">): RoleMapping | undefined {
  if (identity.kind !== "jwt" || !settings.jwtAuth.enforce_rbac) return undefined;
  return settings.jwtAuth.role_mappings.find(({ role }) => identity.roles.includes(role));
}

/**
 * Whether the object id is a team's or a user's: the mapped role decides. Without one it is a team's if such a team
 * exists (spec 2.2, 5.10).
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
    case undefined:
      return input.facts.teams.has(objectId) ? "team" : "user";
  }
}

/** A token that names a team or a user needs no mapped role. Whether they exist is checked by later rules. */
function impliedRole({ identity, facts, settings }: DecisionInput): InternalRole | undefined {
  const { teamId, objectId } = identity;
  if (objectId !== undefined && facts.teams.has(objectId)) return "team";
  if (identity.groups.length > 0) return "team";
  if (teamId !== undefined && (!identity.teamIdIsSoft || facts.teams.has(teamId) || settings.jwtAuth.team_id_upsert))
    return "team";
  // Without a mapped role, an object id counts only if it is in the database.
  if (objectId !== undefined && facts.users.has(objectId)) return "internal_user";
  const isUser = identity.userId !== undefined || hasAllowedEmail(identity, settings.jwtAuth.user_allowed_email_domain);
  return isUser ? "internal_user" : undefined;
}
