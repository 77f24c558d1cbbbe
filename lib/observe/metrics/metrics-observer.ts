import type { ApiRequest } from "@/lib/doors/contract";
import type { Observer } from "@/lib/gateway/observer";
import type { Counted } from "./counted";
import { countCall } from "./count-usage";
import type { DeploymentLog } from "./deployment-log";
import { OTHER, type LabelBound } from "./label-bound";

export interface MetricsObserverOptions {
  /** Whether metrics are counted now. */
  readonly isOn: () => boolean;
  readonly counted: Counted;
  readonly deployments: DeploymentLog;
  readonly teams: LabelBound;
  /** The `model_name` of the entry behind a deployment's id; undefined: there is no such entry any more. */
  readonly modelOf: (deployment: string) => string | undefined;
  /** The recorded trace of a request; undefined: there is none. */
  readonly traceOf: (request: ApiRequest) => string | undefined;
}

/** A request that goes on until its caller has heard enough. */
const LASTING = "subscriptions/listen";

/** Counts what the gateway does. A moment costs a few lookups; nothing is formatted before somebody asks. */
export function createMetricsObserver({
  isOn,
  counted,
  deployments,
  teams,
  modelOf,
  traceOf,
}: MetricsObserverOptions): Observer {
  const { requests, decisions, refusals, upstream, limitWait, overhead, firstToken, cooldowns, lostContents } = counted;
  const { toolMessages, toolRequests } = counted;
  const methods = new WeakMap<ApiRequest, string>();
  return {
    firstByteSent({ route = OTHER, status, code }) {
      if (!isOn()) return;
      requests.add(1, route, String(status));
      if (code !== undefined) refusals.add(1, code);
    },
    decided({ allow, isNarrower, failed }) {
      if (!isOn() || isNarrower) return;
      if (allow) decisions.add(1, "all", "allowed");
      else decisions.add(1, failed?.rule ?? "credentials", "refused");
    },
    limitsAnswered({ call, startedAt, endedAt }) {
      if (isOn()) limitWait.observe(seconds(startedAt, endedAt), traceOf(call.request), endedAt);
    },
    attemptEnded(ended) {
      if (!isOn()) return;
      const { call, startedAt, endedAt } = ended;
      upstream.observe(seconds(startedAt, endedAt), traceOf(call.request), endedAt);
      deployments.note(ended);
    },
    callSettled({ call, record, deployment, attemptsMs }) {
      if (!isOn()) return;
      const team = record.teamId === null ? "" : teams.name(record.teamId);
      countCall(counted, record, deployment?.entry.model_name ?? modelOf(record.deployment) ?? OTHER, team);
      // A call that another process has booked has no times.
      if (!call) return;
      const { startedAt, durationMs, decisionMs, firstTokenMs } = record;
      const endedAt = startedAt + durationMs;
      const traceId = traceOf(call.request);
      overhead.observe(Math.max(0, durationMs + (decisionMs ?? 0) - attemptsMs) / 1_000, traceId, endedAt);
      if (firstTokenMs !== null) firstToken.observe(firstTokenMs / 1_000, traceId, endedAt);
    },
    toolMessageRead({ request, method = OTHER }) {
      if (isOn() && method !== LASTING) methods.set(request, method);
    },
    toolRequestEnded({ method = OTHER, startedAt, endedAt }) {
      if (isOn() && method !== LASTING) toolRequests.observe(seconds(startedAt, endedAt), method);
    },
    requestFinished({ request, startedAt, at }) {
      const method = methods.get(request);
      if (method === undefined) return;
      // Left to the garbage collector, a name for each message would make collecting dearer.
      methods.delete(request);
      toolMessages.observe(seconds(startedAt, at), method, traceOf(request), at);
    },
    happened(event) {
      // The first events come before there are settings.
      if (event.kind === "cooldown" && isOn()) cooldowns.add(1);
      if (event.kind === "content lost" && isOn()) lostContents.add(event.calls, event.loss);
    },
  };
}

function seconds(startedAt: number, endedAt: number): number {
  return Math.max(0, endedAt - startedAt) / 1_000;
}
