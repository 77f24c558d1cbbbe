import { GatewayError } from "@/lib/errors";
import { alikeRoute, isGoogleRoute } from "./dialects/google/routes";
import type { CallBody } from "./call-body";
import { completionLimit, type CompletionLimit } from "./completion-limit";
import { googleLimit } from "./dialects/google/limit";

/** The routes whose requests limit how much is made. */
const LIMITED_ROUTES: ReadonlySet<string> = new Set([
  "/chat/completions",
  "/completions",
  "/responses",
  "/messages",
  "/images/generations",
]);

/**
 * Refuses a request whose limits disagree or are not whole numbers: the upstream might obey another one than budgets
 * count. @throws GatewayError invalid_request that names the member
 */
export function checkCompletionLimit(route: string, body: CallBody): void {
  if (body.kind !== "json" || !LIMITED_ROUTES.has(alikeRoute(route))) return;
  const { fault } = limitOfCall(route, body.value);
  if (fault) throw new GatewayError("invalid_request", fault.message, { param: fault.param });
}

/** What limits a call, by the names that its callers use. */
export function limitOfCall(route: string, body: CallBody["value"]): CompletionLimit {
  return isGoogleRoute(route) ? googleLimit(body) : completionLimit(body);
}
