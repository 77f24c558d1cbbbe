import { type CallFilter, EQUAL_FILTERS } from "@/lib/calls/filter";
import type { CallOrder, CallCursor } from "@/lib/store/calls/call-order";
import { likePattern } from "@/lib/store/like-pattern";
import type { Parameters } from "./clickhouse";
import { CALLS_TABLE } from "./schema";

/** The condition that a call must meet to meet every filter, in ClickHouse's SQL. The same calls as in PostgreSQL. */
export function callCondition(filters: readonly CallFilter[], parameters: Parameters): string {
  const conditions = filters.flatMap((filter) => conditionsOf(filter, parameters));
  return conditions.length === 0 ? "1" : conditions.join(" AND ");
}

function conditionsOf(filter: CallFilter, parameters: Parameters): string[] {
  const conditions: string[] = [];
  for (const [name, column] of EQUAL_FILTERS) {
    const value = filter[name];
    if (value !== undefined) conditions.push(`${column} = ${parameters.bind(value)}`);
  }
  const { model, tag, organizationId, requestId, anyId, from, until } = filter;
  if (requestId !== undefined) conditions.push(`request_id = ${parameters.bind(requestId)}`);
  if (anyId !== undefined) {
    const id = parameters.bind(anyId);
    const columns = ["call_id", "request_id", "upstream_request_id", "trace_id"];
    // Each column has an index of its own, and none is used where one of several may fit.
    const found = columns.map((column) => `SELECT started_at, call_id FROM ${CALLS_TABLE} WHERE ${column} = ${id}`);
    conditions.push(`(started_at, call_id) IN (${found.join(" UNION ALL ")})`);
  }
  if (organizationId !== undefined) {
    const id = parameters.bind(organizationId);
    conditions.push(`(organization_id = ${id} OR team_organization_id = ${id})`);
  }
  if (model !== undefined)
    conditions.push(
      model.includes("*") ? `model LIKE ${parameters.bind(likePattern(model))}` : `model = ${parameters.bind(model)}`,
    );
  if (tag !== undefined) conditions.push(`has(tags, ${parameters.bind(tag)})`);
  if (from !== undefined) conditions.push(`started_at >= ${parameters.bindTime(from)}`);
  if (until !== undefined) conditions.push(`started_at < ${parameters.bindTime(until)}`);
  return conditions;
}

/** The columns of an order: calls with the same value stand in the order of their start, then of their ids. */
function columnsOf({ sort }: CallOrder): readonly string[] {
  return sort === "started_at" ? ["started_at", "call_id"] : [sort, "started_at", "call_id"];
}

/** `ORDER BY` of an order. */
export function orderBy(order: CallOrder): string {
  const direction = order.order === "asc" ? "ASC" : "DESC";
  return `ORDER BY ${columnsOf(order)
    .map((column) => `${column} ${direction}`)
    .join(", ")}`;
}

/** The condition that a call stands behind a position in a list. */
export function behind(order: CallOrder, { value, startedAt, callId }: CallCursor, parameters: Parameters): string {
  const operator = order.order === "asc" ? ">" : "<";
  const start = parameters.bindTime(startedAt);
  const id = parameters.bind(callId);
  if (order.sort === "started_at")
    return `started_at ${operator}= ${start} AND (started_at, call_id) ${operator} (${start}, ${id})`;
  const text = parameters.bind(value);
  const typed = order.sort === "spend" ? `toDecimal128(${text}, 9)` : `toInt64(${text})`;
  return `(${columnsOf(order).join(", ")}) ${operator} (${typed}, ${start}, ${id})`;
}
