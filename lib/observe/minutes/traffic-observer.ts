import type { AttemptEnded, Observer } from "@/lib/gateway/observer";
import { alikeRoute } from "@/lib/providers/dialects/google/routes";
import { modelRoute } from "@/lib/providers/model-routes";
import { blameFor } from "@/lib/router/failure";
import type { CallStatus } from "@/lib/usage";
import type { TrafficOutcome } from "@/lib/traffic-minute";

/** Counts one attempt, or one request that reached no deployment. Times are milliseconds. */
export type CountTraffic = (
  at: number,
  deployment: string,
  outcome: TrafficOutcome,
  durationMs: number | undefined,
) => void;

/**
 * Counts how every attempt at a deployment has ended, and every request for a model that the gateway refused itself.
 * Calls of dead processes are not counted: their minute is over, and nobody knows how they ended.
 */
export function createTrafficObserver(count: CountTraffic): Observer {
  /** The last attempt of a call, which its settlement follows at once. */
  let last: AttemptEnded | undefined;
  /** Requests whose call has been counted, although they are answered with an error. */
  const counted = new WeakSet<object>();
  return {
    attemptEnded(ended) {
      if (ended.next) count(ended.endedAt, ended.deployment.id, "retried", ended.endedAt - ended.startedAt);
      else last = ended;
    },
    callSettled({ call, record }) {
      const ended = last;
      last = undefined;
      if (!call || ended?.call !== call) return;
      const outcome = outcomeOf(record.status, ended);
      if (record.status === "error") counted.add(call.request);
      if (outcome === "refused") count(ended.endedAt, "", outcome, undefined);
      else count(ended.endedAt, ended.deployment.id, outcome, ended.endedAt - ended.startedAt);
    },
    firstByteSent({ request, route, code, at }) {
      if (code === undefined || route === undefined || !isModelRoute(route) || counted.delete(request)) return;
      count(at, "", "refused", undefined);
    },
  };
}

/** How the last attempt of a call has ended. */
export function outcomeOf(
  status: CallStatus,
  { failure, deployment }: Pick<AttemptEnded, "failure" | "deployment">,
): TrafficOutcome {
  switch (status) {
    case "success":
    case "tool_error": // The server did what was asked.
      return "served";
    case "cancelled":
    case "interrupted":
      return "cancelled";
    case "error": {
      // The gateway ended the call itself (a blocked team, a stop), or could not put it into the upstream's dialect.
      if (!failure) return "refused";
      const isPinned = !deployment.entry.gateway_params.model.includes("*");
      return blameFor(failure, isPinned) === "caller" ? "declined" : "failed";
    }
  }
}

function isModelRoute(asked: string): boolean {
  const route = alikeRoute(asked);
  return modelRoute(route) !== undefined || route === "/messages" || route === "/messages/count_tokens";
}
