import { mayMakeAdministrators } from "../issuer-trust";
import { DEFAULT_ADMIN_SCOPE } from "../rules/admin";
import { userIdOf } from "../rules/user-id";
import type { Change } from "./change";
import { MOST_OF_A_KIND } from "./most-of-a-kind";
import type { Situation } from "./situation";

/** Rights that a token or a user could be given: over a team, to see what administrators see, or all of them. */
export function rightsChanges(situation: Situation): Change[] {
  return [...teamAdministration(situation), ...viewing(situation), ...administration(situation)];
}

/** The administration of a team that the caller is in, for operations that the administrators of teams may call. */
function teamAdministration({ identity, facts, settings, request }: Situation): Change[] {
  const userId = userIdOf({ identity, facts, settings });
  const user = userId === undefined ? undefined : facts.users.get(userId);
  if (identity.kind !== "jwt" || user === undefined || request.access !== "team_administrators") return [];
  if ((user.administers ?? []).length > 0)
    return [{ kind: "allow-route", list: "team_admin_allowed_routes", route: request.route }];
  return user.teams.slice(0, MOST_OF_A_KIND).map((team) => ({ kind: "make-team-administrator", user: user.id, team }));
}

/** A viewer's rights, for what administrators only read. */
function viewing({ identity, facts, settings, request }: Situation): Change[] {
  const { admin_viewer_jwt_scope: scope, enforce_rbac: usesRoles, role_mappings: mappings } = settings.jwtAuth;
  if (identity.kind !== "jwt" || request.effect !== "reads" || request.access !== "administrators") return [];
  const roles = usesRoles
    ? mappings.filter(
        ({ role, internal_role: internal }) => internal === "proxy_admin_viewer" && !identity.roles.includes(role),
      )
    : [];
  const userId = userIdOf({ identity, facts, settings });
  return [
    ...(scope === undefined || identity.scopes.includes(scope) ? [] : [{ kind: "add-scope" as const, scope }]),
    ...roles.map(({ role }): Change => ({ kind: "add-role", role })),
    ...(userId !== undefined && facts.users.has(userId) ? [{ kind: "make-viewer" as const, user: userId }] : []),
  ];
}

/** Administrator rights, for administrative routes only: a model call has a nearer change. */
function administration({ identity, settings, request }: Situation): Change[] {
  const { jwtAuth } = settings;
  if (identity.kind !== "jwt" || request.model !== undefined) return [];
  const scope = jwtAuth.admin_jwt_scope ?? DEFAULT_ADMIN_SCOPE;
  const roles = jwtAuth.enforce_rbac
    ? jwtAuth.role_mappings.filter(
        ({ role, internal_role: internal }) =>
          internal === "proxy_admin" && !role.includes("*") && !identity.roles.includes(role),
      )
    : [];
  const trust: Change[] =
    identity.issuer === undefined || mayMakeAdministrators({ identity, settings })
      ? []
      : [{ kind: "allow-admin", issuer: identity.issuer }];
  const { admin_jwt_role: adminRole } = jwtAuth;
  return [
    ...trust,
    ...(adminRole === undefined || identity.roles.includes(adminRole)
      ? []
      : [{ kind: "add-role" as const, role: adminRole }]),
    ...(identity.scopes.includes(scope) ? [] : [{ kind: "add-scope" as const, scope }]),
    ...roles.map(({ role }): Change => ({ kind: "add-role", role })),
  ];
}
