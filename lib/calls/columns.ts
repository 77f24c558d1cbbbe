import { CALL_STATUSES, UNIT_NAMES, USAGE_UNITS, type UnitColumn, type UsageUnit } from "@/lib/usage";

/**
 * One column of a call. From this table come the record, the journal's row and the literal that PostgreSQL books
 * (`scripts/generate-call-row.mjs` writes `generated-row.ts`), ClickHouse's columns, the fields of the API, the filters
 * of lists and the columns of exports.
 */
interface CallColumn {
  /** Its name in both databases, in the journal, in the API and in exports. */
  readonly name: string;
  /** Its member in the record; of a unit or of the usage's source, in the record's usage. */
  readonly member: string;
  /**
   * When its value is known. `intent`: before the call goes upstream. `served`: then too, until another deployment
   * serves the call. `outcome`, `usage`: at its end. `total`: it is the sum of the tokens.
   */
  readonly of: "intent" | "served" | "outcome" | "usage" | "total";
  readonly type:
    | "text"
    | "time"
    | "ms"
    | "number"
    | "count"
    | "choice"
    | "unit"
    | "dollars"
    | "names"
    | "tried"
    | "flag";
  /** The value that rows leave out when they are inserted. Absent: they state every value. */
  readonly usual?: "null" | "0" | "1" | "[]" | "false" | "call_id";
  /** Its description in the API. */
  readonly says?: string;
  /** Its description in the code, where that of the API does not say it. */
  readonly note?: string;
  /** All values of a choice, and the one that an unknown value is read as. */
  readonly choices?: readonly string[];
  readonly otherwise?: string;
  /** The database may have calls without it, although every new call has it. */
  readonly mayLack?: boolean;
  /** Lists can be filtered by the whole value; `says` describes the filter. */
  readonly filter?: { readonly says?: string };
  /** It has few values, such as the names of models and teams, which ClickHouse stores as numbers. */
  readonly few?: boolean;
  /** The step of ClickHouse's schema that adds it. Absent: the table is made with it. */
  readonly clickHouseStep?: number;
  /** Exports have it behind the names of the payers: spreadsheets know columns by place, so new ones come last. */
  readonly exportedLast?: boolean;
  /** `booking` reads it, and no table keeps it. `process`: only the process has it. Absent: both databases keep it. */
  readonly kept?: "booking" | "process";
}

const units = UNIT_NAMES.map(
  (unit) =>
    ({
      name: USAGE_UNITS[unit].column,
      member: unit,
      of: "usage",
      type: "unit",
      // Every row states the two units that nearly every call has.
      ...(unit !== "promptTokens" && unit !== "completionTokens" && { usual: "0" }),
      says: USAGE_UNITS[unit].says,
    }) as const satisfies CallColumn & { readonly name: UnitColumn; readonly member: UsageUnit },
);

