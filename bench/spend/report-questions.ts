import type { EntityType } from "@/lib/entity-type";
import type { CallFilter } from "@/lib/calls/filter";
import type { ReportReader } from "@/lib/reports/report-reader";
import type { CallPage } from "@/lib/store/calls/call-list";
import type { CallOrder } from "@/lib/store/calls/call-order";
import { EVERY_NAME } from "@/lib/store/spend/payer-names";
import type { DailyFilter } from "@/lib/store/spend/daily-filter";
import type { DailyDimension } from "@/lib/store/spend/group-statement";
import { DAY_MS } from "@/lib/time/period";
import { dayBounds } from "@/lib/time/time-zone";
import { LAST_DAY } from "./rows";

/** A report or a list, and how long it may take. */
export interface Question {
  readonly name: string;
  /** The longest median, in milliseconds. */
  readonly limit: number;
  readonly ask: (reader: ReportReader) => Promise<unknown>;
}

const NEWEST: CallOrder = { sort: "started_at", order: "desc" };
const MOST_EXPENSIVE: CallOrder = { sort: "spend", order: "desc" };

function list(name: string, limit: number, filter: CallFilter, order = NEWEST, number = 1): Question {
  const page: CallPage = { ...order, from: { number }, size: 50, isCounted: true };
  return { name: `logs ${name}`, limit, ask: (reader) => reader.listCalls([filter], page, EVERY_NAME) };
}

function report(
  name: string,
  limit: number,
  days: number,
  filter: Partial<DailyFilter>,
  by: DailyDimension[],
): Question {
  const period = { from: LAST_DAY - (days - 1) * DAY_MS, to: LAST_DAY };
  const whole: DailyFilter = {
    entityType: "all",
    ...(filter.entityType ? {} : { entityId: "" }),
    ...period,
    ...filter,
  };
  return {
    name: `report ${name}, ${days} days`,
    limit,
    ask: (reader) => reader.report({ filter: whole, dimensions: by, limit: 1_000 }),
  };
}

/**
 * The 14 largest payers on each day, all others together, and the calls without such a payer: the data of a chart in
 * *Spend*.
 */
function largest(name: string, limit: number, days: number, entityType: EntityType): Question {
  const period = { from: LAST_DAY - (days - 1) * DAY_MS, to: LAST_DAY };
  const whole = { entityType: "all", entityId: "", ...period } as const;
  const question = { filter: { entityType, ...period }, whole, dimensions: ["day", "entity"], limit: 10_000 } as const;
  return {
    name: `report of the 14 largest ${name} by day, ${days} days`,
    limit,
    ask: (reader) => reader.largest({ ...question, count: 14, measure: "spend", hasRest: true }),
  };
}

/** A report of the days of another zone, or of hours. */
function zoned(
  name: string,
  limit: number,
  days: number,
  filter: Partial<DailyFilter>,
  by: DailyDimension[],
): Question {
  const bounds = dayBounds("Europe/Berlin", LAST_DAY - (days - 1) * DAY_MS, LAST_DAY);
  return report(`${name}, in Berlin`, limit, days, { ...filter, zoned: { bounds, source: "hours" } }, by);
}

/** Every list and report of 90 days. `lastPage` is the number of the last page of calls. */
export const questions = (lastPage: number): Question[] => [
  list("all, page 1", 500, {}),
  list("all, page 2000", 500, {}, NEWEST, Math.min(2_000, lastPage)),
  list("all, the middle page", 500, {}, NEWEST, Math.ceil(lastPage / 2)),
  list("all, the last page", 500, {}, NEWEST, lastPage),
  list("all, most expensive", 500, {}, MOST_EXPENSIVE),
  list("all, the last page by spend", 500, {}, MOST_EXPENSIVE, lastPage),
  list("all, most tokens", 500, {}, { sort: "total_tokens", order: "desc" }),
  list("all, slowest", 500, {}, { sort: "duration_ms", order: "desc" }),
  list("of a deployment", 500, { deployment: "deployment-3" }),
  list("of an unknown deployment", 100, { deployment: "unknown" }),
  list("failed", 500, { status: "error" }),
  list("interrupted", 100, { status: "interrupted" }),
  list("failed at a provider", 500, { status: "error", provider: "provider-3" }),
  list("of a route without calls", 100, { route: "/embeddings" }),
  list("of an unknown model pattern", 100, { model: "x-*" }),
  list("of a model pattern", 500, { model: "upstream-*" }),
  list("of an unknown tag", 100, { tag: "unknown" }),
  list("of a rare tag", 100, { tag: "rare-1" }),
  list("of a common tag", 500, { tag: "tag-3" }),
  list("of a team", 500, { teamId: "team-7" }),
  list("of a team, most expensive", 500, { teamId: "team-7" }, MOST_EXPENSIVE),
  list("of a user", 500, { userId: "user-7" }),
  list("of an unknown organisation", 100, { organizationId: "unknown" }),
  list("without a price", 500, { priceState: "unpriced" }),
  list("of one id", 100, { anyId: "unknown" }),
  list("of a day, most expensive", 500, { from: LAST_DAY, until: LAST_DAY + DAY_MS }, MOST_EXPENSIVE),
  report("by day", 500, 90, {}, ["day"]),
  report("by model", 500, 90, {}, ["model"]),
  report("by tag", 500, 90, { entityType: "tag" }, ["entity"]),
  report("by team", 500, 30, { entityType: "team" }, ["entity"]),
  report("by team", 500, 90, { entityType: "team" }, ["entity"]),
  report("by user", 500, 30, { entityType: "user" }, ["entity"]),
  report("by user", 1_000, 90, { entityType: "user" }, ["entity"]),
  report("by key", 1_000, 90, { entityType: "key" }, ["entity"]),
  report("by end user", 500, 90, { entityType: "end_user" }, ["entity"]),
  report("by team and user", 500, 90, { entityType: "member" }, ["memberTeam", "memberUser"]),
  report("by day and user", 500, 90, { entityType: "user" }, ["day", "entity"]),
  report("of a team by user", 500, 90, { entityType: "member", memberTeamId: "team-7" }, ["memberUser"]),
  largest("teams", 500, 90, "team"),
  largest("users", 500, 90, "user"),
  largest("end users", 1_000, 90, "end_user"),
  zoned("by day", 500, 90, {}, ["day"]),
  zoned("by hour", 500, 30, {}, ["hour"]),
  zoned("by model", 500, 90, {}, ["model"]),
  zoned("by day and model", 500, 90, {}, ["day", "model"]),
  zoned("by team", 500, 90, { entityType: "team" }, ["entity"]),
  zoned("by day and team", 500, 90, { entityType: "team" }, ["day", "entity"]),
  zoned("of a team by day", 500, 90, { entityType: "team", entityId: "team-7" }, ["day"]),
  zoned("of a user by day", 500, 90, { entityType: "user", entityId: "user-7" }, ["day"]),
  zoned("by user", 1_000, 90, { entityType: "user" }, ["entity"]),
  zoned("by day and user", 1_000, 90, { entityType: "user" }, ["day", "entity"]),
];
