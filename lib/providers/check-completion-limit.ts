import { GatewayError } from "@/lib/errors";
import { CLIENT_ROUTES } from "./dialects/client-routes";
import { alikeRoute } from "./dialects/google/routes";
import type { CallBody } from "./call-body";
import { completionLimit, type CompletionLimit } from "./completion-limit";

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
  const { fault } = limitOfCall(route, body.outline);
  if (fault) throw new GatewayError("invalid_request", fault.message, { param: fault.param });
}

/** What limits a call, as its callers' dialect says; routes without a dialect of their own have OpenAI's names. */
export function limitOfCall(route: string, body: CallBody["value"]): CompletionLimit {
  return CLIENT_ROUTES.get(route)?.limit(body) ?? completionLimit(body);
}
