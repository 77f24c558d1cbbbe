import { DAY_MS } from "@/lib/time/period";
import { totalsOf } from "./all-totals";
import { CHARGED_ENTITIES, isChargedTo } from "./charged-entities";
import type { DailyFilter } from "./daily-filter";
import { DAY_OF_OLD } from "./figure-partitions";
import { FIGURE_KINDS } from "./figure-kinds";
import { filterHours, hoursWithout, type DaySpan, type Span } from "./summed-spans";

const HOUR_MS = 3_600_000;

/** The team and the user in a member's id, as `memberEntityId` makes it. */
export const MEMBER_TEAM = "replace(replace(split_part(entity_id, '/', 1), '~1', '/'), '~0', '~')";
export const MEMBER_USER = "substr(entity_id, strpos(entity_id, '/') + 1)";

/** The names of the sums in a row of figures. */
export const FIGURE_SUMS = ["spend", "calls", "failed_calls", "prompt_tokens", "completion_tokens", "unpriced_calls"];
const SUMS = FIGURE_SUMS.join(", ");

/** The tables that may hold amounts of a filter. A table that is left out is not read. */
export interface FigureScope {
  /** Whether `daily_figures` has days of the filter. */
  readonly hasDays: boolean;
  /** The spans of days that are read from `span_figures` instead, in order and without overlaps. */
  readonly spans: readonly DaySpan[];
  /** The numbers of the payers that are read; undefined: all payers of the filter. */
  readonly entities?: readonly number[];
}

const EVERYWHERE: FigureScope = { hasDays: true, spans: [] };

/**
 * SQL for the rows that a filter selects. Each amount is in exactly one of `hourly_figures` and `daily_figures`, so
 * every sum is over both.
 */
export class FigureSources {
  readonly values: unknown[] = [];
  readonly #filter: DailyFilter;
  readonly #firstDay: number;
  readonly #endDay: number;

  readonly #scope: FigureScope;

  constructor(filter: DailyFilter, scope: FigureScope = EVERYWHERE) {
    this.#filter = filter;
    this.#scope = scope;
    this.#firstDay = Math.max(filter.from / DAY_MS, DAY_OF_OLD + 1);
    this.#endDay = filter.to / DAY_MS + 1;
  }

  /** Adds a value and returns its placeholder. */
  bind(value: unknown): string {
    return `$${this.values.push(value)}`;
  }

