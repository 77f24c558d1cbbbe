import { z } from "zod";
import { quote } from "@/lib/quote";
import { changeKind } from "../change-kind";
import { withKey } from "../situation";

export const allowRoute = changeKind(
  z.object({
    kind: z.literal("allow-route"),
    list: z.enum([
      "admin_allowed_routes",
      "team_admin_allowed_routes",
      "team_allowed_routes",
      "role_permissions",
      "role_mappings",
      "allowed_routes",
    ]),
    route: z.string(),
  }),
  {
    describe: ({ list, route }) =>
      `${list === "allowed_routes" ? "the key's allowed_routes" : list} named ${quote(route)}`,
    settings({ list, route }, settings) {
      switch (list) {
        case "admin_allowed_routes":
        case "team_admin_allowed_routes":
        case "team_allowed_routes":
          return { [list]: [...settings[list], route] };
        case "role_permissions":
          return { role_permissions: settings.role_permissions.map((entry) => withRoute(entry, route)) };
        case "role_mappings":
          return { role_mappings: settings.role_mappings.map((entry) => withRoute(entry, route)) };
        case "allowed_routes":
          return {};
      }
    },
    apply: (situation, { list, route }) =>
      list === "allowed_routes"
        ? withKey(situation, { allowedRoutes: [...(situation.identity.key?.allowedRoutes ?? []), route] })
        : situation,
  },
);

/** An entry with one route more. One without routes lists none. */
function withRoute<Entry extends { readonly routes?: readonly string[] | undefined }>(
  entry: Entry,
  route: string,
): Entry {
  return entry.routes?.length ? { ...entry, routes: [...entry.routes, route] } : entry;
}
