import { withBasePath } from "@/lib/http/base-path";
import { basePath } from "@/lib/http/published-base-path";

/** The address of a page or a route of the gateway, as browsers need it: with `GATEWAY_BASE_PATH` if it is set. */
export function addressOf(path: string): string {
  return withBasePath(path, basePath());
}
