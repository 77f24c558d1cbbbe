import { createHmac } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import type { Finding } from "@/lib/config/finding";
import type { SinkSettings } from "@/lib/config/observability/sink-schema";
import { bookCalls } from "@/lib/store/calls/calls";
import { startRetention } from "@/lib/spend/io/retention";
import { readCursorProgress } from "@/lib/store/cursors/cursor-progress";
import { bookSamples, sampleLiteral, repriceSample } from "@/testing/spend/booked-rows";
import { startSinkReceiver, type SinkReceiver } from "@/testing/gateway/sink-receiver";
import { SINK_TIMING, useSinkFixture } from "@/testing/spend/sink-fixture";
import { recordingLog } from "@/testing/spend/spend-samples";

const fixture = useSinkFixture();
const { sink, startNode } = fixture;
const arrived = (): string[] => fixture.receiver.accepted.map(({ call_id }) => call_id);
const progressOf = async (name = "siem") => (await readCursorProgress(fixture.database, [name]))[0];
const untilArrived = (...ids: string[]) => expect.poll(arrived).toEqual(ids);
/** Skips the pause after a failure, which grows to minutes. */
const retryNow = () => fixture.database.pool.query("UPDATE call_cursors SET retry_at = NULL");

test("a batch is posted as compressed JSON lines with an id, a time and a signature", async () => {
  const key = Buffer.from("0123456789abcdef0123456789abcdef");
  await bookSamples(fixture.database, "a", "b");
  startNode([
    sink({
      http: {
        url: `${fixture.receiver.url}/in?x=1`,
        headers: { Authorization: "Bearer t", "Content-Type": "text/plain" },
        signing_secret: `whsec_${key.toString("base64")}`,
      },
    }),
  ]);
  await untilArrived("a", "b");
  const [request] = fixture.receiver.received;
  const { headers, text, path, method } = request ?? expect.fail("nothing was received");
  expect([method, path]).toEqual(["POST", "/in?x=1"]);
  expect(headers).toMatchObject({
    authorization: "Bearer t",
    "content-type": "application/x-ndjson",
    "content-encoding": "gzip",
    "webhook-id": expect.stringMatching(/^\d{14}-\d{16}-\d{16}$/),
  });
  const signed = `${String(headers["webhook-id"])}.${String(headers["webhook-timestamp"])}.${text}`;
  expect(headers["webhook-signature"]).toBe(`v1,${createHmac("sha256", key).update(signed).digest("base64")}`);
});

test("a new sink starts from now, and with start: beginning from the oldest call", async () => {
  await bookSamples(fixture.database, "old");
  startNode([sink({ start: "now" })]);
  await expect.poll(() => progressOf()).toBeDefined();
  await bookSamples(fixture.database, "new");
  await untilArrived("new");
  startNode([sink({ name: "other" })]);
  await untilArrived("new", "old", "new");
});

test("calls from before the order of booking are sent first, and then those with numbers", async () => {
  await bookSamples(fixture.database, "old-1", "old-2", "old-3");
  await fixture.database.pool.query("UPDATE calls SET booking = 0, booked_at = NULL");
  await bookSamples(fixture.database, "new");
  startNode([sink({ batch_calls: 2 })]);
  await untilArrived("old-1", "old-2", "old-3", "new");
  const ids = fixture.receiver.received.map(({ headers }) => String(headers["webhook-id"]));
  expect(ids.slice(0, 2)).toEqual([
    "00000000000000-0000000000000001-0000000000000002",
    "00000000000000-0000000000000003-0000000000000003",
  ]);
});

