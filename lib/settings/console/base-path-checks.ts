import { type Fault, quote } from "@/lib/config/finding";
import type { KnownRoute } from "../access/named-routes";

/** The first segments of paths outside of the API: pages, their files, and the sign-in. */
const OF_THE_CONSOLE = ["console", "_next", "api"];

/**
 * The fault of a base path that begins like a path of the gateway. Requests arrive with the base path or without it, so
 * no path of the gateway may begin with it. `place`: where GATEWAY_BASE_PATH is set.
 */
export function basePathFaults(
  basePath: string,
  routes: readonly KnownRoute[],
  location: Pick<Fault, "path" | "at">,
): Fault[] {
  const first = firstSegment(basePath);
  const taken = ["v1", ...OF_THE_CONSOLE, ...routes.map(({ path }) => firstSegment(path))];
  if (basePath === "" || !taken.includes(first)) return [];
  return [
    {
      number: "C173",
      ...location,
      message: `${quote(`/${first}`)} is a path of the gateway itself`,
      fix: "choose a base path that begins differently, such as /gateway",
    },
  ];
}

function firstSegment(path: string): string {
  return path.split("/", 2)[1] ?? "";
}
