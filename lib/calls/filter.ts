/** Which calls; a field that is undefined does not matter. Times are milliseconds since the epoch. */
export interface CallFilter {
  readonly callId?: string;
  readonly keyId?: string;
  readonly userId?: string;
  readonly teamId?: string;
  readonly organizationId?: string;
  readonly endUserId?: string;
  readonly tag?: string;
  readonly requestedModel?: string;
  /** The upstream's name, or a pattern with `*`. */
  readonly model?: string;
  readonly provider?: string;
  readonly deployment?: string;
  readonly route?: string;
  readonly status?: string;
  readonly priceState?: string;
  readonly from?: number;
  /** Not included. */
  readonly until?: number;
}
