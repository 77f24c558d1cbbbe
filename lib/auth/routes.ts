import { matchesPattern } from "@/lib/patterns/wildcard";

/** The route families, which route lists can name instead of single paths (docs/explain/routes.md). */
export const ROUTE_FAMILIES = [
  "openai_routes",
  "anthropic_routes",
  "google_routes",
  "mcp_routes",
  "management_routes",
  "info_routes",
  "spend_routes",
  "public_routes",
] as const;
/** The family of an operation. */
export type RouteFamily = (typeof ROUTE_FAMILIES)[number];

const families: ReadonlySet<string> = new Set(ROUTE_FAMILIES);

/** Whether an entry of a route list is the name of a family, not a path. */
export function isRouteFamily(entry: string): entry is RouteFamily {
  return families.has(entry);
}

/** The route without `/v1`, because `/v1/x` and `/x` are one route (spec 9). Takes paths and patterns. */
export function canonicalRoute(path: string): string {
  return path.startsWith("/v1/") ? path.slice(3) : path;
}

/** The families that are served with and without `/v1` (spec 9). */
const VERSIONED_FAMILIES: ReadonlySet<string> = new Set(["openai_routes", "anthropic_routes"]);

export function isVersioned(family: RouteFamily): boolean {
  return VERSIONED_FAMILIES.has(family);
}

/** The families whose routes call models. */
const MODEL_FAMILIES: ReadonlySet<string> = new Set(["openai_routes", "anthropic_routes", "google_routes"]);

export function isModelFamily(family: string): boolean {
  return MODEL_FAMILIES.has(family);
}

/**
 * The first entry of a route list that allows a route, if any does. Entries are exact paths, `*` patterns or names of
 * families. `management_routes` also covers `spend_routes`. `info_routes` also covers every path of the shape
 * `/<any>/info` (spec 4), whatever its family.
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
    // `/v1/*` means the routes served under /v1. Without its prefix the pattern would also allow `/team/new`.
    return isVersioned(request.family) ? matchesPattern(entry, versioned) : entry === versioned;
  });
}
