import type { ApiRequest } from "@/lib/doors/contract";
import { isForConnectionOnly } from "@/lib/http/connection-header";
import { readRetryAfter } from "@/lib/time/retry-after";
import type { TraceHeaders } from "@/lib/http/trace-context";
import type { UpstreamHead } from "./exchange";
import { viaUpstream } from "./passed-gateways";

/**
 * The caller's headers that go upstream. All others stay here, above all credentials and cookies, and also
 * `idempotency-key`: callers share the gateway's account, and one caller's key must not return another's answer.
 * `baggage` stays here too, because services keep in it what they know of people.
 */
const PASSED_ON = ["accept", "openai-beta", "anthropic-beta", "anthropic-version"] as const;

/**
 * The upstream's headers that the caller gets: those that describe the answer and its limits. Its request id goes out
 * under another name, because `x-request-id` names the caller's request.
 */
const RETURNED: ReadonlySet<string> = new Set([
  "content-type",
  "content-disposition",
  "cache-control",
  "retry-after",
  "retry-after-ms",
  "x-should-retry",
]);
const RETURNED_FAMILIES = /^(?:x-ratelimit-|ratelimit-|openai-|anthropic-ratelimit-)/;

/**
 * The headers of a call to an upstream, built from nothing. The caller's version of a dialect takes precedence over
 * ours. `trace`: the place in a trace that is sent along.
 */
export function upstreamHeaders(
  { headers }: Pick<ApiRequest, "headers">,
  own: Readonly<Record<string, string>>,
  trace: TraceHeaders | undefined,
): Record<string, string> {
  const sent: Record<string, string> = {
    "user-agent": "model-gateway",
    via: viaUpstream(headers),
    "accept-encoding": "identity",
    ...own,
  };
  const { connection } = headers;
  for (const name of PASSED_ON) {
    // An adapter that names betas has chosen from the caller's those that its upstream takes.
    const value = name === "anthropic-beta" ? (own[name] ?? headers[name]) : headers[name];
    if (typeof value === "string" && !isForConnectionOnly(connection, name)) sent[name] = value;
  }
  if (sent["anthropic-beta"] === "") delete sent["anthropic-beta"];
  if (trace) {
    sent["traceparent"] = trace.traceparent;
    if (trace.tracestate !== undefined) sent["tracestate"] = trace.tracestate;
  }
  return sent;
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

/** The longest pause, in milliseconds, that clients wait out instead of giving up at once. */
const LONGEST_PAUSE = 60_000;

/**
 * What a caller is told about trying a failed call again. Clients try again by themselves: where the gateway has
 * already done so, that would multiply its attempts, and a long pause would hold them for minutes. `headers` are
 * changed in place. `now`: milliseconds since the epoch.
 */
export function adviseRetry(headers: Record<string, string>, attempts: number, now: number): void {
  const pause = readRetryAfter(headers, now);
  const isLong = pause !== undefined && pause > LONGEST_PAUSE;
  if (isLong) {
    delete headers["retry-after"];
    delete headers["retry-after-ms"];
  }
  if (isLong || attempts > 1) headers["x-should-retry"] = "false";
}

/** A string for a header: ids and names may contain characters that headers cannot. */
export function headerText(text: string): string {
  return /^[\x20-\x7e]*$/.test(text) ? text : encodeURIComponent(text);
}

/** The flags of Anthropic's betas that the caller asks for, as one list. */
export function anthropicBeta({
  headers: { "anthropic-beta": beta },
}: Pick<ApiRequest, "headers">): string | undefined {
  return Array.isArray(beta) ? beta.join(",") : beta;
}
