import type { PriceState } from "@/lib/prices/price-table";
import type { CallStatus, Usage } from "@/lib/usage";

export type { Usage };

/**
 * What is known of a call before it goes upstream: the journal's first line about it. Times are milliseconds since the
 * epoch.
 */
export interface CallIntent {
  readonly callId: string;
  /** The `x-request-id` of the answer: the caller's own, or else the call's id. */
  readonly requestId: string;
  /** The trace that the call is a part of, 32 hexadecimal digits; null: none. */
  readonly traceId: string | null;
  readonly startedAt: number;
  /** How long authenticating and deciding took before `startedAt`, without the upload of the body; null: unknown. */
  readonly decisionMs: number | null;
  /** The canonical route, without `/v1`. */
  readonly route: string;
  readonly requestedModel: string;
  /** The upstream's name of the model. */
  readonly model: string;
  readonly provider: string;
  /** The id of the model list entry that served the call. */
  readonly deployment: string;
  readonly estimatedPromptTokens: number;
  readonly keyId: string | null;
  readonly userId: string | null;
  readonly teamId: string | null;
  readonly organizationId: string | null;
  /** The organisation of the team, if it is another one: the call is charged to both. */
  readonly teamOrganizationId: string | null;
  readonly endUserId: string | null;
  /** Whether a signed claim names the end user, whose name then counts as no new one (`max_new_names_per_day`). */
  readonly endUserSigned: boolean;
  /** The issuer of the caller's token or console log-in; null: the caller had a key or the master key. */
  readonly issuer: string | null;
  readonly tags: readonly string[];
}

/** A failed attempt that was followed by another. */
export interface TriedAttempt {
  readonly deployment: string;
  readonly provider: string;
  /** The upstream's name of the model. */
  readonly model: string;
  /** The upstream's status, or `connection` or `timeout`. */
  readonly failure: string;
}

/** How a call ended: the journal's second line about it. */
export interface CallOutcome {
  readonly status: CallStatus;
  /** The number of attempts, the last of them at `deployment`. */
  readonly attempts: number;
  /** The attempts before the last, in order. */
  readonly tried: readonly TriedAttempt[];
  readonly httpStatus: number | null;
  readonly durationMs: number;
  readonly upstreamMs: number | null;
  /** From `startedAt` to the first piece of content of a stream; null: it was no stream, or nothing came. */
  readonly firstTokenMs: number | null;
  /** The upstream's own id of the last attempt; null: it gave none. */
  readonly upstreamRequestId: string | null;
  readonly usage: Usage;
  /** Whole nano-dollars (1e-9 dollars). */
  readonly spendNano: bigint;
  readonly priceState: PriceState;
  readonly priceVersion: string | null;
}

/** A finished call, as the ledger books it. */
export interface SpendRecord extends CallIntent, CallOutcome {}
