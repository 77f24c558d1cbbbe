import type { InternalRole } from "@/lib/config/schema";
import { fail, list, pass, skip, type DecisionInput, type Rule } from "../standing";
import { hasAdminScope } from "./admin";
import { hasAllowedEmail } from "./email-domain";

/** With `enforce_rbac`, only a team, a user or the proxy admin passes (spec 2.2, 5.10). */
export const roleRule: Rule = {
  rule: "role",
  spec: "5.10",
  check(input) {
    const { identity, settings } = input;
    if (identity.kind !== "jwt") return skip("Roles are read from JWTs.");
    if (!settings.jwtAuth.enforce_rbac) return skip("enforce_rbac is off.");
    if (hasAdminScope(input)) return pass("The admin scope makes the caller proxy_admin.", { role: "proxy_admin" });

    const mapping = settings.jwtAuth.role_mappings.find(({ role }) => identity.roles.includes(role));
    if (mapping) {
      const grants = mapping.internal_role === "proxy_admin" ? [] : [`the role ${mapping.role}`];
      return pass(`The token's role "${mapping.role}" is mapped to ${mapping.internal_role}.`, {
        role: mapping.internal_role,
        grants,
      });
    }

    const implied = impliedRole(input);
    if (implied) return pass(`The token identifies a ${implied === "team" ? "team" : "user"}.`, { role: implied });
    return identity.roles.length > 0
      ? fail("role_not_mapped", `None of the token's roles (${list(identity.roles)}) is mapped to an internal role.`)
      : fail("role_required", "Only a team, a user or the proxy admin may call, and the token carries no role and names neither.");
  },
};

/** Being identified as a team or a user is being one; no mapping is needed for it. */
function impliedRole({ identity, facts, settings }: DecisionInput): InternalRole | undefined {
  const { teamId } = identity;
  if (identity.groups.length > 0) return "team";
  if (teamId !== undefined && (!identity.teamIdIsSoft || facts.teams.has(teamId) || settings.jwtAuth.team_id_upsert)) return "team";
  const isUser = identity.userId !== undefined || hasAllowedEmail(identity, settings.jwtAuth.user_allowed_email_domain);
  return isUser ? "internal_user" : undefined;
}
