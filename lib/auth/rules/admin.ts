import { pass, skip, type DecisionInput, type Rule } from "../standing";

/** Who is an administrator: the master key, the admin scope, or a role mapped to proxy_admin (spec 5.2, 2.3). */
export const adminRule: Rule = {
  rule: "admin",
  spec: "5.2",
  check(input, standing) {
    if (input.identity.kind === "master-key") {
      return pass("The master key is the administrator's.", { admin: true, role: "proxy_admin", grants: ["the master key"] });
    }
    if (hasAdminScope(input)) {
      return pass(`The token carries the admin scope "${input.settings.jwtAuth.admin_jwt_scope}".`, {
        admin: true,
        role: "proxy_admin",
        grants: ["the admin scope"],
      });
    }
    if (standing.role === "proxy_admin") {
      return pass("A role of the token is mapped to proxy_admin.", { admin: true, grants: ["a role mapped to proxy_admin"] });
    }
    return skip("Nothing makes the caller an administrator.");
  },
};

/** Whether a JWT carries `admin_jwt_scope`. */
export function hasAdminScope({ identity, settings }: DecisionInput): boolean {
  const scope = settings.jwtAuth.admin_jwt_scope;
  return identity.kind === "jwt" && scope !== undefined && identity.scopes.includes(scope);
}
