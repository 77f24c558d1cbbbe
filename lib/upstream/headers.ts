import type { ApiRequest } from "@/lib/doors/contract";
import type { UpstreamHead } from "./exchange";

/**
 * What of the caller's headers goes upstream. Everything else, credentials and cookies above all, stays here; so does
 * `idempotency-key`: callers share the gateway's account, and one's key must not bring back another's answer.
 */
const PASSED_ON = [
  "accept",
  "traceparent",
  "tracestate",
  "openai-beta",
  "anthropic-beta",
  "anthropic-version",
] as const;

/** What of the upstream's headers the caller gets: what describes the answer, its limits and its request id. */
const RETURNED: ReadonlySet<string> = new Set([
  "content-type",
  "content-disposition",
  "cache-control",
  "retry-after",
  "retry-after-ms",
  "x-request-id",
  "request-id",
  "x-should-retry",
]);
const RETURNED_FAMILIES = /^(?:x-ratelimit-|ratelimit-|openai-|anthropic-ratelimit-)/;

/** The headers of a call to an upstream: built from nothing. Of two versions of a dialect the caller's counts. */
export function upstreamHeaders(
  { headers }: Pick<ApiRequest, "headers">,
  own: Readonly<Record<string, string>>,
): Record<string, string> {
  const sent: Record<string, string> = { "user-agent": "model-gateway", "accept-encoding": "identity", ...own };
  const { connection } = headers;
  for (const name of PASSED_ON) {
    const value = headers[name];
    if (typeof value === "string" && !(connection && isNamed(connection, name))) sent[name] = value;
  }
  return sent;
}

/** A header that `Connection` names is for this connection alone (RFC 9110 §7.6.1). */
function isNamed(connection: string | readonly string[], name: string): boolean {
  return (
    connection.length > "keep-alive".length &&
    String(connection)
      .toLowerCase()
      .split(",")
      .some((option) => option.trim() === name)
  );
}

/** The upstream's headers as the caller gets them. */
export function callerHeaders(headers: UpstreamHead["headers"]): Record<string, string> {
  const returned: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    if (value === undefined || !(RETURNED.has(name) || RETURNED_FAMILIES.test(name))) continue;
    returned[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  return returned;
}

/** An id or a name may hold what a header cannot. */
export function headerText(text: string): string {
  return /^[\x20-\x7e]*$/.test(text) ? text : encodeURIComponent(text);
}
