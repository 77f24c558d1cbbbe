import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callLiteral } from "@/lib/calls/literal";
import { bookCalls } from "@/lib/store/calls/calls";
import { type Database, openDatabase } from "@/lib/store/database";
import { NO_USAGE } from "@/lib/usage";
import { sampleIntent } from "@/testing/spend/spend-samples";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";

const script = fileURLToPath(new URL("audit-spend.mjs", import.meta.url));
let folder: string;
let server: TestDatabase;
let database: Database;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "gateway-audit-"));
  server = await startTestDatabase();
  database = openDatabase(server.url);
  const row = callLiteral({
    ...sampleIntent("call-1"),
    status: "success",
    httpStatus: 200,
    durationMs: 1,
    upstreamMs: 1,
    firstTokenMs: null,
    upstreamRequestId: null,
    attempts: 1,
    tried: [],
    spendNano: 5n,
    priceState: "priced",
    priceVersion: null,
    usage: { ...NO_USAGE, promptTokens: 1 },
  });
  await bookCalls(database, [row]);
});
afterAll(async () => {
  await database.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Runs the command as `npm run audit:spend` does. */
function audit(databaseUrl: string | undefined): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const options = {
    cwd: folder,
    encoding: "utf8",
    env: {
      NODE_ENV: "test",
      PATH: process.env["PATH"],
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
      GATEWAY_DATA_DIR: folder,
    },
  } as const;
  return new Promise((resolve) => {
    execFile(process.execPath, [script], options, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

test("the audit says that every total is the sum of its calls", async () => {
  expect(await audit(server.url)).toEqual({ code: 0, stdout: "Every total is the sum of its calls.\n", stderr: "" });
});

test("the audit shows each total that is not the sum of its calls, and fails", async () => {
  await database.pool.query("UPDATE shared_totals SET spend = spend + 1 WHERE entity_type = 'team'");
  await database.pool.query("DELETE FROM hourly_figures WHERE kind = 2");
  const { code, stdout } = await audit(server.url);
  expect(code).toBe(1);
  expect(stdout.split("\n")).toEqual([
    "2 totals are not the sum of the calls (docs/explain/spend.md says what to do):",
    "total           of         day               spend of its calls  spend of the total  calls  calls in the total",
    "--------------  ---------  ----------------  ------------------  ------------------  -----  ------------------",
    'hourly_figures  user "u1"  2026-11-21 12:00  0.000000005         none                1      none',
    'entity_totals   team "t1"                    0.000000005         1.000000005         1      1',
    "",
  ]);
});

test("the audit finds nothing wrong if no gateway has run yet, as in a fresh clone", async () => {
  expect(await audit(undefined)).toEqual({
    code: 0,
    stdout: "No gateway has used this database yet: there are no calls and no totals.\n",
    stderr: "",
  });
});

test("the audit says so if the database cannot be queried", async () => {
  const { code, stdout, stderr } = await audit("postgresql://user@127.0.0.1:1/none");
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(/^The spend cannot be audited: .*ECONNREFUSED/);
});
