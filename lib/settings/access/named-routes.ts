import type { Access } from "@/lib/auth/access";
import { allowingEntry, isRouteFamily, type RouteFamily } from "@/lib/auth/routes";

/** A route of the operation table: `/team/info`, or `/x/{name}` with a parameter. */
export interface KnownRoute {
  readonly path: string;
  readonly family: RouteFamily;
  readonly access: Access;
}

/** How many patterns of route lists are compared with every route in one check. */
const MOST_PATTERNS = 250;

/** The routes that an entry of a route list names. Undefined: nobody has looked. */
export type NamedRoutes = (entry: string) => readonly KnownRoute[] | undefined;

/**
 * Finds the routes that entries of route lists name. Exact paths are looked up; patterns are compared with every route,
 * and only so many, because others wait for a check.
 */
export function createNamedRoutes(routes: readonly KnownRoute[]): NamedRoutes {
  const known = new Map<string, readonly KnownRoute[]>();
  const exact = new Map<string, KnownRoute[]>();
  const asked = routes.map((route) => ({ route, request: { ...route, route: exampleOf(route.path) } }));
  for (const { route, request } of asked)
    for (const path of [request.route, `/v1${request.route}`]) exact.set(path, [...(exact.get(path) ?? []), route]);
  let patterns = 0;
  return (entry) => {
    if (!entry.includes("*") && !isRouteFamily(entry)) return exact.get(entry) ?? [];
    const found = known.get(entry);
    if (found) return found;
    if (patterns++ >= MOST_PATTERNS) return undefined;
    const named = asked.filter(({ request }) => allowingEntry([entry], request) !== undefined);
    known.set(
      entry,
      named.map(({ route }) => route),
    );
    return known.get(entry);
  };
}

/** A path that a request could have: `/x/{name}` becomes `/x/x`. */
export function exampleOf(path: string): string {
  return path.replace(/\{[^{}]*\}/g, "x");
}
