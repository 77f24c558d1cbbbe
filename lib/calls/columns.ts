/** The fields of the database's type `call_row`, in its order (migration 0012). */
export const CALL_ROW_FIELDS = [
  "call_id", "started_at", "duration_ms", "upstream_ms", "status", "http_status", "route", "requested_model", "model", "provider", "deployment",
  "prompt_tokens", "cached_tokens", "completion_tokens", "reasoning_tokens", "cache_write_tokens", "cache_write_hour_tokens", "prompt_audio_tokens",
  "cached_audio_tokens", "prompt_image_tokens", "completion_audio_tokens", "completion_image_tokens", "images", "audio_seconds", "characters",
  "attempts", "tried", "total_tokens", "usage_source", "spend", "price_state", "price_version", "key_id", "user_id", "team_id", "organization_id",
  "end_user_id", "tags",
] as const;

/** What stands between two rows on their way into the database, and in none: ASCII's own separator of records. */
export const CALL_ROW_SEPARATOR = "\x1e";
