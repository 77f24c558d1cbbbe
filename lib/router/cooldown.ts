import type { Blame, Failure } from "./failure";

/** Why a deployment is on cooldown. */
export const COOLDOWN_REASONS = [
  /** Its upstream asked for a pause by `Retry-After`. */
  "retry_after",
  /** Its upstream refuses the gateway's key or model name. */
  "access_refused",
  /** The credential that its calls need cannot be fetched. */
  "credential_failed",
  /** No connection to its upstream can be made. */
  "connection_refused",
  "failures_in_a_row",
  /** Too many of its latest attempts failed. */
  "failure_rate",
  /** The call that tried it after its cooldown failed. */
  "trial_failed",
] as const;
export type CooldownReason = (typeof COOLDOWN_REASONS)[number];

/** What an entry says about cooldowns. */
export interface CooldownPolicy {
  readonly cooldownMs: number;
  /** How many consecutive failures are allowed; undefined: the default rules decide. */
  readonly allowedFails: number | undefined;
  /** Neither another deployment nor a fallback can take over. */
  readonly isAlone: boolean;
}

/** A failure that counts against its deployment. */
export interface Fault {
  readonly failure: Failure;
  readonly blame: Exclude<Blame, "caller" | "elsewhere">;
}

/** What is known of a deployment, the present failure included. */
export interface FailureHistory {
  /** Consecutive failures. */
  readonly inARow: number;
  /** How the latest attempts ended. */
  readonly successes: number;
  readonly failures: number;
}

/** Unless `allowed_fails` says otherwise. */
const FAILURES_IN_A_ROW = 3;
/** A failure rate says nothing about fewer attempts. */
const LEAST_ATTEMPTS = 10;
const FAILURE_RATE = 0.5;
/** The longest cooldown, whatever `Retry-After` says: limits are often lifted early, and clocks are wrong. */
const LONGEST_MS = 3_600_000;

/**
 * Decides whether a failure puts a deployment that is in use on cooldown, and why; undefined: it stays in use. A
 * deployment without an alternative stays in use unless `allowed_fails` is set: the true error serves a caller better
 * than a refusal.
 */
export function cooldownReason(
  { inARow, successes, failures }: FailureHistory,
  { failure, blame }: Fault,
  { allowedFails, isAlone }: CooldownPolicy,
): CooldownReason | undefined {
  // Whatever else could serve: without its credential the deployment serves nobody.
  if (failure.kind === "credential") return "credential_failed";
  if (allowedFails === undefined && isAlone) return undefined;
  if (requestedPause(failure) !== undefined) return "retry_after";
  if (blame === "access") return "access_refused";
  if (allowedFails !== undefined) return inARow > allowedFails ? "failures_in_a_row" : undefined;
  if (failure.kind === "connection" && failure.isRefused) return "connection_refused";
  if (inARow >= FAILURES_IN_A_ROW) return "failures_in_a_row";
  const attempts = successes + failures;
  return attempts >= LEAST_ATTEMPTS && failures >= attempts * FAILURE_RATE ? "failure_rate" : undefined;
}

/** How long a cooldown after a failure lasts, in milliseconds. */
export function cooldownMs({ failure }: Pick<Fault, "failure">, { cooldownMs: usual }: CooldownPolicy): number {
  if (failure.kind === "credential") return failure.restMs;
  return Math.min(requestedPause(failure) ?? usual, LONGEST_MS);
}

/** The pause that the upstream asks for; `Retry-After: 0` asks for none. */
export function requestedPause(failure: Failure): number | undefined {
  const asked = failure.kind === "status" ? failure.retryAfterMs : undefined;
  return asked === 0 ? undefined : asked;
}
