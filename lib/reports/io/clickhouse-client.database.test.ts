import { createServer, type IncomingMessage, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { Pool } from "undici";
import { afterEach, beforeEach, expect, test } from "vitest";
import { analyticsFrom } from "@/lib/config/observability/analytics-settings";
import { type ClickHouse, ClickHouseError } from "@/lib/reports/clickhouse/clickhouse";
import { createUpstreams, type Upstreams } from "@/lib/upstream/pools";
import { makeAuthority } from "@/testing/tls/certificates";
import { createClickHouse } from "./clickhouse-client";
import { prepareClickHouse } from "./prepare-clickhouse";

interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}
const noDatabase = { pool: undefined as never };
let server: Server;
let upstreams: Upstreams;
let requests: { readonly request: IncomingMessage; readonly body: string }[];
let answer: (body: string) => Answer | undefined;

beforeEach(async () => {
  requests = [];
  upstreams = createUpstreams();
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString("utf8");
      requests.push({ request, body });
      const said = answer(body);
      if (said) response.writeHead(said.status ?? 200, said.headers).end(said.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterEach(async () => {
  await upstreams.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function settings() {
  const { port } = server.address() as AddressInfo;
  const found = analyticsFrom((name) =>
    name === "ANALYTICS_URL" ? `clickhouse://us%C3%A9r:p%40ss@127.0.0.1:${port}/spend` : undefined,
  );
  if (!found) throw new Error("No settings");
  return found;
}
const client = (timeoutMs = 60_000): ClickHouse => createClickHouse(settings(), upstreams, { timeoutMs });
async function failureOf(work: Promise<unknown>): Promise<ClickHouseError> {
  const error: unknown = await work.catch((reason: unknown) => reason);
  if (!(error instanceof ClickHouseError)) throw new Error(`There was no such error: ${String(error)}`);
  return error;
}

test("a query goes to the database with user, password and parameters, and none of them in its text", async () => {
  answer = () => ({ body: '{"data": [["1", null]], "rows": 1}' });
  const rows = await client().query({ sql: "SELECT {p0:String}", parameters: { p0: "a\tb\\c'" } });
  expect(rows).toEqual([["1", null]]);
  const { request, body } = requests[0] ?? { request: undefined, body: "" };
  const search = new URL(request?.url ?? "", "http://localhost").searchParams;
  expect([search.get("database"), search.get("param_p0"), body]).toEqual([
    "spend",
    "a\\tb\\\\c'",
    "SELECT {p0:String}",
  ]);
  const { "x-clickhouse-user": user, "x-clickhouse-key": key } = request?.headers ?? {};
  expect([Buffer.from(String(user), "latin1").toString("utf8"), key]).toEqual(["usér", "p@ss"]);
  expect(request?.url).not.toContain("ss@");
});

test("an insert carries its token and the lines as they are", async () => {
  answer = () => ({ body: "" });
  await client().insert("t", ['{"a":1}', '{"a":2}'], "epoch-1-2", new AbortController().signal);
  const search = new URL(requests[0]?.request.url ?? "", "http://localhost").searchParams;
  expect(search.get("insert_deduplication_token")).toBe("epoch-1-2");
  expect(search.get("async_insert")).toBe("0");
  expect(requests[0]?.body).toBe('{"a":1}\n{"a":2}\n');
});

test("a refusal is reported by its number and name, without the text, which may repeat data", async () => {
  answer = () => ({
    status: 400,
    headers: { "x-clickhouse-exception-code": "27" },
    body: "Code: 27. DB::Exception: Cannot parse input: sk-secret-of-a-row. (CANNOT_PARSE_INPUT_ASSERTION_FAILED)",
  });
  const error = await failureOf(client().query({ sql: "SELECT 1" }));
  expect([error.message, error.code]).toEqual(["it answered error 27 (CANNOT_PARSE_INPUT_ASSERTION_FAILED)", 27]);
});

test("what is not an answer of ClickHouse is reported by its status", async () => {
  answer = () => ({ status: 502, body: "<html>proxy</html>" });
  expect((await failureOf(client().query({ sql: "SELECT 1" }))).message).toBe("it answered 502");
});

test.each<[string, Answer, string]>([
  [
    "within its JSON",
    {
      body: '{"data": [["1"]], "rows": 1, "exception": "Code: 241. DB::Exception: sk-secret (MEMORY_LIMIT_EXCEEDED)"}',
    },
    "it answered error 241 (MEMORY_LIMIT_EXCEEDED)",
  ],
  [
    "in place of its end",
    {
      body: '{"data": [["1"],\nCode: 159. DB::Exception: Timeout exceeded: sk-secret. (TIMEOUT_EXCEEDED) (version 24.8)\n',
    },
    "it answered error 159 (TIMEOUT_EXCEEDED)",
  ],
  ["without a word", { body: '{"data": [["1"],' }, "its answer is none of ClickHouse's"],
])("an answer that breaks off %s is a failure, not its first rows", async (_where, said, message) => {
  answer = () => said;
  expect((await failureOf(client().query({ sql: "SELECT 1" }))).message).toBe(message);
});

test.each<[string, Answer]>([
  ["in a header", { headers: { "x-clickhouse-exception-code": "243" }, body: "Code: 243. (NOT_ENOUGH_SPACE)" }],
  [
    "behind what it had written by then",
    { body: "1\n__exception__\r\nCode: 243. DB::Exception: sk-secret (NOT_ENOUGH_SPACE)\n" },
  ],
])("an insert or a statement that is answered with 200 has failed if there is an error %s", async (_where, said) => {
  answer = () => said;
  const inserted = client().insert("t", ["{}"], "token", new AbortController().signal);
  for (const work of [inserted, client().run({ sql: "INSERT INTO t SELECT 1" })])
    expect((await failureOf(work)).message).toBe("it answered error 243 (NOT_ENOUGH_SPACE): give its disk more room");
});

test("an insert may take longer than a question", async () => {
  answer = () => undefined;
  server.on("request", (_request, response) => setTimeout(() => response.end(), 400));
  const slow = createClickHouse(settings(), upstreams, { timeoutMs: 100, insertMs: 10_000 });
  await slow.insert("t", ["{}"], "token", new AbortController().signal);
  expect((await failureOf(slow.query({ sql: "SELECT 1" }))).message).toBe("it did not answer in time");
});

test("an answer whose connection breaks in the middle is a failure", async () => {
  answer = () => undefined;
  server.on("request", (_request, response) => {
    response.writeHead(200, { "content-length": "1000" });
    response.write('{"data": [["1"]', () => response.socket?.destroy());
  });
  const error = await failureOf(client().query({ sql: "SELECT 1" }));
  expect([error.message, error.isAway]).toEqual([
    "it cannot be reached, or the connection broke (UND_ERR_SOCKET)",
    true,
  ]);
});

test.each([
  ["516", "AUTHENTICATION_FAILED", "check the user and the password of ANALYTICS_URL"],
  ["497", "ACCESS_DENIED", "the user of ANALYTICS_URL needs the grants of docs/guides/analytics.md"],
  ["164", "READONLY", "the user of ANALYTICS_URL must not be read-only"],
])("error %s (%s) says what to do, without a secret", async (code, name, hint) => {
  answer = () => ({
    status: 403,
    headers: { "x-clickhouse-exception-code": code },
    body: `Code: ${code}. DB::Exception: usér: p@ss is wrong. (${name})`,
  });
  const { message } = await failureOf(prepareClickHouse(client(), settings(), noDatabase));
  expect(message).toBe(`it answered error ${code} (${name}): ${hint}`);
});

test("an address with TLS is spoken to only if its certificate is trusted", async () => {
  const authority = makeAuthority("Test root");
  const { certificate: cert, key } = authority.issue("clickhouse");
  let asked = 0;
  const secure = createSecureServer({ cert, key }, (_request, response) => {
    asked++;
    response.end("24.8.1.1\n");
  });
  await new Promise<void>((resolve) => secure.listen(0, "127.0.0.1", resolve));
  const { port } = secure.address() as AddressInfo;
  for (const scheme of ["https", "clickhouses"]) {
    const found = analyticsFrom((name) =>
      name === "ANALYTICS_URL" ? `${scheme}://gateway:secret@127.0.0.1:${port}/spend` : undefined,
    );
    if (!found) throw new Error("No settings");
    const before = asked;
    const unknown = await failureOf(createClickHouse(found, upstreams).version());
    expect(unknown.message).toBe("it cannot be reached, or the connection broke (UNABLE_TO_VERIFY_LEAF_SIGNATURE)");
    expect(asked).toBe(before);
    const pool = new Pool(found.origin, { connect: { ca: authority.certificate } });
    expect(await createClickHouse(found, { pool: () => pool }).version()).toBe("24.8.1.1");
    await pool.close();
  }
  secure.closeAllConnections();
  await new Promise((resolve) => secure.close(resolve));
});

test("a ClickHouse that does not answer, and one that is not there, are away", async () => {
  answer = () => undefined;
  const silent = await failureOf(client(200).query({ sql: "SELECT 1" }));
  expect([silent.message, silent.isAway]).toEqual(["it did not answer in time", true]);
  const gone = client();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  const missing = await failureOf(gone.query({ sql: "SELECT 1" }));
  expect([missing.message, missing.isAway]).toEqual([
    "it cannot be reached, or the connection broke (ECONNREFUSED)",
    true,
  ]);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});

test.each([
  ["18.16.1", "it is ClickHouse 18.16.1, and 24 or newer is needed"],
  ["23.12.6.19", "it is ClickHouse 23.12.6.19, and 24 or newer is needed"],
  ["nginx", "it is ClickHouse of an unknown version, and 24 or newer is needed"],
])("version %s is refused, asked in a way that it understands", async (version, message) => {
  answer = () => ({ body: `${version}\n` });
  expect((await failureOf(prepareClickHouse(client(), settings(), noDatabase))).message).toBe(message);
  const search = new URL(requests[0]?.request.url ?? "", "http://localhost").searchParams;
  // Older versions refuse settings that they do not know.
  expect([...search.keys()].sort()).toEqual(["database", "default_format"]);
});

test("the command that makes a database whose name has a dash quotes it", async () => {
  answer = (body) => ({ body: body === "SELECT version()" ? "24.8.1.1\n" : '{"data": [["0"]]}' });
  const dashed = { ...settings(), database: "model-gateway" };
  expect((await failureOf(prepareClickHouse(client(), dashed, noDatabase))).message).toContain(
    "CREATE DATABASE `model-gateway`, and",
  );
});

test("a database that does not exist is said to be missing, with the command that makes it", async () => {
  answer = (body) => ({ body: body === "SELECT version()" ? "24.8.1.1\n" : '{"data": [["0"]]}' });
  expect((await failureOf(prepareClickHouse(client(), settings(), noDatabase))).message).toBe(
    "it has no database spend: CREATE DATABASE spend, and let the user of ANALYTICS_URL create tables in it",
  );
});
