import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Database, openDatabase } from "@/lib/store/database";
import { whyNoChdb } from "@/scripts/setup/chdb.mjs";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { type ClickHouseServer, startClickHouse } from "@/testing/programs/clickhouse";
import { bookSamples, repriceSample } from "@/testing/spend/booked-rows";

const missing = whyNoChdb();
if (missing !== undefined) process.stderr.write(`Skipped: ${missing}\n`);

const CALLS = 60_000;
const root = join(import.meta.dirname, "..", "..");
let folder: string;
let server: TestDatabase;
let database: Database;
let engine: ClickHouseServer;

/** Starts a command as npm does. */
function start(script: string, ...parameters: readonly string[]): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [join(root, "scripts", script), ...parameters], {
    cwd: folder,
    env: {
      NODE_ENV: "test",
      PATH: process.env["PATH"],
      GATEWAY_DATA_DIR: folder,
      DATABASE_URL: server.url,
      ANALYTICS_URL: engine.url,
    },
  });
}
const fill = (): ChildProcessWithoutNullStreams => start("command.mjs", "fill-analytics");

async function ended(child: ChildProcessWithoutNullStreams): Promise<{ code: unknown; output: string }> {
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, output };
}

/** Waits until ClickHouse has more calls than this. */
async function hasMoreThan(calls: number): Promise<void> {
  await expect.poll(count, { interval: 20 }).toBeGreaterThan(calls);
}
async function count(): Promise<number> {
  return Number(await engine.ask("SELECT count() FROM spend.gateway_calls").catch(() => "0"));
}

describe.skipIf(missing !== undefined)("npm run fill-analytics", { timeout: 300_000 }, () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "fill-analytics-"));
    server = await startTestDatabase();
    database = openDatabase(server.url);
    engine = await startClickHouse();
    for (let first = 0; first < CALLS; first += 5_000)
      await bookSamples(database, ...Array.from({ length: 5_000 }, (_, index) => `call-${first + index}`));
  }, 300_000);
  afterAll(async () => {
    await database?.close();
    await server?.stop();
    await engine?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test("it goes on where it was after it was killed, and after the engine was, and both databases then have the same", async () => {
    const killed = fill();
    const end = ended(killed);
    await hasMoreThan(0);
    killed.kill("SIGKILL");
    expect((await end).code).toBeNull();
    const arrived = await count();
    expect(arrived).toBeLessThan(CALLS);
    const second = fill();
    const secondEnd = ended(second);
    await hasMoreThan(arrived);
    await engine.kill();
    await repriceSample(database, "call-7", 123_456_789n);
    await engine.start();
    const { code, output } = await secondEnd;
    expect([code, output]).toEqual([0, expect.stringContaining("ClickHouse has every call: ")]);
    expect(output).toMatch(/ calls sent, .* to go/);
    expect(await engine.ask("SELECT count() FROM spend.gateway_calls FINAL")).toBe(`${CALLS}\n`);
    expect(await ended(start("audit-spend.mjs"))).toEqual({
      code: 0,
      output: "Every total is the sum of its calls.\nClickHouse has the same calls.\n",
    });
  });

  test("it ends with 1 when it is stopped, and the audit tells a nano-dollar that is missing", async () => {
    await engine.ask("DROP TABLE spend.gateway_calls");
    const stopped = fill();
    const end = ended(stopped);
    await hasMoreThan(0);
    stopped.kill("SIGTERM");
    expect((await end).code).toBe(1);
    expect((await ended(fill())).code).toBe(0);
    await engine.ask(
      "ALTER TABLE spend.gateway_calls UPDATE spend = spend - 0.000000001 WHERE call_id = 'call-9' SETTINGS mutations_sync = 1",
    );
    const { code, output } = await ended(start("audit-spend.mjs"));
    expect([code, output]).toEqual([1, expect.stringContaining(`PostgreSQL: ${CALLS} calls`)]);
  });
});
