import { CredentialFailure } from "@/lib/credentials/keeper";
import { GatewayError } from "@/lib/errors";
import { NoMemoryForAnswer } from "./answer-memory";
import { AddressRefused } from "./guarded-lookup";

/** undici's codes for timeouts: while connecting, before the first byte, between bytes. */
const TIMEOUTS: ReadonlySet<unknown> = new Set([
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
]);

/** The system's codes when no connection can be made: nobody listens, there is no route, or the name is unknown. */
const REFUSALS: ReadonlySet<unknown> = new Set(["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH", "ENOTFOUND"]);

/** The error of a running call that ends because an administrator blocks its team and asks to cut its calls. */
export function teamCut(): GatewayError {
  return new GatewayError("team_blocked", "The team has been blocked, and its running calls were ended.");
}

/** The error of a running call that ends because the gateway stops and has waited for it as long as it may. */
export function shutdownCut(): GatewayError {
  return new GatewayError("shutting_down", "The gateway is stopping, and its running calls were ended. Send it again.");
}

/** Whether the gateway itself ended the call, which says nothing about the deployment. */
export function isCut(error: unknown): boolean {
  if (error instanceof NoMemoryForAnswer) return true;
  return error instanceof GatewayError && (error.code === "team_blocked" || error.code === "shutting_down");
}

/** Whether no connection to the upstream could be made, so that the next one will probably fail too. */
export function isRefused(error: unknown): boolean {
  return error instanceof Error && "code" in error && REFUSALS.has(error.code);
}

/** The error for the caller if the connection to an upstream cannot be made or breaks. */
export function upstreamFailure(error: unknown): GatewayError {
  if (error instanceof GatewayError) return error;
  if (error instanceof CredentialFailure)
    return new GatewayError(
      "upstream_access_refused",
      "The gateway cannot get the credential that it needs for this model; its administrators see the reason in /model/info.",
      { cause: error },
    );
  if (error instanceof AddressRefused)
    return new GatewayError(
      "upstream_unreachable",
      "The upstream's address is link-local or serves cloud metadata, so the gateway does not connect to it.",
      { cause: error },
    );
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (isNoAnswer(error, code))
    return new GatewayError(
      "upstream_invalid_response",
      "The upstream's answer is not valid HTTP, or its encoding is broken.",
      { cause: error },
    );
  return TIMEOUTS.has(code)
    ? new GatewayError("upstream_timeout", "The upstream did not answer in time.", { cause: error })
    : new GatewayError("upstream_unreachable", "The upstream cannot be reached, or the connection broke.", {
        cause: error,
      });
}

/** Endless headers, invalid HTTP, and bytes that do not match their content encoding. */
function isNoAnswer(error: unknown, code: unknown): boolean {
  if (error instanceof Error && error.name === "HTTPParserError") return true;
  return (
    typeof code === "string" &&
    (code === "UND_ERR_HEADERS_OVERFLOW" || /^(Z_|ERR__?BROTLI|ERR__ERROR_FORMAT)/.test(code))
  );
}
