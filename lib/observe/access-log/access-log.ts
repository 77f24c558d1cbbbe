import type { AccessLines } from "@/lib/access-lines";
import type { SpendRecord } from "@/lib/calls/record";
import type { ApiRequest } from "@/lib/doors/contract";
import { sessionOf } from "@/lib/gateway/call/call-session";
import type { Decided, Observer, RequestFinished } from "@/lib/gateway/observer";
import { type Logger, logMembers } from "@/lib/log";
import { isProbePath } from "../probe-path";
import { numberMember, rareMember, textMember } from "./line-members";

/** The facts about a request that the log cannot read from it. */
export interface RequestReader {
  /** The trace that the request belongs to. */
  traceIdOf(request: ApiRequest): string | undefined;
  /** The IP address of the request's caller, behind trusted proxies too. Undefined: not known. */
  callerOf(request: ApiRequest): string | undefined;
}

/** What is known of a request before it is over. */
class Trail {
  caller: string | undefined;
  decided: Decided | undefined;
  record: SpendRecord | undefined;
}

const NOTHING_KNOWN: Readonly<Trail> = new Trail();

/**
 * Writes one line for each request to the API when it is over, also for a refused one, with the field names of
 * `/spend/logs`. The line of a call whose process died comes from the process that books it.
 */
export function createAccessLog(
  log: Pick<Logger, "info" | "infoJson">,
  { traceIdOf, callerOf }: RequestReader,
  lines: AccessLines = "all",
): Observer {
  if (lines === "off") return {};
  const trails = new WeakMap<ApiRequest, Trail>();
  const trailOf = (request: ApiRequest): Trail => {
    const known = trails.get(request);
    if (known) return known;
    const trail = new Trail();
    trails.set(request, trail);
    return trail;
  };
  return {
    requestStarted({ request }) {
      // Read now, because a closed connection no longer knows the other end's address.
      trailOf(request).caller = callerOf(request);
    },
    decided(decided) {
      const trail = trailOf(decided.request);
      const before = trail.decided?.principal;
      // A refusal that follows the rules' permission has no principal, but the first decision has one.
      trail.decided = decided.principal || !before ? decided : { ...decided, principal: before };
    },
    callSettled({ request, record }) {
      if (request) trailOf(request).record = record;
      else logMembers(log, LINE, interruptedMembers(record));
    },
    requestFinished(finished) {
      const { request, route } = finished;
      const trail = trails.get(request) ?? NOTHING_KNOWN;
      // Deleted here: the garbage collector would need a tenth of the process's time for such a large WeakMap.
      trails.delete(request);
      if (route !== undefined && isProbePath(route)) return;
      if (lines === "problems" && !isProblem(finished, trail.record)) return;
      const traceId = trail.record ? trail.record.traceId : traceIdOf(request);
      logMembers(
        log,
        LINE,
        trail.record ? callMembers(finished, trail, trail.record, traceId) : plainMembers(finished, trail, traceId),
      );
    },
  };
}

const LINE = "request.finished";

/** Milliseconds until the first token, or until a whole answer, from which on a request is slow. */
const SLOW_MS = 10_000;

/** Whether a request was refused, failed, broke off or was slow. */
function isProblem({ status = 0, end, startedAt, at }: RequestFinished, record: SpendRecord | undefined): boolean {
  if (end !== "sent" || status >= 400 || (record && record.status !== "success")) return true;
  return (record?.firstTokenMs ?? at - startedAt) >= SLOW_MS;
}

/** The fields that only the request has. Written by hand, as all of these: an object of forty fields costs more. */
function requestMembers(
  { request, route, status, code, end, requestId }: RequestFinished,
  of: Readonly<Trail>,
  outcome: string,
  session: string | null | undefined,
): string {
  return (
    textMember("method", request.method) +
    (route === undefined ? rareMember("path", request.path) : textMember("route", route)) +
    `,"status":"${outcome}"` +
    numberMember("http_status", status) +
    textMember("code", code) +
    (end === "sent" ? "" : `,"end":"${end}"`) +
    textMember("client_address", of.caller) +
    rareMember("request_id", requestId) +
    rareMember("session_id", session)
  );
}

/** The line of a request that is not a call, or was refused before it became one. */
function plainMembers(finished: RequestFinished, trail: Readonly<Trail>, traceId: string | null | undefined): string {
  const { decided } = trail;
  const principal = decided?.principal;
  return (
    requestMembers(finished, trail, statusOf(finished), sessionOf(finished.request)) +
    textMember("decision_id", decided?.decisionId) +
    rareMember("trace_id", traceId) +
    textMember("requested_model", decided?.access.model) +
    textMember("key_id", principal?.keyId) +
    textMember("user_id", principal?.userId) +
    textMember("team_id", principal?.teamId) +
    textMember("organization_id", principal?.organizationId) +
    numberMember("duration_ms", finished.at - finished.startedAt) +
    numberMember("decision_ms", decided?.decisionMs)
  );
}

/** The line of a call. */
function callMembers(
  finished: RequestFinished,
  trail: Readonly<Trail>,
  record: SpendRecord,
  traceId: string | null | undefined,
): string {
  return (
    requestMembers(finished, trail, record.status, record.sessionId) +
    `,"call_id":"${record.callId}"` +
    rareMember("decision_id", trail.decided?.decisionId) +
    rareMember("trace_id", traceId) +
    recordMembers(record)
  );
}

/** The line of a call whose process has died. */
function interruptedMembers(record: SpendRecord): string {
  return (
    `,"method":"POST"` +
    textMember("route", record.route) +
    `,"status":"${record.status}"` +
    rareMember("request_id", record.requestId) +
    rareMember("session_id", record.sessionId) +
    rareMember("call_id", record.callId) +
    rareMember("trace_id", record.traceId) +
    recordMembers(record)
  );
}

function recordMembers(record: SpendRecord): string {
  const { usage } = record;
  return (
    rareMember("upstream_request_id", record.upstreamRequestId) +
    textMember("requested_model", record.requestedModel) +
    textMember("model", record.model) +
    textMember("provider", record.provider) +
    textMember("deployment", record.deployment) +
    numberMember("attempts", record.attempts) +
    textMember("key_id", record.keyId) +
    textMember("user_id", record.userId) +
    textMember("team_id", record.teamId) +
    textMember("organization_id", record.organizationId) +
    textMember("issuer", record.issuer) +
    numberMember("duration_ms", record.durationMs) +
    numberMember("decision_ms", record.decisionMs) +
    numberMember("upstream_ms", record.upstreamMs) +
    numberMember("first_token_ms", record.firstTokenMs) +
    numberMember("prompt_tokens", usage.promptTokens) +
    numberMember("cached_tokens", usage.cachedTokens) +
    numberMember("completion_tokens", usage.completionTokens) +
    numberMember("total_tokens", usage.promptTokens + usage.completionTokens) +
    numberMember("spend", Number(record.spendNano) / 1e9) +
    `,"price_state":"${record.priceState}"`
  );
}

/** The status of a request that is not a call, in the words for a call's status. */
function statusOf({ end, status = 0 }: RequestFinished): SpendRecord["status"] {
  if (end === "gone") return "cancelled";
  return end === "broken" || status >= 400 ? "error" : "success";
}
