import { withBasePath } from "@/lib/http/base-path";
import { basePath } from "@/lib/http/published-base-path";

/** The path of a page or a route as browsers need it: behind `GATEWAY_BASE_PATH` if that is set. */
export function addressOf(path: string): string {
  return withBasePath(path, basePath());
}
