import { DAY_MS } from "@/lib/time/period";
import { type EntityType, NAMED_KINDS } from "@/lib/entity-type";
import type { ChargedType } from "./charged-entities";
import type { CallFilter } from "@/lib/calls/filter";

/**
 * Selects the figures of all entities of one type, of one entity, or of the members that share a team or a user. Days
 * are UTC midnights in milliseconds since the epoch, both included.
 */
export interface DailyFilter {
  readonly entityType: EntityType;
  readonly entityId?: string;
  /** Any of these entities. */
  readonly entityIds?: readonly string[];
  readonly memberTeamId?: string;
  readonly memberUserId?: string;
  /**
   * Entities that the calls must be charged to as well. Figures do not tell such calls apart, so `zoned.source` is
   * "calls".
   */
  readonly chargedTo?: readonly { readonly type: ChargedType; readonly id: string }[];
  readonly model?: string;
  readonly provider?: string;
  readonly from: number;
  readonly to: number;
  /** Set for days of another zone than UTC, or for single hours. Absent: UTC days. */
  readonly zoned?: ZonedDays;
}

/** The days from `from` to `to` in some time zone. */
export interface ZonedDays {
  /** The instants at which the days begin, and the one at which the last ends, in milliseconds since the epoch. */
  readonly bounds: readonly number[];
  /** What is summed. For hours, the bounds must be whole hours. */
  readonly source: "hours" | "calls";
}

/** The earliest and the latest day that can be stored. */
const FIRST_DAY = Date.parse("0001-01-01T00:00:00Z");
const LAST_DAY = Date.parse("9999-12-31T00:00:00Z");

/** The filters that figures can answer. */
const KEPT: ReadonlySet<string> = new Set([
  ...(["model", "provider", "from", "until"] satisfies (keyof CallFilter)[]),
  ...NAMED_KINDS.map(({ property }) => property),
]);

/** Selects the figures that count exactly the calls that meet all these filters; undefined: no figures do. */
export function dailyFilterOf(filters: readonly CallFilter[]): DailyFilter | undefined {
  const merged: Record<string, unknown> = {};
  for (const [name, value] of filters.flatMap((filter) => Object.entries(filter))) {
    if (value === undefined) continue;
    if (!KEPT.has(name) || (name in merged && merged[name] !== value)) return undefined;
    merged[name] = value;
  }
  const filter: CallFilter = merged;
  const { model, provider, from = FIRST_DAY, until = LAST_DAY + DAY_MS } = filter;
  if (model?.includes("*") || from % DAY_MS !== 0 || until % DAY_MS !== 0) return undefined;
  const days = { model, provider, from, to: until - DAY_MS };
  const kinds = NAMED_KINDS.filter(({ property }) => filter[property] !== undefined);
  const [kind] = kinds;
  if (!kind) return { entityType: "all", entityId: "", ...days };
  if (kinds.length === 1) return { entityType: kind.type, entityId: filter[kind.property], ...days };
  const isMember = kinds.length === 2 && filter.teamId !== undefined && filter.userId !== undefined;
  return isMember
    ? { entityType: "member", memberTeamId: filter.teamId, memberUserId: filter.userId, ...days }
    : undefined;
}

/**
 * Splits a filter into ranges of days that follow each other: one day, then twice as many each time. Where calls are
 * summed it is not split, so that they are read only once.
 */
export function* dayRanges(filter: DailyFilter): Generator<DailyFilter> {
  const { from, to, zoned } = filter;
  if (zoned?.source === "calls") return yield filter;
  for (let [first, count] = [from, 1]; first <= to; first += count * DAY_MS, count *= 2) {
    const at = (first - from) / DAY_MS;
    const last = Math.min(to, first + (count - 1) * DAY_MS);
    const bounds = zoned?.bounds.slice(at, at + count + 1);
    yield { ...filter, from: first, to: last, ...(zoned && bounds && { zoned: { ...zoned, bounds } }) };
  }
}
