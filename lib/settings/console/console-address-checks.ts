import type { Environment } from "@/lib/config/environment-variables";
import type { Fault } from "@/lib/config/finding";
import type { KnownRoute } from "../access/named-routes";
import { basePathFaults } from "./base-path-checks";

/** The end of an address in next-auth's own form, which includes the path of its routes. */
const AUTH_ROUTES = /(?:\/api\/auth)?\/?$/;

/** The faults of the variables that say where browsers find the console. `sourceOf`: where a variable is set. */
export function consoleAddressFaults(
  environment: Pick<Environment, "nextAuthUrl" | "basePath">,
  routes: readonly KnownRoute[],
  sourceOf: (variable: string) => Pick<Fault, "path" | "at">,
): Fault[] {
  return [
    ...publicAddressFaults(environment, sourceOf("NEXTAUTH_URL")),
    ...basePathFaults(environment.basePath, routes, sourceOf("GATEWAY_BASE_PATH")),
  ];
}

/** The fault of a path in NEXTAUTH_URL. Another check reports an address that cannot be parsed. */
function publicAddressFaults(
  { nextAuthUrl, basePath }: Pick<Environment, "nextAuthUrl" | "basePath">,
  location: Pick<Fault, "path" | "at">,
): Fault[] {
  if (nextAuthUrl === undefined || !URL.canParse(nextAuthUrl)) return [];
  const { pathname } = new URL(nextAuthUrl);
  if (["", basePath].includes(pathname.replace(AUTH_ROUTES, ""))) return [];
  return [
    {
      number: "C091",
      ...location,
      message:
        basePath === ""
          ? "NEXTAUTH_URL has a path, but GATEWAY_BASE_PATH is not set"
          : "NEXTAUTH_URL has another path than GATEWAY_BASE_PATH",
      fix:
        basePath === ""
          ? "write https://host alone, or set GATEWAY_BASE_PATH to the path under which your proxy serves the gateway"
          : "write https://host alone: the base path is added",
    },
  ];
}
