import { setTimeout as pause } from "node:timers/promises";
import type { AnalyticsSettings } from "@/lib/config/observability/analytics-settings";
import { CURSOR_PREFIX } from "@/lib/reports/analytics";
import { ClickHouseError, Parameters } from "@/lib/reports/clickhouse/clickhouse";
import { exactDollars } from "@/lib/reports/clickhouse/exact-dollars";
import { CALLS_TABLE } from "@/lib/reports/clickhouse/schema";
import { compareDays, type DayDifference, differenceLines } from "@/lib/reports/compare-days";
import { type ArrivedDays, type DaySums, readArrivedDays } from "@/lib/store/cursors/arrived-days";
import type { Database } from "@/lib/store/database";
import type { Upstreams } from "@/lib/upstream/pools";
import { createClickHouse } from "./clickhouse-client";
import { prepareClickHouse } from "./prepare-clickhouse";

export interface AnalyticsAudit {
  /**
   * 0: ClickHouse has every call that has arrived, as PostgreSQL has it. 1: it differs. 2: it could not be compared.
   */
  readonly exitCode: 0 | 1 | 2;
  readonly output: string;
}

/** A batch that arrives while both databases are read makes a difference that is gone at the next look. */
const LOOKS = 3;
const PAUSE_MS = 2_000;

/** Compares the calls of each day in both databases, up to the last one that is known to have arrived. */
export async function auditAnalytics(
  settings: AnalyticsSettings,
  database: Database,
  upstreams: Upstreams,
): Promise<AnalyticsAudit> {
  // The audit reads every call, which may take a day.
  const clickhouse = createClickHouse(settings, upstreams, { timeoutMs: 86_400_000 });
  let differences: readonly DayDifference[] = [];
  try {
    const cursor = CURSOR_PREFIX + (await prepareClickHouse(clickhouse, settings, database));
    for (let look = 1; look <= LOOKS; look++) {
      const arrived = await readArrivedDays(database, cursor);
      if (!arrived) return { exitCode: 2, output: "ClickHouse is still being filled; compare again once it is.\n" };
      differences = compareDays(arrived.days, await readDays(arrived));
      if (differences.length === 0) return { exitCode: 0, output: "ClickHouse has the same calls.\n" };
      if (look < LOOKS) await pause(PAUSE_MS);
    }
  } catch (error) {
    if (!(error instanceof ClickHouseError)) throw error;
    return { exitCode: 2, output: `ClickHouse cannot be compared: ${error.message}\n` };
  }
  const output = `ClickHouse does not have the same calls (docs/guides/analytics.md says what to do):\n${differenceLines(differences)}\n`;
  return { exitCode: 1, output };

  async function readDays({ booking, from }: ArrivedDays): Promise<DaySums[]> {
    const parameters = new Parameters();
    const conditions = [
      `booking <= ${parameters.bind(String(booking), "Int64")}`,
      ...(from === undefined ? [] : [`started_at >= ${parameters.bindTime(from)}`]),
    ];
    const rows = await clickhouse.query({
      sql: `SELECT toString(toDate(started_at)) AS day, count(), toString(sum(spend)), toString(sum(total_tokens))
        FROM ${CALLS_TABLE} FINAL WHERE ${conditions.join(" AND ")} GROUP BY day`,
      parameters: parameters.values,
      settings: { max_execution_time: 86_400 },
    });
    return rows.map(([day, calls, spend, tokens]) => ({
      day: String(day),
      calls: Number(calls),
      spend: exactDollars(String(spend)),
      tokens: String(tokens),
    }));
  }
}
