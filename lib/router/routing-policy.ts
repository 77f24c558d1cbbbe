import type { GeneralSettings, ModelEntry } from "@/lib/config/schema";

/** What to do about a deployment that fails or is slow; times in milliseconds. */
export interface RoutingPolicy {
  readonly retries: number;
  readonly retryAfterMaxMs: number;
  readonly cooldownMs: number;
  /** Undefined: depends on whether another deployment or a fallback can take over. */
  readonly allowedFails: number | undefined;
  /** For the whole call; undefined without a limit. */
  readonly totalMs: number | undefined;
  readonly connectMs: number;
  readonly firstByteMs: number;
  readonly idleMs: number;
}

type General = Pick<
  GeneralSettings,
  | "num_retries"
  | "retry_after_max"
  | "cooldown_seconds"
  | "allowed_fails"
  | "timeout"
  | "connect_timeout"
  | "first_byte_timeout"
  | "idle_timeout"
>;

/**
 * The policy of an entry: its own values, else those of `general_settings`, else the defaults. The default for the
 * first byte leaves time for a reasoning model to think.
 */
export function routingPolicy({ gateway_params: own }: ModelEntry, general: General): RoutingPolicy {
  const total = own.timeout ?? general.timeout;
  return {
    retries: own.num_retries ?? general.num_retries ?? 2,
    retryAfterMaxMs: 1_000 * (own.retry_after_max ?? general.retry_after_max ?? 5),
    cooldownMs: 1_000 * (own.cooldown_seconds ?? general.cooldown_seconds ?? 5),
    allowedFails: own.allowed_fails ?? general.allowed_fails,
    totalMs: total === undefined ? undefined : 1_000 * total,
    connectMs: 1_000 * (own.connect_timeout ?? general.connect_timeout ?? 10),
    firstByteMs: 1_000 * (own.first_byte_timeout ?? general.first_byte_timeout ?? 600),
    idleMs: 1_000 * (own.idle_timeout ?? general.idle_timeout ?? 300),
  };
}
