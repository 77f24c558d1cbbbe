import { GatewayError } from "@/lib/errors";
import type { CallBody } from "./call-body";
import { completionLimit } from "./completion-limit";

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
  if (body.kind !== "json" || !LIMITED_ROUTES.has(route)) return;
  const { fault } = completionLimit(body.value);
  if (fault) throw new GatewayError("invalid_request", fault.message, { param: fault.param });
}