  /** Rows of hours and days, as `entity, day, served` and the sums: numbers instead of names. */
  figures(): string {
    const { entityType, model, provider } = this.#filter;
    const conditions = [`kind = ${FIGURE_KINDS[entityType]}`];
    const { entities } = this.#scope;
    if (entities) conditions.push(`entity = ANY (${this.bind(entities)}::int[])`);
    const named = this.#namedEntities();
    if (named.length > 0)
      conditions.push(
        `entity = ANY (ARRAY(SELECT number FROM ${totalsOf(entityType)} AS total WHERE ${["number IS NOT NULL", `entity_type = ${this.bind(entityType)}`, ...named].join(" AND ")}))`,
      );
    const served = [
      ...(model === undefined ? [] : [`model = ${this.bind(model)}`]),
      ...(provider === undefined ? [] : [`provider = ${this.bind(provider)}`]),
    ];
    if (served.length > 0)
      conditions.push(`served = ANY (ARRAY(SELECT number FROM served_models WHERE ${served.join(" AND ")}))`);
    const common = conditions.join(" AND ");
    const { hasDays, spans } = this.#scope;
    const { zoned } = this.#filter;
    // The bounds are literals, so that any plan leaves out the partitions of other kinds and months.
    const parts = hoursWithout(zoned ? filterHours(this.#filter) : this.#utcHours, spans);
    const hours = zoned?.bounds.map((bound) => bound / HOUR_MS);
    const columns = hours
      ? `entity, hour, ${this.#dayOf("hour", hours, "int")} AS day, served`
      : "entity, hour / 24 AS day, served";
    const columnsOfSpans = `entity, ${hours ? "NULL::int AS hour, " : ""}NULL::int AS day, NULL::int AS served`;
    const all = [
      // Each part is a SELECT of its own: under an OR of parts, the planner would leave out no month.
      ...parts.map(
        ({ from, until }) => `SELECT ${columns}, ${SUMS} FROM hourly_figures
      WHERE ${common} AND hour >= ${from} AND hour < ${until}`,
      ),
      ...(hasDays ? parts : []).map(
        ({ from, until }) => `SELECT entity, day, served, ${SUMS} FROM daily_figures
      WHERE ${common} AND day >= ${from / 24} AND day < ${until / 24}`,
      ),
      ...[...new Set(spans.map(({ days }) => days))].map((length) => {
        const first = spans.flatMap(({ days, day }) => (days === length ? day : []));
        return `SELECT ${columnsOfSpans}, ${SUMS} FROM span_figures
      WHERE ${common} AND days = ${length} AND day IN (${first.join(", ")})`;
      }),
    ];
    // No part and no span is left, so there is nothing to read. PostgreSQL refuses values that no statement names.
    return all.length === 0
      ? `SELECT ${columns}, ${SUMS} FROM hourly_figures WHERE ${common} AND false`
      : all.join("\n      UNION ALL\n      ");
  }

  /** The hours of the filter's UTC days, from the first day that can have figures. */
  get #utcHours(): Span {
    return { from: this.#firstDay * 24, until: this.#endDay * 24 };
  }

  /** The calls themselves, as `entity_id, day, hour, model, provider` and the sums. */
  calls(bounds: readonly number[]): string {
    const { entityType, chargedTo = [], model, provider } = this.#filter;
    const conditions = [
      `entity.type = '${entityType}'`,
      ...this.#namedEntities("entity.id"),
      ...chargedTo.map(({ type, id }) => isChargedTo(type, this.bind(id))),
      `started_at >= to_timestamp(${bounds[0] ?? 0} / 1000.0) AND started_at < to_timestamp(${bounds.at(-1) ?? 0} / 1000.0)`,
      ...(model === undefined ? [] : [`model = ${this.bind(model)}`]),
      ...(provider === undefined ? [] : [`provider = ${this.bind(provider)}`]),
    ];
    return `SELECT entity.id AS entity_id, ${this.#dayOf("floor(extract(epoch FROM started_at) * 1000)::bigint", bounds, "bigint")} AS day,
        floor(extract(epoch FROM started_at) / 3600)::int AS hour, model, provider, spend * 1000000000 AS spend, 1 AS calls, (status IN ('error', 'interrupted'))::int AS failed_calls,
        prompt_tokens, completion_tokens, (price_state = 'unpriced')::int AS unpriced_calls
      FROM calls CROSS JOIN LATERAL ${CHARGED_ENTITIES} WHERE ${conditions.join(" AND ")}`;
  }

  /** SQL for the day whose bounds enclose a value, in days since the epoch. */
  #dayOf(value: string, bounds: readonly number[], type: string): string {
    return `(width_bucket(${value}, ${this.bind(bounds)}::${type}[]) + ${this.#firstDay - 1})`;
  }

  #namedEntities(id = "entity_id"): string[] {
    const { entityId, entityIds, memberTeamId, memberUserId } = this.#filter;
    return [
      ...(entityId === undefined ? [] : [`${id} = ${this.bind(entityId)}`]),
      ...(entityIds === undefined ? [] : [`${id} = ANY (${this.bind(entityIds)}::text[])`]),
      ...(memberUserId === undefined
        ? []
        : [`${MEMBER_USER.replaceAll("entity_id", id)} = ${this.bind(memberUserId)}`]),
      ...(memberTeamId === undefined
        ? []
        : [`starts_with(${id}, replace(replace(${this.bind(memberTeamId)}, '~', '~0'), '/', '~1') || '/')`]),
    ];
  }
}
