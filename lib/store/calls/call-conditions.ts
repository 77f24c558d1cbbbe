import { type CallFilter, EQUAL_FILTERS } from "@/lib/calls/filter";
import { FILTER_COLUMNS } from "@/lib/calls/columns";
import { isChargedTo } from "../spend/charged-entities";
import { likePattern } from "../like-pattern";
import { type CallOrder, type CallCursor, orderValues, type OrderColumns } from "./call-order";

/**
 * Values of a closed set, which stand in the statement as literals: the planner uses a partial index only when it sees
 * the value.
 */
const LITERALS: ReadonlyMap<string, readonly string[]> = new Map(
  FILTER_COLUMNS.flatMap(({ name, choices }) => (choices ? [[name, choices]] : [])),
);

/** A filter for the database, in which a pattern of models may have become the names that it matches. */
export interface CallSelection extends CallFilter {
  /** Any of these names of the upstream's models. */
  readonly models?: readonly string[];
}

/** A condition on `calls` that combines all filters, with the values that it refers to as `$1`, `$2`, ... */
export class CallConditions {
  readonly values: unknown[] = [];
  readonly #conditions: string[] = [];

  constructor(filters: readonly CallSelection[]) {
    for (const filter of filters) this.#add(filter);
  }

  get sql(): string {
    return this.#conditions.length === 0 ? "TRUE" : this.#conditions.join(" AND ");
  }

  /** Adds a value and returns its placeholder. */
  bind(value: unknown): string {
    return `$${this.values.push(value)}`;
  }

  /** Keeps only the calls that come after this one in order of time. */
  after(startedAt: number, callId: string): void {
    this.#conditions.push(
      `(started_at, call_id) > (${this.bind(new Date(startedAt))}::timestamptz, ${this.bind(callId)})`,
    );
  }

  /** Keeps only the calls that come after a place in a list. */
  behind(columns: OrderColumns, order: CallOrder, cursor: CallCursor): void {
    const operator = order.order === "asc" ? ">" : "<";
    const values = orderValues(order, cursor).map((value, at) => `${this.bind(value)}::${columns.types[at]}`);
    this.#conditions.push(`(${columns.names.join(", ")}) ${operator} (${values.join(", ")})`);
    // The planner excludes no partition by a comparison of rows, but does by this one.
    if (order.sort === "started_at") this.#conditions.push(`started_at ${operator}= ${values[0]}`);
  }

  #add(filter: CallSelection): void {
    for (const [name, column] of EQUAL_FILTERS) {
      const value = filter[name];
      if (typeof value === "string" && LITERALS.get(column)?.includes(value))
        this.#conditions.push(`${column} = '${value}'`);
      else if (value !== undefined) this.#conditions.push(`${column} = ${this.bind(value)}`);
    }
    const { model, models, tag, organizationId, requestId, anyId, from, until } = filter;
    if (anyId !== undefined) {
      const id = this.bind(anyId);
      this.#conditions.push(
        `(call_id = ${id} OR (request_id = ${id} AND request_id <> call_id) OR upstream_request_id = ${id} OR trace_id = ${id})`,
      );
    }
    if (requestId !== undefined) {
      const id = this.bind(requestId);
      // The index of `request_id` has only the ids that callers gave.
      this.#conditions.push(
        `((request_id = ${id} AND request_id <> call_id) OR (call_id = ${id} AND request_id = ${id}))`,
      );
    }
    if (organizationId !== undefined) this.#conditions.push(isChargedTo("organization", this.bind(organizationId)));
    if (model !== undefined)
      this.#conditions.push(
        model.includes("*") ? `model LIKE ${this.bind(likePattern(model))}` : `model = ${this.bind(model)}`,
      );
    if (models !== undefined) this.#conditions.push(`model = ANY (${this.bind(models)}::text[])`);
    if (tag !== undefined) this.#conditions.push(isChargedTo("tag", this.bind(tag)));
    if (from !== undefined) this.#conditions.push(`started_at >= ${this.bind(new Date(from))}`);
    if (until !== undefined) this.#conditions.push(`started_at < ${this.bind(new Date(until))}`);
  }
}
