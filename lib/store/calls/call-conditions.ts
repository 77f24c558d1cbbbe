import type { CallFilter } from "@/lib/calls/filter";
import { COLUMN_KINDS } from "@/lib/entity-type";

/** Filters that one column must equal. An organisation may stand in either of two. */
const EQUAL: readonly (readonly [keyof CallFilter, column: string])[] = [
  ["callId", "call_id"],
  ...COLUMN_KINDS.filter(({ type }) => type !== "organization").map(
    ({ property, field }) => [property, field] as const,
  ),
  ["provider", "provider"],
  ["deployment", "deployment"],
  ["route", "route"],
  ["status", "status"],
  ["priceState", "price_state"],
];

/** A condition on `calls` that every filter must meet, with the values it refers to as `$1`, `$2`, ... */
export class CallConditions {
  readonly values: unknown[] = [];
  readonly #conditions: string[] = [];

  constructor(filters: readonly CallFilter[]) {
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

  #add(filter: CallFilter): void {
    for (const [name, column] of EQUAL) {
      const value = filter[name];
      // A literal, not a parameter: the planner uses the partial index on unpriced calls only when it sees the value.
      if (column === "price_state" && value === "unpriced") this.#conditions.push("price_state = 'unpriced'");
      else if (value !== undefined) this.#conditions.push(`${column} = ${this.bind(value)}`);
    }
    const { model, tag, organizationId, from, until } = filter;
    if (organizationId !== undefined) {
      const id = this.bind(organizationId);
      this.#conditions.push(`(organization_id = ${id} OR team_organization_id = ${id})`);
    }
    if (model !== undefined)
      this.#conditions.push(
        model.includes("*") ? `model LIKE ${this.bind(likePattern(model))}` : `model = ${this.bind(model)}`,
      );
    if (tag !== undefined) this.#conditions.push(`(tags @> ARRAY[${this.bind(tag)}]::text[] AND tags <> '{}')`);
    if (from !== undefined) this.#conditions.push(`started_at >= ${this.bind(new Date(from))}`);
    if (until !== undefined) this.#conditions.push(`started_at < ${this.bind(new Date(until))}`);
  }
}

/** A `*` pattern in the syntax of LIKE. */
function likePattern(pattern: string): string {
  return pattern.replace(/[\\%_]/g, "\\$&").replaceAll("*", "%");
}
