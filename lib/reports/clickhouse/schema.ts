import { type CallField, STORED_COLUMNS } from "@/lib/calls/columns";

/** The oldest ClickHouse that has all we use, as the first part of its version. */
export const OLDEST_CLICKHOUSE = 24;

/** The table of calls. Its name leaves room for other tables of the same database. */
export const CALLS_TABLE = "gateway_calls";
/** Sums of the hours of a day, of whole days and of whole weeks, and which of them count. */
export const HOURS_TABLE = "gateway_hours";
export const DAYS_TABLE = "gateway_days";
export const WEEKS_TABLE = "gateway_weeks";
/** The calls of whole days once more, in the order of their payers. */
export const PAYERS_TABLE = "gateway_payer_calls";
export const SUMMED_TABLE = "gateway_summed_days";
/** The steps of the schema that have been taken. */
export const SCHEMA_TABLE = "gateway_schema";

const FEW = "LowCardinality(String)";

/** The types of the columns; amounts and times are exact, as in PostgreSQL. */
const TYPES: ReadonlyMap<string, string> = new Map(
  STORED_COLUMNS.map((column) => [column.name, clickHouseType(column)]),
);

function clickHouseType({ type, usual, mayLack, few }: (typeof STORED_COLUMNS)[number]): string {
  if (type === "time") return "DateTime64(3, 'UTC')";
  if (type === "dollars") return "Decimal(20, 9)";
  if (type === "choice") return FEW;
  if (type === "names") return "Array(String)";
  if (type === "tried") return "String";
  const held = type === "text" ? "String" : "Int32";
  const orNone = usual === "null" || mayLack === true ? `Nullable(${held})` : held;
  return few === true ? `LowCardinality(${orNone})` : orNone;
}

/** Ids by which single calls or few of them are looked for. None of them ever changes. */
const LOOKED_FOR = [
  "call_id",
  "request_id",
  "upstream_request_id",
  "trace_id",
  "session_id",
  "key_id",
  "user_id",
  "end_user_id",
];

/** Lets `FINAL` skip granules by these indexes and that of tags. */
export const SKIPPING = { use_skip_indexes_if_final: 1 };

/**
 * `ReplacingMergeTree(revision)` keeps the row with the highest revision of each sorting key, and reading with `FINAL`
 * sees no other. The key is (started_at, call_id): both stand fixed from the call's beginning, so a call that is sent
 * again, re-priced or not, replaces itself and is never counted twice.
 *
 * Nothing is summed up as rows come in. A materialised view would add a repeated or re-priced row to its sums once
 * more, and no later insert could take it away. Whole days are summed up afterwards instead (`sums.ts`).
 */
function callsTable(cluster: string | undefined): string {
  const columns = STORED_COLUMNS.filter(({ clickHouseStep }) => clickHouseStep === undefined).map(
    ({ name }) => `${name} ${TYPES.get(name)}`,
  );
  return `CREATE TABLE IF NOT EXISTS ${CALLS_TABLE}${onCluster(cluster)} (
  ${[...columns, "booked_at DateTime64(3, 'UTC')", "revision UInt32", "booking UInt64", ...LOOKED_FOR.map(indexOf), "INDEX tags_bloom tags TYPE bloom_filter(0.01) GRANULARITY 4", BOOKING_RANGE].join(",\n  ")}
) ENGINE = ${cluster === undefined ? "" : "Replicated"}ReplacingMergeTree(revision)
PARTITION BY toYYYYMM(started_at) ORDER BY (started_at, call_id)${cluster === undefined ? " SETTINGS non_replicated_deduplication_window = 1000" : ""}`;
}

/** Calls arrive in the order of their bookings, so parts and granules without late ones are passed over. */
const BOOKING_RANGE = "INDEX booking_range booking TYPE minmax GRANULARITY 1";

function indexOf(column: string): string {
  return `INDEX ${column}_bloom ${column} TYPE bloom_filter(0.01) GRANULARITY 4`;
}

/** ` ON CLUSTER '…'`; the name has no quotes. */
function onCluster(cluster: string | undefined): string {
  return cluster === undefined ? "" : ` ON CLUSTER '${cluster}'`;
}

/** The table in which taken steps are noted. */
export function schemaTable(cluster: string | undefined): string {
  return `CREATE TABLE IF NOT EXISTS ${SCHEMA_TABLE}${onCluster(cluster)} (step UInt32, taken_at DateTime64(3, 'UTC') DEFAULT now64(3))
ENGINE = ${cluster === undefined ? "" : "Replicated"}ReplacingMergeTree(taken_at) ORDER BY step`;
}

