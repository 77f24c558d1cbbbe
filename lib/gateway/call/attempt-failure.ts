import type { TriedAttempt } from "@/lib/calls/record";
import { CredentialFailure } from "@/lib/credentials/keeper";
import { GatewayError } from "@/lib/errors";
import type { AdapterCall } from "@/lib/providers/adapter";
import type { Deployment } from "@/lib/providers/deployment";
import { lacksKeptState } from "@/lib/providers/kept-state";
import { findProvider } from "@/lib/providers/table";
import { ACCESS_REFUSED, type Failure } from "@/lib/router/failure";
import { readRetryAfter } from "@/lib/time/retry-after";
import { isCut, isRefused, upstreamFailure } from "@/lib/upstream/failure";
import type { Outcome } from "./outcome";

/**
 * How an attempt failed. Nothing has reached the caller yet, so another attempt may follow. Undefined: the caller gets
 * the outcome as it is. `now`: milliseconds since the epoch.
 */
export function attemptFailure(
  outcome: Outcome,
  sent: Pick<AdapterCall, "route" | "body" | "deployment">,
  now: number,
): Failure | undefined {
  switch (outcome.kind) {
    case "failed":
      if (isCut(outcome.error)) return undefined;
      if (outcome.error instanceof CredentialFailure)
        return { kind: "credential", restMs: Math.max(0, outcome.error.failed.until - now) };
      // The caller's form turned out to be broken while it was being sent, which is not a fault of the deployment.
      if (outcome.error instanceof GatewayError && outcome.error.status < 500)
        return { kind: "status", status: outcome.error.status, retryAfterMs: undefined };
      return upstreamFailure(outcome.error).code === "upstream_timeout"
        ? { kind: "timeout" }
        : { kind: "connection", isRefused: isRefused(outcome.error) };
    case "whole":
      return statusFailure(outcome, sent, now);
    case "stream":
      // The upstream ended the stream before its first event.
      return outcome.pieces.length === 0 && !outcome.reader.mayEnd
        ? { kind: "connection", isRefused: false }
        : undefined;
  }
}

function statusFailure(
  { head: { status, headers }, bytes }: Extract<Outcome, { kind: "whole" }>,
  sent: Pick<AdapterCall, "route" | "body" | "deployment">,
  now: number,
): Failure | undefined {
  if (status < 400) return undefined;
  const said = findProvider(sent.deployment.provider)?.refusal?.({ status, headers, body: bytes });
  const failure = {
    kind: "status" as const,
    status,
    retryAfterMs: readRetryAfter(headers, now) ?? said?.retryAfterMs,
    ...(said?.says && { says: said.says }),
  };
  return lacksKeptState(sent, status, bytes) ? { ...failure, lacksState: true } : failure;
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

/** The error of a call that has used up its total timeout. */
export function tookTooLong(): GatewayError {
  const message = "The call took longer than the timeout that is configured for its model.";
  return new GatewayError("upstream_timeout", message);
}

/** The error of a refusal that no caller can do anything about; undefined: the upstream's own words are for them. */
export function ownFault(status: number, failure: Failure | undefined, isPinned: boolean): GatewayError | undefined {
  const says = failure?.kind === "status" ? failure.says : undefined;
  if (ACCESS_REFUSED.has(status) || says === "access") return accessRefused(status);
  return says === "retired" && isPinned ? retired(status) : undefined;
}

function retired(status: number): GatewayError {
  const message = `The upstream no longer serves this model (${status}); the gateway's administrators must name another in its entry.`;
  return new GatewayError("upstream_access_refused", message);
}

/** The caller cannot do anything about the gateway's own key, and the upstream's words may show a part of it. */
export function accessRefused(status: number): GatewayError {
  const message = `The upstream refused the gateway's access to this model (${status}); its administrators must look at the deployment's key.`;
  return new GatewayError("upstream_access_refused", message);
}
