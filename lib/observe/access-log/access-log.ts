import type { SpendRecord } from "@/lib/calls/record";
import type { ApiRequest } from "@/lib/doors/contract";
import type { Decided, Observer, RequestFinished } from "@/lib/gateway/observer";
import type { Logger } from "@/lib/log";
import { isProbePath } from "../probe-path";
import { LONGEST_TEXT } from "./longest-text";

/** The facts about a request that the log cannot read from it. */
export interface RequestReader {
  /** The trace that the request belongs to. */
  traceIdOf(request: ApiRequest): string | undefined;
  /** The IP address of the request's caller, behind trusted proxies too. Undefined: not known. */
  callerOf(request: ApiRequest): string | undefined;
}

/** What is known of a request before it is over. */
interface Trail {
  caller: string | undefined;
  decided: Decided | undefined;
  record: SpendRecord | undefined;
}

const NOTHING_KNOWN: Readonly<Trail> = { caller: undefined, decided: undefined, record: undefined };

/**
 * Writes one line for each request to the API when it is over, also for a refused one, with the field names of
 * `/spend/logs`. The line of a call whose process died comes from the process that books it.
 */
export function createAccessLog(log: Pick<Logger, "info">, { traceIdOf, callerOf }: RequestReader): Observer {
  const trails = new WeakMap<ApiRequest, Trail>();
  const trailOf = (request: ApiRequest): Trail => {
    const known = trails.get(request);
    if (known) return known;
    const trail = { ...NOTHING_KNOWN };
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
      // A denial that follows the rules' permission has no principal, but the first decision has one.
      trail.decided = decided.principal || !before ? decided : { ...decided, principal: before };
    },
    callSettled({ call, record }) {
      if (call) trailOf(call.request).record = record;
      else logRequest(log, undefined, { ...NOTHING_KNOWN, record }, record.traceId ?? undefined);
    },
    requestFinished(finished) {
      const { request, route } = finished;
      const trail = trails.get(request) ?? NOTHING_KNOWN;
      // Deleted here: the garbage collector would need a tenth of the process's time for such a large WeakMap.
      trails.delete(request);
      if (route !== undefined && isProbePath(route)) return;
      logRequest(log, finished, trail, trail.record ? (trail.record.traceId ?? undefined) : traceIdOf(request));
    },
  };
}

/** Writes the line. `finished` is undefined for a call whose process has died. Unknown fields are left out. */
function logRequest(
  log: Pick<Logger, "info">,
  finished: RequestFinished | undefined,
  { caller, decided, record }: Readonly<Trail>,
  traceId: string | undefined,
): void {
  const principal = decided?.principal;
  log.info("request.finished", {
    method: finished?.request.method ?? "POST",
    route: finished ? finished.route : record?.route,
    path: finished && finished.route === undefined ? bounded(finished.request.path) : undefined,
    status: record ? record.status : finished && statusOf(finished),
    http_status: finished?.status,
    code: finished?.code,
    end: finished && finished.end !== "sent" ? finished.end : undefined,
    client_address: bounded(caller),
    request_id: finished?.requestId ?? record?.requestId,
    call_id: record?.callId,
    decision_id: decided?.decisionId,
    trace_id: traceId,
    upstream_request_id: record?.upstreamRequestId ?? undefined,
    requested_model: record?.requestedModel ?? bounded(decided?.access.model),
    model: record?.model,
    provider: record?.provider,
    deployment: record?.deployment,
    attempts: record?.attempts,
    key_id: record ? (record.keyId ?? undefined) : bounded(principal?.keyId),
    user_id: record ? (record.userId ?? undefined) : bounded(principal?.userId),
    team_id: record ? (record.teamId ?? undefined) : bounded(principal?.teamId),
    organization_id: record ? (record.organizationId ?? undefined) : bounded(principal?.organizationId),
    issuer: record?.issuer ?? undefined,
    duration_ms: record ? record.durationMs : finished && finished.at - finished.startedAt,
    decision_ms: record ? (record.decisionMs ?? undefined) : decided?.decisionMs,
    upstream_ms: record?.upstreamMs ?? undefined,
    first_token_ms: record?.firstTokenMs ?? undefined,
    prompt_tokens: record?.usage.promptTokens,
    cached_tokens: record?.usage.cachedTokens,
    completion_tokens: record?.usage.completionTokens,
    total_tokens: record && record.usage.promptTokens + record.usage.completionTokens,
    spend: record && Number(record.spendNano) / 1e9,
    price_state: record?.priceState,
  });
}

/** The status of a request that is no call, in the words for a call's status. */
function statusOf({ end, status = 0 }: RequestFinished): SpendRecord["status"] {
  if (end === "gone") return "cancelled";
  return end === "broken" || status >= 400 ? "error" : "success";
}

function bounded(text: string | undefined): string | undefined {
  return text === undefined || text.length <= LONGEST_TEXT ? text : text.slice(0, LONGEST_TEXT);
}
