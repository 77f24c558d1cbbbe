/** Why an attempt failed before anything of it was sent to the caller. */
export type Failure =
  /** No connection can be made (`isRefused`), or the connection broke before the answer was complete. */
  | { readonly kind: "connection"; readonly isRefused: boolean }
  /** While connecting, before the first byte, or within the answer. */
  | { readonly kind: "timeout" }
  /** The credential that the calls need cannot be fetched, and is fetched again in `restMs` milliseconds. */
  | { readonly kind: "credential"; readonly restMs: number }
  | {
      readonly kind: "status";
      readonly status: number;
      readonly retryAfterMs: number | undefined;
      /** What the call continues is not stored at this upstream. */
      readonly lacksState?: boolean;
      /** What the upstream says beyond the status: it refuses our credential, or no longer has the model. */
      readonly says?: "access" | "retired";
    };

/**
 * Who is to blame for a failure. `caller`: every deployment would answer the same, so the answer is passed on and the
 * deployment stays healthy. `access`: the upstream refuses the gateway's key or model name, so another deployment may
 * work and this one will not. `elsewhere`: another account stored what the call continues, which is nobody's fault.
 * `deployment`: it may work later, or elsewhere.
 */
export type Blame = "caller" | "access" | "elsewhere" | "deployment";

/** The upstream refuses the key (401, 403) or the account has run out of credit (402). */
export const ACCESS_REFUSED: ReadonlySet<number> = new Set([401, 402, 403]);
/**
 * Temporary refusals: the upstream's own timeout, a conflict (OpenAI's clients retry it), a failure of the model behind
 * the upstream (Bedrock), too early, too many requests.
 */
const PASSING: ReadonlySet<number> = new Set([408, 409, 424, 425, 429]);

/**
 * Decides who is to blame for a failure. `isPinned`: the operator and not the caller chose the upstream's model name,
 * so a 404 is the deployment's fault.
 */
export function blameFor(failure: Failure, isPinned: boolean): Blame {
  if (failure.kind === "credential") return "access";
  if (failure.kind !== "status") return "deployment";
  const { status, lacksState, says } = failure;
  if (lacksState) return "elsewhere";
  if (says === "access" || (says === "retired" && isPinned)) return "access";
  if (ACCESS_REFUSED.has(status) || (status === 404 && isPinned)) return "access";
  return PASSING.has(status) || status >= 500 ? "deployment" : "caller";
}
