import { expect, test } from "vitest";
import { CALL_FIELDS } from "@/lib/calls/columns";
import { UNIT_COLUMNS } from "@/lib/usage";
import { PAYER_NAME_COLUMNS } from "./payer-names";
import { callLogSchema, EXPORT_COLUMNS } from "./spend";

test("the wire shows every field of a booked call", () => {
  expect(Object.keys(callLogSchema.shape)).toEqual([...CALL_FIELDS, ...PAYER_NAME_COLUMNS]);
});

test("the columns of an export keep their places, because spreadsheets know them by place", () => {
  expect(CALL_FIELDS.slice(0, 12)).toEqual([
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
    "attempts",
  ]);
  expect(CALL_FIELDS.slice(12, 12 + UNIT_COLUMNS.length)).toEqual([
    "prompt_tokens",
    "cached_tokens",
    "cache_write_tokens",
    "cache_write_hour_tokens",
    "prompt_audio_tokens",
    "cached_audio_tokens",
    "prompt_image_tokens",
    "completion_tokens",
    "reasoning_tokens",
    "completion_audio_tokens",
    "completion_image_tokens",
    "images",
    "audio_seconds",
    "characters",
    "search_units",
    "web_searches",
  ]);
  expect(CALL_FIELDS.slice(12 + UNIT_COLUMNS.length)).toEqual([
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
    "tried",
    "team_organization_id",
    "request_id",
    "upstream_request_id",
    "trace_id",
    "decision_ms",
    "first_token_ms",
    "issuer",
    "session_id",
    "mcp_server",
    "mcp_tool",
    "content",
  ]);
  expect(EXPORT_COLUMNS.slice(-PAYER_NAME_COLUMNS.length - 11)).toEqual([
    ...PAYER_NAME_COLUMNS,
    "team_organization_id",
    "request_id",
    "upstream_request_id",
    "trace_id",
    "decision_ms",
    "first_token_ms",
    "issuer",
    "session_id",
    "mcp_server",
    "mcp_tool",
    "content",
  ]);
});
