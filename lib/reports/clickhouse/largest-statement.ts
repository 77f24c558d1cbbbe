import type { LargestAnswer } from "@/lib/reports/report-reader";
import { type DailyDimension, isTime, type SpendGroup } from "@/lib/store/spend/group-statement";
import type { LargestFigures } from "@/lib/store/spend/largest-over-time";
import { Parameters, type Row, type Statement } from "./clickhouse";
import type { KnownSums } from "./plan-report";
import { groupsOf, MEASURED, shownAs, spendAnswer, type Splitting, SUM_NAMES } from "./report-statement";
import { SKIPPING } from "./schema";

/**
 * The query of some groups over time, and of all others together in one row for each time. A row has the cells of
 * `reportStatement`, then the totals of all groups, and then whether it is one of the groups.
 */
export function largestStatement(
  { filter, dimensions, limit, measure }: LargestFigures,
  largest: readonly SpendGroup[],
  known: KnownSums = {},
): Statement {
  const parameters = new Parameters();
  const names = dimensions.filter((name) => !isTime(name));
  const listed = largest.map((group) => `(${names.map((name) => parameters.bind(group[name] ?? "")).join(", ")})`);
  const splitting: Splitting = { names, listed: listed.join(", ") };
  const aliases = dimensions.map((name, at) => ({ name, alias: `g${at}` }));
  const isLargest = `g${dimensions.length}`;
  const order = [
    ...aliases.filter(({ name }) => isTime(name)).map(({ alias }) => alias),
    `${isLargest} DESC`,
    `${MEASURED[measure]} DESC`,
    ...aliases.filter(({ name }) => !isTime(name)).map(({ alias }) => alias),
  ];
  const totals = SUM_NAMES.map((name) => `sum(${name}) OVER () AS all_${name}`);
  const shown = [
    ...aliases.map(({ name, alias }) => shownAs(name, alias)),
    ...[...SUM_NAMES, ...SUM_NAMES.map((name) => `all_${name}`)].map((name) => `toString(${name})`),
    `toString(${isLargest})`,
  ];
  const end = `ORDER BY ${order.join(", ")} LIMIT ${limit}`;
  return {
    sql: `SELECT ${shown.join(", ")} FROM (SELECT *, ${totals.join(", ")}
      FROM (${groupsOf({ filter, dimensions, splitting }, known, parameters)}) ${end}) ${end}`,
    parameters: parameters.values,
    settings: SKIPPING,
  };
}

/** The rows of `largestStatement`: those of its groups, those of all others, and the totals. */
export function largestAnswer(
  rows: readonly Row[],
  dimensions: readonly DailyDimension[],
): Pick<LargestAnswer, "groups" | "others" | "totals"> {
  const { groups, totals } = spendAnswer(rows, dimensions);
  const isOfOthers = (at: number): boolean => String(rows[at]?.at(-1)) === "0";
  return {
    groups: groups.filter((_group, at) => !isOfOthers(at)),
    others: groups
      .filter((_group, at) => isOfOthers(at))
      .map(
        ({ entity: _id, memberTeam: _team, memberUser: _user, model: _model, provider: _provider, ...sums }) => sums,
      ),
    totals,
  };
}