const failures: [what: string, answer: SinkReceiver["answer"], error: string][] = [
  ["answers 500", (response) => response.writeHead(500).end("secret of the receiver"), "the receiver answered 500"],
  [
    "redirects",
    (response) => response.writeHead(307, { location: "http://127.0.0.1:1/" }).end(),
    "the receiver answered 307, a redirect, which sinks do not follow",
  ],
  [
    "cuts the connection",
    (response) => response.destroy(),
    "the receiver cannot be reached, or the connection broke (UND_ERR_SOCKET)",
  ],
];
test.each(failures)("if the receiver %s, the same batch is sent again, byte for byte", async (_what, answer, error) => {
  fixture.receiver.answer = answer;
  await bookSamples(fixture.database, "a");
  const { events } = startNode([sink()]);
  await expect.poll(async () => (await progressOf())?.lastError).toBe(error);
  expect(await progressOf()).toMatchObject({ failures: 1, waiting: 1, retryAt: expect.any(Date) });
  await repriceSample(fixture.database, "a", 99_000n);
  await bookSamples(fixture.database, "b");
  fixture.receiver.answer = (response) => void response.end();
  await retryNow();
  await expect
    .poll(() => fixture.receiver.accepted)
    .toMatchObject([
      { call_id: "a", revision: 1 },
      { call_id: "a", revision: 2 },
      { call_id: "b", revision: 1 },
    ]);
  const [first, second] = fixture.receiver.received;
  expect(second?.bytes.equals(first?.bytes ?? Buffer.of())).toBe(true);
  expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
  await expect.poll(() => events).toEqual(["sink.failed", "sink.recovered"]);
  await expect.poll(() => progressOf()).toMatchObject({ failures: 0, lastError: undefined, lagSeconds: 0, waiting: 0 });
});

test("a receiver that is gone delays nothing, and gets every call in order once it is back", async () => {
  const port = Number(new URL(fixture.receiver.url).port);
  await fixture.receiver.close();
  startNode([sink({ batch_calls: 2 })]);
  await bookSamples(fixture.database, "a", "b");
  await expect.poll(async () => (await progressOf())?.lastError).toContain("ECONNREFUSED");
  await bookSamples(fixture.database, "c", "d", "e");
  await fixture.listenAgain(port);
  await retryNow();
  await untilArrived("a", "b", "c", "d", "e");
});