/** Sums of calls by kind of entity. Only those of a round that `SUMMED_TABLE` names count. */
function sumsTable(name: string, time = ""): Step {
  return (cluster) => `CREATE TABLE IF NOT EXISTS ${name}${onCluster(cluster)} (
  day Date, round UInt64, ${time}kind ${FEW}, entity String, member_team String, member_user String, model ${FEW}, provider ${FEW},
  spend Decimal(38, 9), calls UInt64, failed_calls UInt64, prompt_tokens Int64, completion_tokens Int64, unpriced_calls UInt64
) ENGINE = ${cluster === undefined ? "" : "Replicated"}MergeTree PARTITION BY toYYYYMM(day) ORDER BY (day, round, kind, entity)`;
}

function summedTable(cluster: string | undefined): string {
  return `CREATE TABLE IF NOT EXISTS ${SUMMED_TABLE}${onCluster(cluster)} (table_ids String, day Date, round UInt64, through UInt64)
ENGINE = ${cluster === undefined ? "" : "Replicated"}ReplacingMergeTree(round) ORDER BY (table_ids, day)`;
}

/** The columns that filters, orders and sums of calls look at. */
export const PAYER_CALL_COLUMNS = [
  "call_id",
  "started_at",
  "duration_ms",
  "status",
  "route",
  "requested_model",
  "model",
  "provider",
  "deployment",
  "prompt_tokens",
  "completion_tokens",
  "total_tokens",
  "spend",
  "price_state",
  "key_id",
  "user_id",
  "team_id",
  "organization_id",
  "end_user_id",
  "tags",
  "team_organization_id",
  "issuer",
  "mcp_server",
] as const satisfies readonly CallField[];

/**
 * The calls of a payer are in nearly every granule of every day of the table of calls, and here in one or two of each
 * day. Only those of a round that `SUMMED_TABLE` names count, and these are exact: no call is there twice. Each day is
 * a partition, so that a round that is removed has only its own day rewritten.
 */
function payerCallsTable(cluster: string | undefined): string {
  const columns = PAYER_CALL_COLUMNS.map((name) => `${name} ${TYPES.get(name)}`);
  const indexes = ["key_id", "user_id", "end_user_id"].map(
    (name) => `INDEX ${name}_bloom ${name} TYPE bloom_filter(0.01) GRANULARITY 1`,
  );
  return `CREATE TABLE IF NOT EXISTS ${PAYERS_TABLE}${onCluster(cluster)} (
  ${["day Date", "round UInt64", ...columns, ...indexes].join(",\n  ")}
) ENGINE = ${cluster === undefined ? "" : "Replicated"}MergeTree PARTITION BY day ORDER BY (day, round, team_id, user_id, key_id) SETTINGS allow_nullable_key = 1`;
}

/** All of them: one that is missing is created again. */
export const TABLES: readonly string[] = [
  SCHEMA_TABLE,
  CALLS_TABLE,
  DAYS_TABLE,
  SUMMED_TABLE,
  HOURS_TABLE,
  WEEKS_TABLE,
  PAYERS_TABLE,
];

type Step = (cluster: string | undefined) => string;

/** Adds a column. Calls that are there already stay without it. */
function addColumn(name: CallField): Step {
  return (cluster) =>
    `ALTER TABLE ${CALLS_TABLE}${onCluster(cluster)} ADD COLUMN IF NOT EXISTS ${name} ${TYPES.get(name)}`;
}

/** The steps of the schema by their numbers. A released step never changes, and each may be taken twice. */
const STEPS: ReadonlyMap<number, Step> = new Map<number, Step>([
  [1, callsTable],
  [2, sumsTable(DAYS_TABLE)],
  [3, summedTable],
  [5, sumsTable(HOURS_TABLE, "hour DateTime('UTC'), ")],
  [6, sumsTable(WEEKS_TABLE)],
  [7, payerCallsTable],
  ...STORED_COLUMNS.flatMap(({ name, clickHouseStep }): [number, Step][] =>
    clickHouseStep === undefined ? [] : [[clickHouseStep, addColumn(name)]],
  ),
]);

/** The steps from the first on. */
export const SCHEMA_STEPS: readonly Step[] = [...STEPS].sort(([one], [other]) => one - other).map(([, step]) => step);