/** The columns in the order in which the API shows them. */
export const COLUMNS = [
  { name: "call_id", member: "callId", of: "intent", type: "text", filter: {} },
  { name: "started_at", member: "startedAt", of: "intent", type: "time", note: "Milliseconds since the epoch." },
  { name: "duration_ms", member: "durationMs", of: "outcome", type: "ms" },
  { name: "upstream_ms", member: "upstreamMs", of: "outcome", type: "ms", usual: "null" },
  {
    name: "status",
    member: "status",
    of: "outcome",
    type: "choice",
    choices: CALL_STATUSES,
    otherwise: "error",
    filter: {},
  },
  { name: "http_status", member: "httpStatus", of: "outcome", type: "number", usual: "null" },
  {
    name: "route",
    member: "route",
    of: "intent",
    type: "text",
    note: "The canonical route, without `/v1`.",
    few: true,
    filter: {},
  },
  {
    name: "requested_model",
    member: "requestedModel",
    of: "intent",
    type: "text",
    few: true,
    filter: { says: "Only calls that asked for a model by this name" },
  },
  { name: "model", member: "model", of: "served", type: "text", note: "The upstream's name of the model.", few: true },
  { name: "provider", member: "provider", of: "served", type: "text", few: true, filter: {} },
  {
    name: "deployment",
    member: "deployment",
    of: "served",
    type: "text",
    note: "The id of the model list entry that served the call.",
    few: true,
    filter: {},
  },
  {
    name: "attempts",
    member: "attempts",
    of: "outcome",
    type: "count",
    usual: "1",
    says: "The number of attempts; the last one went to `deployment`.",
  },
  ...units,
  { name: "total_tokens", member: "", of: "total", type: "number" },
  {
    name: "usage_source",
    member: "source",
    of: "usage",
    type: "choice",
    choices: ["upstream", "estimated"],
    otherwise: "estimated",
  },
  {
    name: "spend",
    member: "spendNano",
    of: "outcome",
    type: "dollars",
    says: "Dollars",
    note: "Whole nano-dollars (1e-9 dollars).",
  },
  {
    name: "price_state",
    member: "priceState",
    of: "outcome",
    type: "choice",
    choices: ["priced", "unpriced", "free"],
    otherwise: "unpriced",
    filter: {},
  },
  { name: "price_version", member: "priceVersion", of: "outcome", type: "text", usual: "null", few: true },
  { name: "key_id", member: "keyId", of: "intent", type: "text", usual: "null", filter: {} },
  { name: "user_id", member: "userId", of: "intent", type: "text", usual: "null", filter: {} },
  { name: "team_id", member: "teamId", of: "intent", type: "text", usual: "null", few: true, filter: {} },
  { name: "organization_id", member: "organizationId", of: "intent", type: "text", usual: "null", few: true },
  { name: "end_user_id", member: "endUserId", of: "intent", type: "text", usual: "null", filter: {} },
  { name: "tags", member: "tags", of: "intent", type: "names", usual: "[]" },
  {
    name: "tried",
    member: "tried",
    of: "outcome",
    type: "tried",
    usual: "[]",
    says: "The failed attempts before `deployment`, in order.",
  },
  {
    name: "team_organization_id",
    member: "teamOrganizationId",
    of: "intent",
    type: "text",
    usual: "null",
    says: "The team's organisation, where the token named another: the call is charged to both.",
    few: true,
    exportedLast: true,
  },
  {
    name: "request_id",
    member: "requestId",
    of: "intent",
    type: "text",
    usual: "call_id",
    says: "The `x-request-id` of the answer: the caller's own, or else the `call_id`; null: an older call",
    note: "The `x-request-id` of the answer: the caller's own, or else the call's id.",
    mayLack: true,
    exportedLast: true,
  },
  {
    name: "upstream_request_id",
    member: "upstreamRequestId",
    of: "outcome",
    type: "text",
    usual: "null",
    says: "The upstream's own id of the last attempt",
    filter: { says: "Only the call with this id of the upstream's own (`x-upstream-request-id`)" },
    exportedLast: true,
  },
  {
    name: "trace_id",
    member: "traceId",
    of: "intent",
    type: "text",
    usual: "null",
    says: "Of the trace that the call is a part of",
    filter: { says: "Only calls of this trace, by the id in the caller's `traceparent`" },
    exportedLast: true,
  },
  {
    name: "decision_ms",
    member: "decisionMs",
    of: "intent",
    type: "ms",
    usual: "null",
    says: "How long authenticating and deciding took before `started_at`, without the upload of the body",
    exportedLast: true,
  },
  {
    name: "first_token_ms",
    member: "firstTokenMs",
    of: "outcome",
    type: "ms",
    usual: "null",
    says: "From `started_at` to the first content of a stream; null: it was not a stream, or nothing came",
    exportedLast: true,
  },
  {
    name: "issuer",
    member: "issuer",
    of: "intent",
    type: "text",
    usual: "null",
    says: "Of the token that made the call, in the console of the login; null: a key or the master key made it",
    note: "Of the caller's token or console login; null: the caller had a key or the master key.",
    few: true,
    filter: { says: "Only calls with a token of this issuer" },
    clickHouseStep: 4,
    exportedLast: true,
  },
  {
    name: "session_id",
    member: "sessionId",
    of: "intent",
    type: "text",
    usual: "null",
    says: "The caller's name for the session that the call belongs to, from a header or the body",
    filter: { says: "Only calls of this session, as the caller named it" },
    exportedLast: true,
  },
  {
    name: "mcp_server",
    member: "mcpServer",
    of: "intent",
    type: "text",
    usual: "null",
    says: "The server of the tool that was called; null: a model was called",
    few: true,
    filter: { says: "Only calls of tools of this server" },
    exportedLast: true,
  },
  {
    name: "mcp_tool",
    member: "mcpTool",
    of: "intent",
    type: "text",
    usual: "null",
    says: "The tool that was called, by its name at its server; null: a model was called",
    few: true,
    filter: { says: "Only calls of this tool, as its server names it" },
    exportedLast: true,
  },
  {
    name: "content",
    member: "content",
    of: "intent",
    type: "text",
    usual: "null",
    says: "What became of its prompt and answer: `kept`, `dropped` for lack of room, or `declined` by the caller; null: neither its team nor its key keeps them",
    note: "kept, dropped or declined; null: neither its team nor its key keeps content.",
    few: true,
    exportedLast: true,
  },
  {
    name: "end_user_signed",
    member: "endUserSigned",
    of: "intent",
    type: "flag",
    usual: "false",
    note: "A signed claim names the end user, so the name counts as no new one (`max_new_names_per_day`).",
    kept: "booking",
  },
  { name: "", member: "estimatedPromptTokens", of: "intent", type: "unit", kept: "process" },
] as const satisfies readonly CallColumn[];

type Column = (typeof COLUMNS)[number];
/** A column that both databases keep. */
export type StoredColumn = Exclude<Column, { readonly kept: string }>;
export type CallField = StoredColumn["name"];
/** A column whose whole value lists can be filtered by. */
export type FilterColumn = Extract<StoredColumn, { readonly filter: object }>;

type Described<Row extends Column> = CallColumn & Pick<Row, "name" | "member">;

/** The columns of `calls` that booking fills, in the order in which the API shows them. */
export const STORED_COLUMNS: readonly Described<StoredColumn>[] = COLUMNS.filter(
  (column): column is StoredColumn => !("kept" in column),
);
export const CALL_FIELDS: readonly CallField[] = STORED_COLUMNS.map(({ name }) => name);
export const FILTER_COLUMNS: readonly Described<FilterColumn>[] = COLUMNS.filter(
  (column): column is FilterColumn => "filter" in column,
);

/**
 * The columns of a row on its way into the database: first those that are known before the call goes upstream, so that
 * each half of the row is written at once. A database type has these fields, in this order.
 */
export const ROW_COLUMNS: readonly CallColumn[] = [true, false].flatMap((isKnownFirst) =>
  COLUMNS.filter((column) => column.name !== "" && (column.of === "intent") === isKnownFirst),
);

/** The names of these columns, in the order of the database type. */
export const CALL_ROW_FIELDS: readonly string[] = ROW_COLUMNS.map(({ name }) => name);

/** A released type never changes, because older processes go on using it: other columns bring another type. */
export const CALL_ROW_TYPE = "call_row";

/** Row separator in bulk inserts: ASCII RS, which no row contains. */
export const CALL_ROW_SEPARATOR = "\x1e";
