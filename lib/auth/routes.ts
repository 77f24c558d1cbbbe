import { matchesPattern } from "@/lib/patterns/wildcard";

/** The families that route lists may name (docs/decisions.md, routes). */
export const ROUTE_FAMILIES = [
  "openai_routes",
  "anthropic_routes",
  "management_routes",
  "info_routes",
  "spend_routes",
  "public_routes",
] as const;
export type RouteFamily = (typeof ROUTE_FAMILIES)[number];

const families: ReadonlySet<string> = new Set(ROUTE_FAMILIES);

/** Whether an entry of a route list is a family name rather than a path. */
export function isRouteFamily(entry: string): entry is RouteFamily {
  return families.has(entry);
}

/** `/v1/x` and `/x` are one route (spec 9). Works on paths and on patterns. */
export function canonicalRoute(path: string): string {
  return path.startsWith("/v1/") ? path.slice(3) : path;
}

/** The families that are served with and without `/v1` (spec 9). */
const VERSIONED_FAMILIES: ReadonlySet<string> = new Set(["openai_routes", "anthropic_routes"]);

/**
 * The first entry of a route list that allows a route, if any does. Entries are exact paths, `*` patterns or
 * family names. Info routes are named by shape (spec 4: `/<any>/info`), whatever family they also belong to.
 */
export function allowingEntry(
  entries: readonly string[],
  request: { route: string; family: RouteFamily },
): string | undefined {
  const versioned = `/v1${request.route}`;
  return entries.find((entry) => {
    if (isRouteFamily(entry)) {
      if (entry === "info_routes") return request.family === "info_routes" || matchesPattern("/*/info", request.route);
      if (entry === "management_routes")
        return request.family === "management_routes" || request.family === "spend_routes";
      return entry === request.family;
    }
    if (matchesPattern(entry, request.route)) return true;
    // `/v1/*` means what is served under /v1; stripping the prefix from the pattern would open `/team/new` too.
    return VERSIONED_FAMILIES.has(request.family) ? matchesPattern(entry, versioned) : entry === versioned;
  });
}
