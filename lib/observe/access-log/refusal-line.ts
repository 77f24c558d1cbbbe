import type { Refusal } from "@/lib/doors/broken-request";
import type { Logger } from "@/lib/log";
import { isUnlogged, LONGEST_PATH } from "./logged-requests";

/**
 * Writes the access line of a request that a door itself has refused, because it was broken or came too early. `caller`
 * is its caller's IP address, if it is known.
 */
export function logRefusal(
  log: Pick<Logger, "info">,
  { error, requestId, method, path }: Pick<Refusal, "error" | "requestId" | "method" | "path">,
  caller: string | undefined,
): void {
  if (error.code === "starting" && path !== undefined && isUnlogged(path)) return;
  log.info("request.finished", {
    method,
    path: path?.slice(0, LONGEST_PATH),
    status: "error",
    http_status: error.status,
    code: error.code,
    client_address: caller?.slice(0, LONGEST_PATH),
    request_id: requestId,
  });
}
