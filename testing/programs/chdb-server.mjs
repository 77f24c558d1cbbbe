// The HTTP interface of a ClickHouse for tests, around the engine as a library: node chdb-server.mjs MODULES DATA PORT
// KEY
import { createRequire } from "node:module";
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { join } from "node:path";

const [modules = "", data = "", port = "", key = ""] = process.argv.slice(2);
const { Session } = createRequire(join(modules, "package.json"))("chdb");
const session = new Session(data);
/** Parameters of the interface itself, which are not settings of the engine. */
const INTERFACE = new Set(["query", "database", "default_format", "wait_end_of_query"]);

const quoted = (/** @type {string} */ text) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;

/**
 * Runs one statement with the settings and parameters of its request.
 * @param {URLSearchParams} search
 * @param {string} body
 * @returns {string}
 */
function answer(search, body) {
  const database = search.get("database");
  if (database !== null) session.query(`USE \`${database}\``);
  session.query("SET insert_deduplication_token = ''");
  for (const [name, value] of search) if (!INTERFACE.has(name)) session.query(`SET ${name} = ${quoted(value)}`);
  const query = search.get("query");
  return run(query === null ? body : `${query}\n${body}`, search.get("default_format") ?? "TabSeparated");
}

/**
 * Runs a statement. The engine checks one for a cluster but has no worker that would run it. A worker runs it on each
 * server, without the cluster and, if it makes a table, with the same id on every server.
 * @param {string} sql
 * @param {string} format
 * @returns {string}
 */
function run(sql, format) {
  try {
    return session.query(sql, format);
  } catch (error) {
    if (!String(error).includes("Replicated DDL queries are disabled")) throw error;
    return session.query(sql.replace(/ ON CLUSTER '[^']*'/, ` UUID '${randomUUID()}'`), format);
  }
}

// Longer than clients keep connections, so that a busy engine closes none that is about to be used.
createServer({ keepAliveTimeout: 120_000 }, (request, response) => {
  /** @type {Buffer[]} */
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    try {
      if (request.headers["x-clickhouse-key"] !== key)
        throw new Error("Code: 516. DB::Exception: (AUTHENTICATION_FAILED)");
      const { searchParams } = new URL(request.url ?? "/", "http://localhost");
      response.end(answer(searchParams, Buffer.concat(chunks).toString("utf8")));
    } catch (error) {
      const text = String(error instanceof Error ? error.message : error);
      const code = /Code: (\d+)/.exec(text)?.[1];
      response.writeHead(500, code === undefined ? {} : { "x-clickhouse-exception-code": code }).end(text);
    }
  });
}).listen(Number(port), "127.0.0.1", () => console.log("ready"));
