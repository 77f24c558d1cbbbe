import type { RejectedRequest } from "@/lib/doors/broken-request";
import type { Logger } from "@/lib/log";
import { isProbePath } from "../probe-path";
import { LONGEST_TEXT } from "./longest-text";

/**
 * Writes the access line of a request that a door itself has refused, because it was broken or came too early. `caller`
 * is its caller's IP address, if it is known.
 */
export function logRejection(
  log: Pick<Logger, "info">,
  { error, requestId, method, path }: Pick<RejectedRequest, "error" | "requestId" | "method" | "path">,
  caller: string | undefined,
): void {
  if (error.code === "starting" && path !== undefined && isProbePath(path)) return;
  log.info("request.finished", {
    method,
    path: path?.slice(0, LONGEST_TEXT),
    status: "error",
    http_status: error.status,
    code: error.code,
    client_address: caller?.slice(0, LONGEST_TEXT),
    request_id: requestId,
  });
}
