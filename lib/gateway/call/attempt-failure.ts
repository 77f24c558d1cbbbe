import type { TriedAttempt } from "@/lib/calls/record";
import { GatewayError } from "@/lib/errors";
import type { Deployment } from "@/lib/providers/deployment";
import { readRetryAfter, type Failure } from "@/lib/router/failure";
import type { UpstreamHead } from "@/lib/upstream/exchange";
import { isCut, isRefused, upstreamFailure } from "@/lib/upstream/failure";
import type { Outcome } from "./outcome";

/**
 * The failure of an attempt, if another attempt may follow: nothing has reached the caller yet. Undefined: the outcome
 * is the answer. `now`: milliseconds since the epoch.
 */
export function attemptFailure(outcome: Outcome, now: number): Failure | undefined {
  switch (outcome.kind) {
    case "failed":
      if (isCut(outcome.error)) return undefined;
      // The caller's form turned out to be broken while it was being sent, which is no fault of the deployment.
      if (outcome.error instanceof GatewayError && outcome.error.status < 500)
        return { kind: "status", status: outcome.error.status, retryAfterMs: undefined };
      return upstreamFailure(outcome.error).code === "upstream_timeout"
        ? { kind: "timeout" }
        : { kind: "connection", isRefused: isRefused(outcome.error) };
    case "whole":
      return statusFailure(outcome.head, now);
    case "stream":
      // The upstream ended the stream before its first event.
      return outcome.pieces.length === 0 && !outcome.reader.mayEnd
        ? { kind: "connection", isRefused: false }
        : undefined;
  }
}

function statusFailure({ status, headers }: UpstreamHead, now: number): Failure | undefined {
  return status < 400 ? undefined : { kind: "status", status, retryAfterMs: readRetryAfter(headers, now) };
}

/** A failed attempt, as the spend log keeps it. */
export function triedAttempt({ id, provider, model }: Deployment, failure: Failure): TriedAttempt {
  return {
    deployment: id,
    provider,
    model,
    failure: failure.kind === "status" ? String(failure.status) : failure.kind,
  };
}
