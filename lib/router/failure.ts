/** What became of an attempt that did not succeed, before anything of it was sent to the caller. */
export type Failure =
  /** No connection, or one that broke before the answer was there. */
  | { readonly kind: "connection" }
  /** To connect, to the first byte, or within the answer. */
  | { readonly kind: "timeout" }
  | { readonly kind: "status"; readonly status: number; readonly retryAfterMs: number | undefined };

/**
 * Whose fault a failure is. `caller`: any deployment would say the same, so the answer goes back as it is, and the
 * deployment is well. `access`: the upstream refuses the gateway's own key or name of the model: another deployment
 * may serve, this one will not. `deployment`: it may pass, here or elsewhere.
 */
export type Blame = "caller" | "access" | "deployment";

/** The upstream's own key is refused (401, 403) or has run out of credit (402). */
export const ACCESS_REFUSED: ReadonlySet<number> = new Set([401, 402, 403]);
/** A time-out of the upstream's own, a conflict on its side (as OpenAI's clients see it), too early, too many. */
const PASSING: ReadonlySet<number> = new Set([408, 409, 425, 429]);

/** `isPinned`: the upstream's name of the model is the operator's, not the caller's, so that a 404 is the deployment's. */
export function blameFor(failure: Failure, isPinned: boolean): Blame {
  if (failure.kind !== "status") return "deployment";
  const { status } = failure;
  if (ACCESS_REFUSED.has(status) || (status === 404 && isPinned)) return "access";
  return PASSING.has(status) || status >= 500 ? "deployment" : "caller";
}

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** `Retry-After` in milliseconds (RFC 9110 §10.2.3: seconds or a date; `retry-after-ms` as Azure and OpenAI send it). `now`: milliseconds since the epoch. */
export function readRetryAfter(headers: Headers, now: number): number | undefined {
  const exact = positive(headers["retry-after-ms"]);
  if (exact !== undefined) return exact;
  const text = headers["retry-after"];
  const seconds = positive(text);
  if (seconds !== undefined) return seconds * 1_000;
  const date = typeof text === "string" && /[a-z]/i.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function positive(text: Headers[string]): number | undefined {
  return typeof text === "string" && /^\s*\d{1,15}(\.\d{1,6})?\s*$/.test(text) ? Number(text) : undefined;
}
