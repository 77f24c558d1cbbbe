import { COLUMN_KINDS } from "@/lib/entity-type";
import type { CallFilter } from "./filter";

/**
 * The filters whose value one column must equal, in both databases. The others are conditions of their own: an
 * organisation may be in either of two columns, and PostgreSQL finds `requestId` by two indexes.
 */
export const EQUAL_FILTERS: readonly (readonly [keyof CallFilter, column: string])[] = [
  ["callId", "call_id"],
  ["upstreamRequestId", "upstream_request_id"],
  ["traceId", "trace_id"],
  ...COLUMN_KINDS.filter(({ type }) => type !== "organization").map(
    ({ property, field }) => [property, field] as const,
  ),
  ["provider", "provider"],
  ["deployment", "deployment"],
  ["route", "route"],
  ["status", "status"],
  ["priceState", "price_state"],
];
