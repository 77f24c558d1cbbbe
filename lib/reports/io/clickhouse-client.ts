import type { AnalyticsSettings } from "@/lib/config/observability/analytics-settings";
import {
  type Cell,
  type ClickHouse,
  ClickHouseError,
  escapedParameter,
  type Row,
  type Statement,
} from "@/lib/reports/clickhouse/clickhouse";
import { isObject } from "@/lib/is-object";
import type { Upstreams } from "@/lib/upstream/pools";

const CONNECT_MS = 5_000;
/** ClickHouse ends a query by itself after this many seconds. */
const QUERY_SECONDS = 30;
const GRACE_MS = 5_000;
/** A batch may take long where disks are slow; if it were given up, the next attempt would find the same disks. */
const INSERT_MS = 300_000;
/** The most that is read of an answer. */
const MOST_BYTES = 128 * 1024 * 1024;
/** How many characters at the end of an answer are searched for the error that broke it off. */
const MOST_OF_AN_ERROR = 16_384;

/** Settings by which the status says whether a query has failed, and numbers arrive exactly. */
const ANSWERS = {
  default_format: "JSONCompact",
  wait_end_of_query: 1,
  output_format_json_quote_64bit_integers: 1,
  output_format_json_quote_decimals: 1,
  cancel_http_readonly_queries_on_client_close: 1,
  // A month has all revisions of its calls, because a call never changes its start.
  do_not_merge_across_partitions_select_final: 1,
  max_execution_time: QUERY_SECONDS,
};
/** Settings by which an insert is cut into the same blocks each time, and answered once it is stored. */
const INSERTS = {
  wait_end_of_query: 1,
  async_insert: 0,
  date_time_input_format: "best_effort",
  input_format_parallel_parsing: 0,
  input_format_skip_unknown_fields: 1,
  input_format_json_read_arrays_as_strings: 1,
};

/**
 * Speaks to a ClickHouse over its HTTP interface. On a cluster, an insert has arrived when a majority of the replicas
 * has it.
 */
export function createClickHouse(
  { origin, database, user, password, cluster }: AnalyticsSettings,
  upstreams: Pick<Upstreams, "pool">,
  options: { readonly timeoutMs?: number; readonly insertMs?: number } = {},
): ClickHouse {
  const { timeoutMs = QUERY_SECONDS * 1_000 + GRACE_MS, insertMs = INSERT_MS } = options;

  async function send(
    search: Readonly<Record<string, string | number>>,
    body: string,
    signal?: AbortSignal,
    withinMs = timeoutMs,
  ): Promise<Buffer> {
    const query = new URLSearchParams({ database });
    for (const [name, value] of Object.entries(search)) query.set(name, String(value));
    const timeout = AbortSignal.timeout(withinMs);
    try {
      const answer = await upstreams.pool(origin, CONNECT_MS).request({
        method: "POST",
        path: `/?${query.toString()}`,
        headers: {
          "user-agent": "model-gateway",
          "content-type": "text/plain; charset=utf-8",
          "accept-encoding": "identity",
          "x-clickhouse-user": encodedHeader(user),
          "x-clickhouse-key": encodedHeader(password.reveal()),
        },
        body,
        headersTimeout: withinMs,
        bodyTimeout: withinMs,
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      const bytes = await readBytes(answer.body);
      const code = answer.headers["x-clickhouse-exception-code"];
      if (answer.statusCode === 200 && code === undefined) return bytes;
      throw refusal(answer.statusCode, code, bytes.toString("utf8"));
    } catch (error) {
      if (error instanceof ClickHouseError) throw error;
      throw new ClickHouseError(timeout.aborted ? "it did not answer in time" : unreachable(error), undefined, true);
    }
  }

  const searchOf = ({ parameters = {}, settings = {} }: Statement): Record<string, string | number> => ({
    ...settings,
    ...Object.fromEntries(
      Object.entries(parameters).map(([name, value]) => [`param_${name}`, escapedParameter(value)]),
    ),
  });

  return {
    version: async () =>
      (await send({ database: "system", default_format: "TabSeparated" }, "SELECT version()")).toString().trim(),
    async query(statement, signal) {
      return rowsOf((await send({ ...ANSWERS, ...searchOf(statement) }, statement.sql, signal)).toString("utf8"));
    },
    read: (statement, format, signal) =>
      send({ ...ANSWERS, default_format: format, ...searchOf(statement) }, statement.sql, signal),
    async run(statement, signal) {
      expectNoError(await send({ wait_end_of_query: 1, ...searchOf(statement) }, statement.sql, signal));
    },
    async insert(table, lines, token, signal) {
      const search = {
        ...INSERTS,
        ...(cluster !== undefined && { insert_quorum: "auto" }),
        insert_deduplication_token: token,
        query: `INSERT INTO ${table} FORMAT JSONEachRow`,
      };
      expectNoError(await send(search, `${lines.join("\n")}\n`, signal, Math.max(timeoutMs, insertMs)));
    },
  };
}

/** An answer that breaks off has the error after its first rows, within their JSON or in place of its end. */
function rowsOf(text: string): Row[] {
  const answer = parsed(text);
  const data = isObject(answer) && !("exception" in answer) ? answer["data"] : undefined;
  if (Array.isArray(data)) return data.filter(isRow);
  const error = isObject(answer) ? String(answer["exception"]) : text.slice(-MOST_OF_AN_ERROR);
  throw errorIn(error) ?? new ClickHouseError("its answer is none of ClickHouse's", undefined, true);
}

/**
 * A statement that fails after its answer has begun is answered with 200, and the error follows what was answered by
 * then.
 */
function expectNoError(answer: Buffer): void {
  const text = answer.subarray(-MOST_OF_AN_ERROR).toString("utf8");
  const error = /(?:^|\n)Code: \d+\. DB::/.test(text) ? errorIn(text) : undefined;
  if (error) throw error;
}

/** The JSON of a string; undefined: it is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRow(value: unknown): value is Cell[] {
  return Array.isArray(value);
}

/** HTTP carries bytes, which undici takes as the characters of Latin-1. */
function encodedHeader(value: string): string {
  return Buffer.from(value, "utf8").toString("latin1");
}

async function readBytes(body: AsyncIterable<Uint8Array> & { destroy(): unknown }): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MOST_BYTES) throw new ClickHouseError("its answer is larger than 128 MiB");
  }
  return Buffer.concat(chunks);
}

