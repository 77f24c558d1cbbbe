import { GatewayError } from "@/lib/errors";

/** undici's codes of a timeout: to connect, to the first byte, between bytes. */
const TIMEOUTS: ReadonlySet<unknown> = new Set([
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
]);

/** Why a call that was going on ends when an administrator blocks its team and asks for that. */
export function teamCut(): GatewayError {
  return new GatewayError("team_blocked", "The team has been blocked, and its calls with it.");
}

/** Whether the gateway itself broke the call off, which says nothing of the deployment. */
export function isCut(error: unknown): boolean {
  return error instanceof GatewayError && error.code === "team_blocked";
}

/** What the caller is told of a connection to an upstream that could not be made or broke. */
export function upstreamFailure(error: unknown): GatewayError {
  if (error instanceof GatewayError) return error;
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (isNoAnswer(error, code))
    return new GatewayError(
      "upstream_invalid_response",
      "The upstream's answer is not valid HTTP, or its encoding is broken.",
      { cause: error },
    );
  return TIMEOUTS.has(code)
    ? new GatewayError("upstream_timeout", "The upstream did not answer in time.", { cause: error })
    : new GatewayError("upstream_unreachable", "The upstream cannot be reached, or broke off.", { cause: error });
}

/** Headers without end, what no HTTP parser takes, and bytes that are not what their content encoding says. */
function isNoAnswer(error: unknown, code: unknown): boolean {
  if (error instanceof Error && error.name === "HTTPParserError") return true;
  return (
    typeof code === "string" &&
    (code === "UND_ERR_HEADERS_OVERFLOW" || /^(Z_|ERR__?BROTLI|ERR__ERROR_FORMAT)/.test(code))
  );
}
