import { testCredentials } from "@/testing/aws/test-credentials";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type SinkSettings, sinkEntry } from "@/lib/config/observability/sink-schema";
import { startSinks } from "@/lib/sinks/io/sinks";
import { readCursorProgress } from "@/lib/store/cursors/cursor-progress";
import { type Database, openDatabase } from "@/lib/store/database";
import { createUpstreams, type Upstreams } from "@/lib/upstream/pools";
import { whyNoSeaweedfs } from "@/scripts/setup/seaweedfs.mjs";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { bookSamples, repriceSample } from "@/testing/spend/booked-rows";
import { S3_KEY, type Seaweedfs, startSeaweedfs } from "@/testing/programs/seaweedfs";
import { recordingLog } from "@/testing/spend/spend-samples";

const missing = whyNoSeaweedfs();
if (missing !== undefined) process.stderr.write(`Skipped: ${missing}\n`);

const BUCKET = "finished-calls";
let server: TestDatabase;
let database: Database;
let upstreams: Upstreams;
let storage: Seaweedfs;
let counter = 0;

function startNode(settings: object = {}): ReturnType<typeof startSinks> {
  const sink: SinkSettings = {
    ...sinkEntry.parse({
      name: "archive",
      start: "beginning",
      batch_calls: 7,
      s3: {
        bucket: BUCKET,
        prefix: "gateway/all_(1)!*",
        endpoint: storage.url,
        access_key_id: S3_KEY.accessKeyId,
        secret_access_key: S3_KEY.secretAccessKey,
      },
      ...settings,
    }),
    flush_seconds: 0.05,
  };
  return startSinks({
    credentials: testCredentials(),
    database,
    upstreams,
    log: recordingLog(),
    onLag() {},
    version: "1",
    now: Date.now,
    random: () => 0.5,
    holder: `node-${++counter}`,
    settings: () => [sink],
    timing: { tickMs: 30, leaseMs: 1_000, lastMs: 500, watchMs: 30, lagMs: 1_000 },
  });
}

const waiting = async (name = "archive"): Promise<number | undefined> =>
  (await readCursorProgress(database, [name]))[0]?.waiting;
/** The calls in storage, in the order of the names of their files. */
async function stored(): Promise<{ call_id: string; revision: number }[]> {
  const keys = await storage.list(BUCKET);
  const texts = await Promise.all(keys.map((key) => storage.read(BUCKET, key)));
  return texts.flatMap((text) =>
    text
      .trimEnd()
      .split("\n")
      .map((line): { call_id: string; revision: number } => JSON.parse(line)),
  );
}
const ids = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `call-${String(from + index).padStart(4, "0")}`);

describe.skipIf(missing !== undefined)("a real S3 server", () => {
  beforeAll(async () => {
    server = await startTestDatabase();
    database = openDatabase(server.url);
    upstreams = createUpstreams();
    storage = await startSeaweedfs();
  }, 300_000);
  afterAll(async () => {
    await storage?.stop();
    await upstreams?.close();
    await database?.close();
    await server?.stop();
  });

  test("every call is in a file, each once and in the order of booking, while server and nodes are killed", async () => {
    let node = startNode();
    const all = ids(0, 400);
    for (let from = 0; from < all.length; from += 20) {
      await bookSamples(database, ...all.slice(from, from + 20));
      if (from === 100) await storage.kill();
      if (from === 160) {
        await node.close();
        node = startNode();
      }
      if (from === 200) await storage.start();
      if (from > 200) await database.pool.query("UPDATE call_cursors SET retry_at = NULL");
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await database.pool.query("UPDATE call_cursors SET retry_at = NULL");
    await expect.poll(() => waiting(), { interval: 250 }).toBe(0);
    expect((await stored()).map(({ call_id }) => call_id)).toEqual(all);
    const [key] = await storage.list(BUCKET);
    expect(key).toMatch(/^gateway\/all_\(1\)!\*\/date=\d{4}-\d\d-\d\d\/hour=\d\d\/\d{14}-\d{16}-\d{16}\.jsonl\.gz$/);
    await repriceSample(database, "call-0003", 123_000n);
    await expect
      .poll(async () => (await stored()).at(-1), { interval: 250 })
      .toMatchObject({ call_id: "call-0003", revision: 2, spend: 0.000123 });
    await node.close();
  }, 180_000);

  test("a wrong secret is refused by the server, and the sink says by which code", async () => {
    await bookSamples(database, "refused");
    const node = startNode({
      name: "wrong",
      s3: { bucket: BUCKET, endpoint: storage.url, access_key_id: S3_KEY.accessKeyId, secret_access_key: "wrong" },
    });
    await expect
      .poll(async () => (await readCursorProgress(database, ["wrong"]))[0]?.lastError)
      .toBe("the receiver answered 403 (SignatureDoesNotMatch)");
    await node.close();
  });
});