function refusal(status: number, header: unknown, text: string): ClickHouseError {
  return (
    errorIn(text, typeof header === "string" ? header : undefined) ??
    new ClickHouseError(`it answered ${status}`, undefined, status >= 500)
  );
}

/** The error that a string tells of. Only its number and name are repeated: the rest of its text may have data. */
function errorIn(text: string, number = /Code: (\d+)\. /.exec(text)?.[1]): ClickHouseError | undefined {
  const code = Number(number);
  if (!Number.isInteger(code) || code === 0) return undefined;
  const name = /\(([A-Z][A-Z_]{2,60})\)/.exec(text)?.[1];
  const hint = HINTS[code];
  return new ClickHouseError(
    `it answered error ${code}${name === undefined ? "" : ` (${name})`}${hint === undefined ? "" : `: ${hint}`}`,
    code,
    isPassing(code),
  );
}

const NOT_LET_IN = "check the user and the password of ANALYTICS_URL";
/**
 * What to do about an error. UNKNOWN_USER, WRONG_PASSWORD, REQUIRED_PASSWORD, AUTHENTICATION_FAILED; ACCESS_DENIED;
 * READONLY; NOT_ENOUGH_SPACE; TOO_MANY_PARTS.
 */
const HINTS: Readonly<Record<number, string>> = {
  192: NOT_LET_IN,
  193: NOT_LET_IN,
  194: NOT_LET_IN,
  516: NOT_LET_IN,
  497: "the user of ANALYTICS_URL needs the grants of docs/guides/analytics.md",
  164: "the user of ANALYTICS_URL must not be read-only",
  243: "give its disk more room",
  252: "it merges parts more slowly than calls come: look at its disk and its system.merges",
};

/**
 * Errors that may pass by themselves: TIMEOUT_EXCEEDED, TOO_MANY_SIMULTANEOUS_QUERIES, MEMORY_LIMIT_EXCEEDED,
 * TABLE_IS_READ_ONLY, TOO_FEW_LIVE_REPLICAS.
 */
const PASSING: ReadonlySet<number> = new Set([159, 202, 241, 242, 285]);

function isPassing(code: number): boolean {
  return PASSING.has(code);
}

function unreachable(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : undefined;
  return `it cannot be reached, or the connection broke${code === undefined ? "" : ` (${code})`}`;
}
