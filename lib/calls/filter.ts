/** Selects calls. A field that is undefined excludes none. Times are milliseconds since the epoch. */
export interface CallFilter {
  readonly callId?: string;
  /** The `x-request-id` of the answer. */
  readonly requestId?: string;
  readonly upstreamRequestId?: string;
  readonly traceId?: string;
  /** Any of these four ids. */
  readonly anyId?: string;
  readonly keyId?: string;
  readonly userId?: string;
  readonly teamId?: string;
  readonly organizationId?: string;
  readonly endUserId?: string;
  readonly issuer?: string;
  readonly tag?: string;
  readonly requestedModel?: string;
  /** The upstream's model name, or a pattern with `*`. */
  readonly model?: string;
  readonly provider?: string;
  readonly deployment?: string;
  readonly route?: string;
  readonly status?: string;
  readonly priceState?: string;
  readonly from?: number;
  /** Exclusive. */
  readonly until?: number;
}
