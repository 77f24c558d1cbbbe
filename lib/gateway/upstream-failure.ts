import { GatewayError } from "@/lib/errors";

/** undici's codes of a timeout: to connect, to the first byte, between bytes. */
const TIMEOUTS: ReadonlySet<unknown> = new Set(["UND_ERR_CONNECT_TIMEOUT", "UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT"]);

/** What the caller is told of a connection to an upstream that could not be made or broke. */
export function upstreamFailure(error: unknown): GatewayError {
  if (error instanceof GatewayError) return error;
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return TIMEOUTS.has(code)
    ? new GatewayError("upstream_timeout", "The upstream did not answer in time.", { cause: error })
    : new GatewayError("upstream_unreachable", "The upstream cannot be reached, or broke off.", { cause: error });
}
