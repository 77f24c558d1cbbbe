/** The columns of `calls` that booking fills: those of migration 0012, then those added since. */
export const CALL_FIELDS = [
  "call_id",
  "started_at",
  "duration_ms",
  "upstream_ms",
  "status",
  "http_status",
  "route",
  "requested_model",
  "model",
  "provider",
  "deployment",
  "prompt_tokens",
  "cached_tokens",
  "completion_tokens",
  "reasoning_tokens",
  "cache_write_tokens",
  "cache_write_hour_tokens",
  "prompt_audio_tokens",
  "cached_audio_tokens",
  "prompt_image_tokens",
  "completion_audio_tokens",
  "completion_image_tokens",
  "images",
  "audio_seconds",
  "characters",
  "attempts",
  "tried",
  "total_tokens",
  "usage_source",
  "spend",
  "price_state",
  "price_version",
  "key_id",
  "user_id",
  "team_id",
  "organization_id",
  "end_user_id",
  "tags",
  "team_organization_id",
  "request_id",
  "upstream_request_id",
  "trace_id",
  "decision_ms",
  "first_token_ms",
  "issuer",
] as const;

export type CallField = (typeof CALL_FIELDS)[number];

/** The fields of the database type `CALL_ROW_TYPE`, in its order: the columns, then what only booking reads. */
export const CALL_ROW_FIELDS = [...CALL_FIELDS, "end_user_signed"] as const;

/** A released type never changes, because older processes go on using it: other columns bring another type. */
export const CALL_ROW_TYPE = "call_row";

/** Separates rows on their way into the database; no row contains it. ASCII reserves it for separating records. */
export const CALL_ROW_SEPARATOR = "\x1e";
