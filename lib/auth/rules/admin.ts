import { quote } from "@/lib/quote";
import type { Identity } from "../decision";
import { mayMakeAdministrators } from "../issuer-trust";
import { pass, skip, type DecisionInput, type Rule } from "../standing";

/** The admin scope unless `admin_jwt_scope` names another (spec 5.2). */
export const DEFAULT_ADMIN_SCOPE = "gateway_proxy_admin";

/**
 * Administrators: the master key, the admin scope, or a role mapped to proxy_admin (spec 5.2, 2.3). The last two count
 * only in tokens of an issuer that may make administrators: otherwise a partner's provider could make its own.
 */
export const adminRule: Rule = {
  rule: "admin",
  spec: "5.2",
  codes: [],
  says: "The master key, the admin scope (`admin_jwt_scope`, together with `admin_jwt_role` if that is set) and a role mapped to `proxy_admin` make an administrator. So does the claim that the console's login names, for people who have logged in. With several providers, the last three count only for an issuer that may make administrators (`allow_admin` in `issuers`).",
  check(input, standing) {
    if (input.identity.kind === "master-key") {
      return pass("The master key belongs to the administrator.", {
        admin: true,
        role: "proxy_admin",
        grants: ["the master key"],
      });
    }
    if (hasAdminScope(input)) {
      return pass(`The token carries the admin scope "${adminScope(input)}".`, {
        admin: true,
        role: "proxy_admin",
        grants: ["the admin scope"],
      });
    }
    if (hasLoginGrant(input)) {
      return pass(`The caller has logged in to the console, and ${input.identity.loginGrant}.`, {
        admin: true,
        role: "proxy_admin",
        grants: ["the console's login"],
      });
    }
    if (standing.role === "proxy_admin") {
      return pass("A role of the token is mapped to proxy_admin.", {
        admin: true,
        grants: ["a role mapped to proxy_admin"],
      });
    }
    const { admin_jwt_role: role } = input.settings.jwtAuth;
    if (carriesAdminScope(input) && !carriesAdminRole(input)) {
      return skip(
        `The token carries the admin scope "${adminScope(input)}" without the role "${role}" (admin_jwt_role).`,
      );
    }
    return skip(
      carriesAdminScope(input)
        ? `The token carries the admin scope "${adminScope(input)}", but allow_admin in issuers does not let ${quote(input.identity.issuer ?? "")} make administrators.`
        : "Nothing makes the caller an administrator.",
    );
  },
};

/** Whether a JWT carries the admin scope, with its role if one is set, from an issuer that may make administrators. */
export function hasAdminScope(input: AdminInput): boolean {
  return carriesAdminScope(input) && carriesAdminRole(input) && mayMakeAdministrators(input);
}

/** Whether the login of the console makes the caller an administrator, who comes from an issuer that may. */
export function hasLoginGrant(input: AdminInput): boolean {
  return input.identity.loginGrant !== undefined && mayMakeAdministrators(input);
}

interface AdminInput {
  readonly identity: Pick<Identity, "kind" | "via" | "issuer" | "scopes" | "roles" | "loginGrant">;
  readonly settings: DecisionInput["settings"];
}

function carriesAdminScope(input: AdminInput): boolean {
  return input.identity.kind === "jwt" && input.identity.scopes.includes(adminScope(input));
}

function carriesAdminRole({ identity, settings }: AdminInput): boolean {
  const { admin_jwt_role: role } = settings.jwtAuth;
  return role === undefined || identity.roles.includes(role);
}

function adminScope({ settings }: Pick<DecisionInput, "settings">): string {
  return settings.jwtAuth.admin_jwt_scope ?? DEFAULT_ADMIN_SCOPE;
}