test("Retry-After is heeded by every node", async () => {
  fixture.receiver.answer = (response) => void response.writeHead(503, { "retry-after": "600" }).end();
  await bookSamples(fixture.database, "a");
  startNode([sink()]);
  startNode([sink()]);
  await expect.poll(async () => (await progressOf())?.failures).toBe(1);
  const { retryAt } = (await progressOf()) ?? {};
  expect((retryAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(500_000);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(fixture.receiver.received).toHaveLength(1);
});

test("a batch that is too large for the receiver is cut smaller until it takes it", async () => {
  fixture.receiver.answer = (response, { text }) =>
    void response.writeHead(text.trimEnd().split("\n").length > 2 ? 413 : 200).end();
  await bookSamples(fixture.database, "a", "b", "c", "d", "e");
  startNode([sink({ batch_calls: 8 })]);
  await untilArrived("a", "b", "c", "d", "e");
});

test("a receiver that hangs holds up nobody else, and another node sends the same batch when the first one dies", async () => {
  fixture.receiver.answer = () => {}; // never answers
  await bookSamples(fixture.database, "a");
  const first = startNode([sink()]);
  await expect.poll(() => fixture.receiver.received.length).toBe(1);
  const other = await startSinkReceiver();
  startNode([sink(), sink({ name: "other", http: { url: other.url } })]);
  await expect.poll(() => other.accepted.length).toBe(1);
  // The first node sends, so the second one does not.
  await new Promise((resolve) => setTimeout(resolve, SINK_TIMING.leaseMs * 2));
  expect(fixture.receiver.received).toHaveLength(1);
  fixture.receiver.answer = (response) => void response.end();
  await first.close(); // breaks off its batch after `lastMs` and leaves the cursor
  await untilArrived("a");
  expect(fixture.receiver.received[1]?.bytes.equals(fixture.receiver.received[0]?.bytes ?? Buffer.of())).toBe(true);
  await other.close();
});

test("several nodes send each call once while nothing fails", async () => {
  for (let node = 0; node < 3; node++) startNode([sink({ batch_calls: 10 })]);
  const ids = Array.from({ length: 200 }, (_, index) => `call-${String(index).padStart(3, "0")}`);
  for (let from = 0; from < ids.length; from += 20) await bookSamples(fixture.database, ...ids.slice(from, from + 20));
  await untilArrived(...ids);
});

test("an open transaction that books calls holds the sink up, and its session is named", async () => {
  const findings: (Finding | undefined)[] = [];
  startNode([sink()], (_sink, finding) => findings.push(finding));
  await expect.poll(() => progressOf()).toBeDefined();
  const open = await fixture.database.pool.connect();
  await open.query("BEGIN; SET LOCAL application_name = 'forgotten'");
  const { rows } = await open.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  await open.query(INSERT_OPEN);
  await bookSamples(fixture.database, "waits");
  await expect
    .poll(async () => (await progressOf())?.heldUpBy)
    .toMatchObject({ pid: rows[0]?.pid, application: "forgotten", state: "idle in transaction" });
  await fixture.database.pool.query(
    "UPDATE calls SET booked_at = now() - interval '11 minutes' WHERE call_id = 'waits'",
  );
  await fixture.database.pool.query("UPDATE call_cursors SET created_at = now() - interval '1 hour'");
  await expect.poll(() => findings.at(-1)?.message).toContain(`the database session ${rows[0]?.pid} (forgotten, `);
  expect(arrived()).toEqual([]);
  await open.query("COMMIT");
  open.release();
  await untilArrived("open", "waits");
  await expect.poll(() => findings.at(-1)).toBeUndefined();
});

const INSERT_OPEN = `INSERT INTO calls (call_id, started_at, duration_ms, status, route, requested_model, model, provider,
    deployment, prompt_tokens, cached_tokens, completion_tokens, reasoning_tokens, total_tokens, usage_source, spend, price_state)
  VALUES ('open', now(), 5, 'success', '/chat/completions', 'm', 'm', 'p', 'd', 1, 0, 1, 0, 2, 'upstream', 0, 'free')`;

test("retention drops no month of which a sink in use has not had a call, and every month of a sink that nobody has any more", async () => {
  const retention = startRetention({
    database: fixture.database,
    log: recordingLog(),
    now: () => Date.parse("2041-06-01T00:00:00Z"),
    days: () => 30,
  });
  const book = (id: string, month: string) =>
    bookCalls(fixture.database, [sampleLiteral(id, Date.parse(`${month}-10T00:00:00Z`))]);
  fixture.receiver.answer = (response) => void response.writeHead(500).end();
  await book("a", "2041-01");
  await book("b", "2041-02");
  startNode([sink()]);
  await expect.poll(async () => (await progressOf())?.failures).toBe(1);
  expect((await retention.prune()).partitions).not.toContain("calls_2041_01");
  fixture.receiver.answer = (response) => void response.end();
  await retryNow();
  await untilArrived("a", "b");
  await expect.poll(async () => (await progressOf())?.waiting).toBe(0);
  expect((await retention.prune()).partitions).toEqual(["calls_2041_01", "calls_2041_02"]);
  await fixture.database.pool.query("DELETE FROM call_retention");
  await book("c", "2041-03");
  await fixture.database.pool.query("UPDATE call_cursors SET booking = 0, seen_at = now() - interval '25 hours'");
  expect((await retention.prune()).partitions).toEqual(["calls_2041_03"]);
  await retention.close();
});

test("a change of the settings starts, changes and ends sinks without a restart", async () => {
  let current: readonly SinkSettings[] = [];
  const node = startNode(() => current);
  await bookSamples(fixture.database, "a");
  current = [sink()];
  await untilArrived("a");
  current = [sink({ http: { url: `${fixture.receiver.url}/elsewhere` } })];
  // A node learns of a change a moment later, until when it sends to the address before.
  let booked = 0;
  await expect
    .poll(async () => {
      await bookSamples(fixture.database, `b${++booked}`);
      return fixture.receiver.received.at(-1)?.path;
    })
    .toMatch(/\/elsewhere$/);
  await expect.poll(() => arrived().length).toBe(1 + booked);
  current = [];
  // The lags of sinks that have ended are forgotten.
  await expect.poll(() => node.lags()).toEqual([]);
  await bookSamples(fixture.database, "c");
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(arrived()).not.toContain("c");
});

test("a restored database begins a new epoch, so that names of files never repeat", async () => {
  startNode([sink()]);
  await bookSamples(fixture.database, "a");
  await untilArrived("a");
  await fixture.database.pool.query("UPDATE installation SET cluster = 'another life', epoch = '20200101000000'");
  await bookSamples(fixture.database, "b");
  await untilArrived("a", "b");
  const epochs = fixture.receiver.received.map(({ headers }) => String(headers["webhook-id"]).slice(0, 14));
  expect(epochs[1]).toMatch(/^20[2-9]\d{11}$/);
  expect(epochs[1]).not.toBe("20200101000000");
});

test("an S3 sink puts signed files, which hold the same bytes when they are written again", async () => {
  let answers = 0;
  fixture.receiver.answer = (response) =>
    void response.writeHead(answers++ === 0 ? 503 : 200).end("<Code>SlowDown</Code>");
  await bookSamples(fixture.database, "a");
  const keys = { access_key_id: "AKIAEXAMPLE", secret_access_key: "planted-secret", session_token: "planted-token" };
  startNode([
    sink({ http: undefined, s3: { bucket: "calls", prefix: "gw", endpoint: fixture.receiver.url, ...keys } }),
  ]);
  await expect.poll(async () => (await progressOf())?.lastError).toBe("the receiver answered 503 (SlowDown)");
  await retryNow();
  await expect.poll(() => fixture.receiver.received.length).toBe(2);
  const [first, second] = fixture.receiver.received;
  expect(second?.bytes.equals(first?.bytes ?? Buffer.of())).toBe(true);
  expect(second?.path).toBe(first?.path);
  expect(first?.method).toBe("PUT");
  expect(decodeURIComponent(first?.path ?? "")).toMatch(
    /^\/calls\/gw\/date=\d{4}-\d\d-\d\d\/hour=\d\d\/\d{14}-\d{16}-\d{16}\.jsonl\.gz$/,
  );
  expect(first?.headers).toMatchObject({
    authorization: expect.stringMatching(
      /^AWS4-HMAC-SHA256 Credential=AKIAEXAMPLE\/\d{8}\/us-east-1\/s3\/aws4_request/,
    ),
    "x-amz-security-token": "planted-token",
    "content-type": "application/gzip",
  });
  expect(gunzipSync(first?.bytes ?? Buffer.of()).toString()).toContain('"call_id":"a"');
});

test("an OTLP sink sends log records that a collector can decode", async () => {
  fixture.receiver.answer = (response) => void response.end('{"partialSuccess":{"rejectedLogRecords":"1"}}');
  await bookSamples(fixture.database, "a", "b");
  const { events } = startNode([sink({ http: undefined, otlp_logs: { endpoint: `${fixture.receiver.url}/otlp/` } })]);
  await expect.poll(() => fixture.receiver.received.length).toBe(1);
  expect(fixture.receiver.received[0]?.path).toBe("/otlp/v1/logs");
  const body = JSON.parse(fixture.receiver.received[0]?.text ?? "") as LogsRequest;
  const records = body.resourceLogs[0]?.scopeLogs[0]?.logRecords ?? [];
  const idOf = ({ attributes }: LogRecord): unknown =>
    attributes.find(({ key }) => key === "call_id")?.value["stringValue"];
  expect(records.map(idOf)).toEqual(["a", "b"]);
  await expect.poll(() => events).toEqual(["sink.records_rejected"]);
  await expect.poll(async () => (await progressOf())?.waiting).toBe(0);
});

interface LogRecord {
  readonly attributes: readonly { readonly key: string; readonly value: Record<string, unknown> }[];
}
interface LogsRequest {
  readonly resourceLogs: readonly { readonly scopeLogs: readonly { readonly logRecords: readonly LogRecord[] }[] }[];
}
