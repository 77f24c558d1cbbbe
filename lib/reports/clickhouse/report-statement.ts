import { ENTITY_KINDS, type EntityType } from "@/lib/entity-type";
import type { SpendAnswer, SpendQuestion } from "@/lib/reports/report-reader";
import type { DailyFilter } from "@/lib/store/spend/daily-filter";
import type { DailyDimension } from "@/lib/store/spend/spend-reports";
import { DAY_MS } from "@/lib/time/period";
import type { SpendSums } from "@/lib/wire/spend";
import { type Cell, Parameters, type Row, type Statement } from "./clickhouse";
import { exactDollars } from "./exact-dollars";
import { CALLS_TABLE } from "./schema";

/** The sums of a group, in this order. */
const SUMS = {
  spend: "sum(calls.spend)",
  calls: "count()",
  failed_calls: "countIf(status IN ('error', 'interrupted'))",
  prompt_tokens: "sum(calls.prompt_tokens)",
  completion_tokens: "sum(calls.completion_tokens)",
  unpriced_calls: "countIf(price_state = 'unpriced')",
} as const satisfies Readonly<Record<keyof SpendSums, string>>;

/** The entities that a call is charged to, as they are counted (see `CHARGED_ENTITIES`, the rule of PostgreSQL). */
interface Charged {
  /** The id of the entity. */
  readonly entity: string;
  /** The condition under which a call is charged to one. */
  readonly condition: string;
  /** Set where a call may be charged to several: the list of their ids, which becomes `entity`. */
  readonly several?: string;
}

const ORGANIZATIONS =
  "arrayDistinct(arrayFilter(id -> id IS NOT NULL, [CAST(organization_id, 'Nullable(String)'), CAST(team_organization_id, 'Nullable(String)')]))";
const MEMBER =
  "concat(replaceAll(replaceAll(assumeNotNull(team_id), '~', '~0'), '/', '~1'), '/', assumeNotNull(user_id))";

function chargedTo(type: EntityType, id: string | undefined, parameters: Parameters): Charged {
  const named = id === undefined ? undefined : parameters.bind(id);
  switch (type) {
    case "all":
      return { entity: "''", condition: named === undefined ? "1" : `${named} = ''` };
    case "organization":
      if (named === undefined) return { entity: "entity", condition: "1", several: ORGANIZATIONS };
      return { entity: named, condition: `(organization_id = ${named} OR team_organization_id = ${named})` };
    case "tag":
      if (named === undefined) return { entity: "entity", condition: "1", several: "arrayDistinct(tags)" };
      return { entity: named, condition: `has(tags, ${named})` };
    case "member": {
      const both = "team_id IS NOT NULL AND user_id IS NOT NULL";
      return { entity: MEMBER, condition: named === undefined ? both : `${both} AND ${MEMBER} = ${named}` };
    }
    default: {
      const column = ENTITY_KINDS[type].field;
      return { entity: column, condition: named === undefined ? `${column} IS NOT NULL` : `${column} = ${named}` };
    }
  }
}

function conditionOf(filter: DailyFilter, charged: Charged, parameters: Parameters): string {
  const columns = [
    ["team_id", filter.memberTeamId],
    ["user_id", filter.memberUserId],
    ["model", filter.model],
    ["provider", filter.provider],
  ] as const;
  return [
    charged.condition,
    `started_at >= ${parameters.bindTime(filter.zoned?.bounds[0] ?? filter.from)}`,
    `started_at < ${parameters.bindTime(filter.zoned?.bounds.at(-1) ?? filter.to + DAY_MS)}`,
    ...columns.flatMap(([column, value]) => (value === undefined ? [] : [`${column} = ${parameters.bind(value)}`])),
  ].join(" AND ");
}

/** The day of a call: the UTC day, or the one of the days of another zone between whose bounds it began. */
function dayOf({ from, zoned }: DailyFilter): string {
  if (!zoned) return "toDate(started_at)";
  const before = `arrayLastIndex(bound -> bound <= toUnixTimestamp64Milli(started_at), [${zoned.bounds.join(", ")}])`;
  return `toDate(${Math.floor(from / DAY_MS)}) + toIntervalDay(${before} - 1)`;
}

function isTime(name: DailyDimension): boolean {
  return name === "day" || name === "hour";
}

function shownAs(name: DailyDimension, alias: string): string {
  if (name === "hour") return `formatDateTime(${alias}, '%Y-%m-%dT%H:00:00Z', 'UTC')`;
  return name === "day" ? `toString(${alias})` : alias;
}

/** The query of a report: its groups in order, and the totals of all groups. */
export function reportStatement({ filter, dimensions, limit }: SpendQuestion): Statement {
  const parameters = new Parameters();
  const charged = chargedTo(filter.entityType, filter.entityId, parameters);
  const expressions: Readonly<Record<DailyDimension, string>> = {
    day: dayOf(filter),
    hour: "toStartOfHour(started_at)",
    entity: charged.entity,
    memberTeam: "team_id",
    memberUser: "user_id",
    model: "model",
    provider: "provider",
  };
  const groups = dimensions.map((name, at) => ({ name, alias: `g${at}` }));
  const order = [
    ...groups.filter(({ name }) => isTime(name)).map(({ alias }) => alias),
    "spend DESC",
    ...groups.filter(({ name }) => !isTime(name)).map(({ alias }) => alias),
  ];
  const aliases = groups.map(({ alias }) => alias);
  const sums = Object.keys(SUMS);
  const shown = [
    ...groups.map(({ name, alias }) => shownAs(name, alias)),
    ...sums.map((name) => `toString(${name})`),
    ...sums.map((name) => `toString(sum(${name}) OVER ())`),
  ];
  const sql = `SELECT ${shown.join(", ")} FROM (
      SELECT ${groups.map(({ name, alias }) => `${expressions[name]} AS ${alias}`).join(", ")},
        ${Object.entries(SUMS)
          .map(([name, sum]) => `${sum} AS ${name}`)
          .join(", ")}
      FROM ${CALLS_TABLE} AS calls FINAL${charged.several === undefined ? "" : ` ARRAY JOIN ${charged.several} AS entity`}
      WHERE ${conditionOf(filter, charged, parameters)} GROUP BY ${aliases.join(", ")})
    ORDER BY ${order.join(", ")} LIMIT ${limit}`;
  return { sql, parameters: parameters.values };
}

/** The groups of the answer, and the totals that each of its rows has behind its own sums. */
export function spendAnswer(rows: readonly Row[], dimensions: readonly DailyDimension[]): SpendAnswer {
  return {
    groups: rows.map((row) => {
      const { sums, spend } = sumsOf(row.slice(dimensions.length));
      return { ...Object.fromEntries(dimensions.map((name, at) => [name, String(row[at])])), ...sums, spend };
    }),
    totals: sumsOf(rows[0]?.slice(dimensions.length + Object.keys(SUMS).length) ?? []).sums,
  };
}

function sumsOf(cells: Row): { readonly sums: SpendSums; readonly spend: string } {
  const [spend, calls, failed, prompt, completion, unpriced] = cells;
  const exact = exactDollars(String(spend ?? "0"));
  return {
    spend: exact,
    sums: {
      spend: Number(exact),
      calls: count(calls),
      failed_calls: count(failed),
      prompt_tokens: count(prompt),
      completion_tokens: count(completion),
      unpriced_calls: count(unpriced),
    },
  };
}

function count(cell: Cell | undefined): number {
  return Number(cell ?? 0);
}
