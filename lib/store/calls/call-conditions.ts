import type { CallFilter } from "@/lib/calls/filter";

const COLUMNS = {
  callId: "call_id",
  keyId: "key_id",
  userId: "user_id",
  teamId: "team_id",
  organizationId: "organization_id",
  endUserId: "end_user_id",
  requestedModel: "requested_model",
  provider: "provider",
  deployment: "deployment",
  route: "route",
  status: "status",
  priceState: "price_state",
} as const satisfies Partial<Record<keyof CallFilter, string>>;
const EQUAL = Object.entries(COLUMNS);

/** A condition on `calls` that all the filters take, and the values it refers to as `$1`, `$2`, ... */
export class CallConditions {
  readonly values: unknown[] = [];
  readonly #conditions: string[] = [];

  constructor(filters: readonly CallFilter[]) {
    for (const filter of filters) this.#add(filter);
  }

  get sql(): string {
    return this.#conditions.length === 0 ? "TRUE" : this.#conditions.join(" AND ");
  }

  /** Refers to a value. */
  bind(value: unknown): string {
    return `$${this.values.push(value)}`;
  }

  /** Only what comes after a call in the order of time. */
  after(startedAt: number, callId: string): void {
    this.#conditions.push(
      `(started_at, call_id) > (${this.bind(new Date(startedAt))}::timestamptz, ${this.bind(callId)})`,
    );
  }

  #add(filter: CallFilter): void {
    for (const [name, column] of EQUAL) {
      const value: unknown = Reflect.get(filter, name);
      // Said without a parameter, so that the index on unpriced calls is found.
      if (column === "price_state" && value === "unpriced") this.#conditions.push("price_state = 'unpriced'");
      else if (value !== undefined) this.#conditions.push(`${column} = ${this.bind(value)}`);
    }
    const { model, tag, from, until } = filter;
    if (model !== undefined)
      this.#conditions.push(
        model.includes("*") ? `model LIKE ${this.bind(likePattern(model))}` : `model = ${this.bind(model)}`,
      );
    if (tag !== undefined) this.#conditions.push(`(tags @> ARRAY[${this.bind(tag)}]::text[] AND tags <> '{}')`);
    if (from !== undefined) this.#conditions.push(`started_at >= ${this.bind(new Date(from))}`);
    if (until !== undefined) this.#conditions.push(`started_at < ${this.bind(new Date(until))}`);
  }
}

/** The gateway's `*` dialect as LIKE says it. */
function likePattern(pattern: string): string {
  return pattern.replace(/[\\%_]/g, "\\$&").replaceAll("*", "%");
}
