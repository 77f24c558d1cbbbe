import type { ApiRequest } from "./api";
import type { UpstreamHead } from "./upstream-exchange";

/** What of the caller's headers goes upstream. Everything else, credentials and cookies above all, stays here. */
const PASSED_ON = ["accept", "traceparent", "tracestate", "openai-beta", "anthropic-beta", "anthropic-version", "idempotency-key"] as const;

/** What of the upstream's headers the caller gets: what describes the answer, its limits and its request id. */
const RETURNED: ReadonlySet<string> = new Set([
  "content-type",
  "content-encoding",
  "content-disposition",
  "cache-control",
  "retry-after",
  "retry-after-ms",
  "x-request-id",
  "request-id",
  "x-should-retry",
]);
const RETURNED_PREFIXES = ["x-ratelimit-", "openai-", "anthropic-ratelimit-"];

/** The headers of a call to an upstream: built from nothing. Of two versions of a dialect the caller's counts. */
export function upstreamHeaders({ headers }: Pick<ApiRequest, "headers">, own: Readonly<Record<string, string>>): Record<string, string> {
  const sent: Record<string, string> = { "user-agent": "model-gateway", ...own };
  for (const name of PASSED_ON) {
    const value = headers[name];
    if (typeof value === "string") sent[name] = value;
  }
  return sent;
}

/** The upstream's headers as the caller gets them. */
export function callerHeaders(headers: UpstreamHead["headers"]): Record<string, string> {
  const returned: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    if (value === undefined || !(RETURNED.has(name) || RETURNED_PREFIXES.some((prefix) => name.startsWith(prefix)))) continue;
    returned[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  return returned;
}
