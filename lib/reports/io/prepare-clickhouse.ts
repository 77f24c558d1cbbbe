import type { AnalyticsSettings } from "@/lib/config/observability/analytics-settings";
import { type ClickHouse, ClickHouseError } from "@/lib/reports/clickhouse/clickhouse";
import {
  CALLS_TABLE,
  OLDEST_CLICKHOUSE,
  SCHEMA_STEPS,
  SCHEMA_TABLE,
  schemaTable,
  TABLES,
} from "@/lib/reports/clickhouse/schema";
import { ADVISORY_LOCKS } from "@/lib/store/advisory-locks";
import type { Database } from "@/lib/store/database";
import { underLock } from "@/lib/store/under-lock";

/** A server of the cluster that is away takes the step when it comes back: the others do not wait for it. */
const ON_CLUSTER = { distributed_ddl_task_timeout: 15, distributed_ddl_output_mode: "null_status_on_timeout" };

/** ClickHouse's code for a database that does not exist. */
const UNKNOWN_DATABASE = 81;

/**
 * Checks the version, makes or extends the schema, and answers the id of the table of calls. A table that was created
 * again or restored has another id, and so it gets all calls from the beginning. @throws ClickHouseError
 */
export async function prepareClickHouse(
  clickhouse: ClickHouse,
  { database: name, cluster }: AnalyticsSettings,
  database: Pick<Database, "pool">,
): Promise<string> {
  await checkServer(clickhouse, name);
  if ((await takenSteps(clickhouse)) < SCHEMA_STEPS.length)
    await underLock(database, ADVISORY_LOCKS.clickHouseSchema, () => takeSteps(clickhouse, cluster));
  return readTableId(clickhouse);
}

async function checkServer(clickhouse: ClickHouse, name: string): Promise<void> {
  const version = await clickhouse.version();
  if (!(Number.parseInt(version, 10) >= OLDEST_CLICKHOUSE)) throw tooOld(version);
  const rows = await clickhouse.query({
    sql: "SELECT count() FROM system.databases WHERE name = {name:String}",
    parameters: { name },
    // A database that every server has, because ours may not exist yet.
    settings: { database: "system" },
  });
  if (Number(rows[0]?.[0]) > 0) return;
  throw new ClickHouseError(
    `it has no database ${name}: CREATE DATABASE ${name.includes("-") ? `\`${name}\`` : name}, and let the user of ANALYTICS_URL create tables in it`,
    UNKNOWN_DATABASE,
  );
}

function tooOld(version: string): ClickHouseError {
  const said = /^\d+(\.\d+){1,3}/.exec(version)?.[0];
  return new ClickHouseError(
    `it is ClickHouse ${said ?? "of an unknown version"}, and ${OLDEST_CLICKHOUSE} or newer is needed`,
  );
}

/** How many steps of the schema are taken. */
async function takenSteps(clickhouse: ClickHouse): Promise<number> {
  const tables = await clickhouse.query({
    sql: `SELECT count() FROM system.tables WHERE database = currentDatabase() AND name IN (${TABLES.map((table) => `'${table}'`).join(", ")})`,
  });
  if (Number(tables[0]?.[0]) < TABLES.length) return 0;
  const rows = await clickhouse.query({ sql: `SELECT max(step) FROM ${SCHEMA_TABLE}` });
  return Number(rows[0]?.[0] ?? 0);
}

async function takeSteps(clickhouse: ClickHouse, cluster: string | undefined): Promise<void> {
  const settings = cluster === undefined ? {} : ON_CLUSTER;
  await clickhouse.run({ sql: schemaTable(cluster), settings });
  const taken = await takenSteps(clickhouse);
  for (const [index, step] of SCHEMA_STEPS.entries()) {
    if (index < taken) continue;
    await clickhouse.run({ sql: step(cluster), settings });
    await clickhouse.run({ sql: `INSERT INTO ${SCHEMA_TABLE} (step) VALUES (${index + 1})` });
  }
}

async function readTableId(clickhouse: ClickHouse): Promise<string> {
  const rows = await clickhouse.query({
    sql: `SELECT toString(uuid) FROM system.tables WHERE database = currentDatabase() AND name = '${CALLS_TABLE}'`,
  });
  const id = String(rows[0]?.[0] ?? "");
  if (/[1-9a-f]/.test(id)) return id;
  throw new ClickHouseError("its tables have no ids: the database must have the engine Atomic or Replicated");
}
