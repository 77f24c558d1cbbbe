import { DEFAULT_ADMIN_SCOPE } from "@/lib/auth/rules/admin";
import { quote, type Fault, type Path } from "@/lib/config/finding";
import type { JwtAuthSettings } from "@/lib/config/schema";
import { createNamedRoutes, type KnownRoute } from "./access/named-routes";

type PeopleSettings = Pick<JwtAuthSettings, "admin_jwt_scope" | "admin_viewer_jwt_scope" | "team_admin_allowed_routes">;

/**
 * Warnings about the settings of viewers and of the administrators of teams. `routes` undefined: route lists are not
 * checked.
 */
export function peopleFaults(settings: PeopleSettings, routes: readonly KnownRoute[] | undefined, base: Path): Fault[] {
  return [
    ...viewerFaults(settings, base),
    ...(routes ? closedRoutes(settings.team_admin_allowed_routes, routes, [...base, "team_admin_allowed_routes"]) : []),
  ];
}

function viewerFaults(settings: PeopleSettings, base: Path): Fault[] {
  const { admin_jwt_scope: adminScope = DEFAULT_ADMIN_SCOPE, admin_viewer_jwt_scope: viewerScope } = settings;
  if (viewerScope !== adminScope) return [];
  return [
    {
      number: "C125",
      path: [...base, "admin_viewer_jwt_scope"],
      at: "value",
      message: "is the admin scope, which makes administrators, not viewers",
      fix: "name another scope for viewers",
    },
  ];
}

/** Warnings about entries that open no route to the administrators of teams. */
function closedRoutes(entries: readonly string[], routes: readonly KnownRoute[], base: Path): Fault[] {
  const named = createNamedRoutes(
    routes.filter(({ access }) => access === "owners" || access === "team_administrators"),
  );
  return entries.flatMap((entry, index): Fault[] => {
    if (named(entry)?.length !== 0) return [];
    return [
      {
        number: "C126",
        path: [...base, index],
        at: "value",
        message: `opens nothing: ${quote(entry)} names no route for the administrators of teams`,
        fix: "remove it, or name management_routes, /team/member_* or /key/*",
      },
    ];
  });
}
