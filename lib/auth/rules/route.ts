import { quote } from "@/lib/quote";
import { FOR_ADMINISTRATORS, FOR_TEAM_ADMINISTRATORS } from "../access";
import type { AccessRequest } from "../decision";
import { allowingEntry } from "../routes";
import { describeRole, permissionsOfRole } from "./role-permissions";
import { fail, list, pass, type DecisionInput, type FailedCheck, type Rule, type Standing } from "../standing";

/** The routes of a virtual key without `allowed_routes`. */
const KEY_ROUTES = ["openai_routes", "anthropic_routes", "google_routes", "mcp_routes", "info_routes"];

/** Each kind of caller has a route list (spec 5.3), and a role may have a narrower one (spec 5.10). */
export const routeRule: Rule = {
  rule: "route",
  spec: "5.3",
  codes: ["route_not_allowed", "key_route_not_allowed", "role_route_not_allowed"],
  says: "The route must be in the caller's route list (`admin_allowed_routes`, also for viewers, `team_admin_allowed_routes`, `team_allowed_routes`, or the key's `allowed_routes`) and, if its role has a route list, in that one too. A key that a token made is bound by `team_allowed_routes` and by its role too. No list opens an operation for administrators to other callers. `key_generation_settings` takes the place of the caller's route list for keys of their own.",
  check(input, standing) {
    const { identity, request } = input;
    if (identity.kind === "master-key") return pass("The master key may call every route.");
    if (standing.makesKeys)
      return roleRoutes(input, standing) ?? pass(`The setting key_generation_settings opens ${quote(request.route)}.`);
    const { setting, entries, code } = routesOf(input, standing);
    const entry = allowingEntry(entries, request);
    if (entry === undefined) {
      return fail(code, `The route ${quote(request.route)} is not among ${setting} (${list(entries)}).`);
    }
    return (
      refusedByAccess(request, standing) ??
      makersRoutes(input) ??
      roleRoutes(input, standing) ??
      pass(
        `${identity.key ? "The key's allowed_routes allow" : `The setting ${setting} allows`} ${quote(request.route)} by "${entry}".`,
      )
    );
  },
};

/** The refusal if the operation table does not give this caller access. */
export function refusedByAccess(
  { access, effect }: Pick<AccessRequest, "access" | "effect">,
  { admin, viewer, administers }: Pick<Standing, "admin" | "viewer" | "administers">,
): FailedCheck | undefined {
  const mayRead = admin || (viewer && effect === "reads");
  switch (access) {
    case "administrators":
      return mayRead ? undefined : fail("route_not_allowed", FOR_ADMINISTRATORS);
    case "team_administrators": // The operation itself checks that the team is one of theirs.
      return mayRead || administers.length > 0 ? undefined : fail("route_not_allowed", FOR_TEAM_ADMINISTRATORS);
    case "owners": // The operation itself checks the ownership.
    case "anyone":
    case "public":
      return undefined;
  }
}

function routesOf({ identity, settings }: DecisionInput, standing: Standing) {
  if (identity.key) {
    const own = identity.key.allowedRoutes;
    return {
      setting: "the key's allowed_routes",
      entries: own.length > 0 ? own : KEY_ROUTES,
      code: "key_route_not_allowed",
    } as const;
  }
  const setting = routeListOf(standing);
  return { setting, entries: settings.jwtAuth[setting], code: "route_not_allowed" } as const;
}

/** The viewer rule and the rule of team administrators have already found the route in their lists. */
function routeListOf({ admin, viewer, administers }: Standing) {
  if (admin || viewer) return "admin_allowed_routes";
  return administers.length > 0 ? "team_admin_allowed_routes" : "team_allowed_routes";
}

/** The refusal of a key that a token made, if `team_allowed_routes` does not name the route. */
function makersRoutes({ identity, settings, request }: DecisionInput): FailedCheck | undefined {
  if (!identity.key?.maker) return undefined;
  const entries = settings.jwtAuth.team_allowed_routes;
  if (allowingEntry(entries, request) !== undefined) return undefined;
  return fail(
    "route_not_allowed",
    `The route ${quote(request.route)} is not among team_allowed_routes (${list(entries)}), which bind the key because no administrator made it.`,
  );
}

function roleRoutes(input: DecisionInput, { role }: Standing): FailedCheck | undefined {
  const { routes } = permissionsOfRole(input, role);
  if (routes.length === 0 || allowingEntry(routes, input.request) !== undefined) return undefined;
  return fail(
    "role_route_not_allowed",
    `The route ${quote(input.request.route)} is not among those of ${describeRole(input, role)} (${list(routes)}).`,
  );
}
