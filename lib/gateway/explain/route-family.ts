import { allowingEntry, type RouteFamily } from "@/lib/auth/routes";

/** Whether the matrix counts a route to a family. Info routes are recognised by shape, whatever their own family. */
export function isOfFamily(
  { route, family: own }: { readonly route: string; readonly family: RouteFamily },
  family: RouteFamily,
): boolean {
  const isInfo = allowingEntry(["info_routes"], { route, family: own }) !== undefined;
  return family === "info_routes" ? isInfo : own === family && !isInfo;
}
