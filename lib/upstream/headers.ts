import type { ApiRequest } from "@/lib/doors/contract";
import type { UpstreamHead } from "./exchange";

/**
 * The caller's headers that go upstream. All others stay here, above all credentials and cookies, and also
 * `idempotency-key`: callers share the gateway's account, and one caller's key must not return another's answer.
 */
const PASSED_ON = [
  "accept",
  "traceparent",
  "tracestate",
  "openai-beta",
  "anthropic-beta",
  "anthropic-version",
] as const;

/** The upstream's headers that the caller gets: those that describe the answer, its limits and its request id. */
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

/**
 * The headers of a call to an upstream, built from nothing. The caller's version of a dialect takes precedence over
 * ours.
 */
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

/** A header named by `Connection` is meant for that connection only (RFC 9110 §7.6.1). */
function isNamed(connection: string | readonly string[], name: string): boolean {
  return (
    connection.length > "keep-alive".length &&
    String(connection)
      .toLowerCase()
      .split(",")
      .some((option) => option.trim() === name)
  );
}

/** The upstream's headers that the caller gets. */
export function callerHeaders(headers: UpstreamHead["headers"]): Record<string, string> {
  const returned: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    if (value === undefined || !(RETURNED.has(name) || RETURNED_FAMILIES.test(name))) continue;
    returned[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  return returned;
}

/** A text for a header: ids and names may contain characters that headers cannot. */
export function headerText(text: string): string {
  return /^[\x20-\x7e]*$/.test(text) ? text : encodeURIComponent(text);
}
