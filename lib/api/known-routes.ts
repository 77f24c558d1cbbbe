import { OPERATIONS } from "@/lib/api/table";
import type { KnownRoute } from "@/lib/settings/access/named-routes";

/** The routes that route lists may name, for the checks of the access settings. */
export const KNOWN_ROUTES: readonly KnownRoute[] = OPERATIONS.map(({ path, route = path, family, access }) => ({
  path: route,
  family,
  access,
}));
