import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { auditSpend } from "@/lib/spend/io/audit-cli";
import { openDatabase } from "@/lib/store/database";
import { findSpendDiscrepancies } from "@/lib/store/spend/spend-audit";
import { CallTraffic, seededRandom } from "@/testing/gateway/call-traffic";
import { mountSmallDisk } from "@/testing/database/full-disk";
import {
  startGateway,
  TEST_MASTER_KEY,
  type GatewayOptions,
  type GatewayProcess,
} from "@/testing/gateway/gateway-process";
import { findFreePort } from "@/testing/database/free-port";
import { allSpendRows, ask, compareSpend, type SpendComparison } from "@/testing/spend/spend-comparison";
import { startTcpLine } from "@/testing/database/tcp-line";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startTestServer } from "@/testing/database/test-server";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";
import { PATIENCE_MS, TEST_LIMIT_MS } from "@/testing/patience.mjs";

/** `npm run test:crash` sets these higher. */
const KILLS = Number(process.env["CRASH_KILLS"] ?? 5);
const OUTAGE_MS = Number(process.env["CRASH_OUTAGE_SECONDS"] ?? 4) * 1_000;
const SEED = Number(process.env["CRASH_SEED"] ?? Date.now() % 1_000_000);
const CALLERS = 8;

const random = seededRandom(SEED);
const disk = mountSmallDisk(2_048);
if (typeof disk === "string") process.stderr.write(`Skipped: ${disk}\n`);

let upstream: LocalUpstream;
let folder: string;
const cleanUp: (() => unknown)[] = [];

beforeEach(async () => {
  upstream = await startUpstream();
  folder = mkdtempSync(join(tmpdir(), "gateway-crash-"));
  chmodSync(folder, 0o755);
});
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
  await upstream.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

async function start({ environment, ...options }: GatewayOptions = {}): Promise<GatewayProcess> {
  const gateway = await startGateway({
    dataDirectory: join(folder, "data"),
    environment: { GATEWAY_CONSOLE: "off", ...environment },
    config: {
      model_list: [
        {
          model_name: "local/*",
          gateway_params: {
            model: "openai/*",
            api_base: upstream.apiBase,
            input_cost_per_token: 0.001,
            output_cost_per_token: 0.002,
          },
        },
      ],
    },
    ...options,
  });
  cleanUp.push(() => gateway.stop());
  return gateway;
}

function callThrough(...gateways: readonly { readonly url: string }[]): CallTraffic {
  const traffic = new CallTraffic({
    urls: () => gateways.map(({ url }) => url),
    key: TEST_MASTER_KEY,
    callers: CALLERS,
    random,
  });
  cleanUp.push(() => traffic.stop());
  return traffic;
}

async function completed(traffic: CallTraffic, more: number): Promise<void> {
  const enough = traffic.completed + more;
  await expect.poll(() => traffic.completed, { interval: 5 }).toBeGreaterThan(enough);
}

/** Waits for the books to be whole, and expects them to be right. */
async function expectWholeBooks(gateway: GatewayProcess, traffic: CallTraffic): Promise<SpendComparison> {
  const read = async () => {
    const rows = await allSpendRows(gateway);
    const total = await ask<{ spend: number; calls: number }>(gateway, "/global/spend");
    return { rows, total, comparison: compareSpend(upstream.requests, traffic.calls, rows) };
  };
  const deadline = Date.now() + PATIENCE_MS;
  let books = await read();
  while ((books.comparison.lost.length > 0 || books.total.calls !== books.rows.length) && Date.now() < deadline)
    books = await read();
  const { rows, total, comparison } = books;
  expect(comparison, `seed ${SEED}`).toMatchObject({ lost: [], doubled: [], wrong: [] });
  expect(total.calls).toBe(rows.length);
  expect(total.spend).toBeCloseTo(
    rows.reduce((sum, { spend }) => sum + spend, 0),
    6,
  );
  process.stderr.write(
    `served ${comparison.served}, booked ${comparison.booked}, interrupted ${comparison.interrupted}: lost 0, doubled 0\n`,
  );
  return comparison;
}

async function expectTotalsToBeSums(url: string): Promise<void> {
  const database = openDatabase(url);
  try {
    expect(await findSpendDiscrepancies(database)).toEqual([]);
  } finally {
    await database.close();
  }
}

test(
  `a gateway killed ${KILLS} times under load loses no call, books none twice, and marks the interrupted ones`,
  { timeout: TEST_LIMIT_MS + KILLS * 10_000 },
  async () => {
    const port = await findFreePort();
    const traffic = callThrough({ url: `http://127.0.0.1:${port}` });
    for (let kill = 0; kill < KILLS; kill++) {
      const gateway = await start({ port });
      await completed(traffic, 5);
      await new Promise((resolve) => setTimeout(resolve, random() * 400)); // another moment each time
      await gateway.kill();
    }
    const gateway = await start({ port });
    await completed(traffic, 20);
    await traffic.stop();
    const { interrupted } = await expectWholeBooks(gateway, traffic);
    expect(interrupted).toBeGreaterThan(0);
    expect(await auditSpend({ databaseUrl: undefined, dataDirectory: join(folder, "data") })).toMatchObject({
      exitCode: 0,
    });
    const journal = await ask<Record<string, unknown>>(gateway, "/spend/journal");
    expect(journal).toMatchObject({
      fault: null,
      open: 0,
      waiting: 0,
      spilled_segments: 0,
      in_memory_alone: 0,
      set_aside: [],
    });
    expect(journal["last_recovery"]).toMatchObject({ processes: 1, damaged: 0, rejected: 0 });
    expect(journal["segments"]).toHaveLength(1);
  },
);

describe("with an external database", () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await startTestDatabase();
    cleanUp.push(() => database.stop());
  });

  test("two nodes book every call once while one of them is killed repeatedly", async () => {
    const [url, port] = [await database.createDatabase(), await findFreePort()];
    const steady = await start({ dataDirectory: join(folder, "steady"), environment: { DATABASE_URL: url } });
    const traffic = callThrough(steady, { url: `http://127.0.0.1:${port}` });
    for (let kill = 0; kill < 3; kill++) {
      const shaky = await start({ port, dataDirectory: join(folder, "shaky"), environment: { DATABASE_URL: url } });
      await completed(traffic, 60);
      await shaky.kill();
    }
    await start({ port, dataDirectory: join(folder, "shaky"), environment: { DATABASE_URL: url } });
    await completed(traffic, 20);
    await traffic.stop();
    await expectWholeBooks(steady, traffic);
    await expectTotalsToBeSums(url);
  });

  test(
    `while the database is away for ${OUTAGE_MS / 1_000} s no call is refused, and all calls are booked afterwards`,
    { timeout: TEST_LIMIT_MS + 2 * OUTAGE_MS },
    async () => {
      const server = await startTestServer();
      cleanUp.push(() => server.stop());
      let serverPort = Number(new URL(server.url).port);
      const line = await startTcpLine(() => serverPort);
      cleanUp.push(() => line.close());
      const url = Object.assign(new URL(server.url), { host: `127.0.0.1:${line.port}` }).href;
      const gateway = await start({ environment: { DATABASE_URL: url } });
      const traffic = callThrough(gateway);
      await completed(traffic, 40);
      const resume = await server.halt();
      await new Promise((resolve) => setTimeout(resolve, OUTAGE_MS));
      await completed(traffic, 40);
      serverPort = await resume();
      await completed(traffic, 40);
      await traffic.stop();
      expect(traffic.calls.filter(({ seen }) => seen === "refused")).toEqual([]);
      const { interrupted } = await expectWholeBooks(gateway, traffic);
      expect(interrupted).toBe(0);
      await expectTotalsToBeSums(url);
    },
  );

  test("after SIGTERM under load every stream in flight ends, every call is booked, and the exit code is 0", async () => {
    const url = await database.createDatabase();
    const gateway = await start({ environment: { DATABASE_URL: url } });
    const traffic = callThrough(gateway);
    await completed(traffic, 60);
    const exit = gateway.stop();
    await exit.then((code) => expect(code).toBe(0));
    await traffic.stop();
    const broken = traffic.calls.filter(
      ({ kind, seen, status }) => kind !== "cancelled" && seen === "broken" && status !== undefined,
    );
    expect(broken).toEqual([]);
    const { interrupted } = await expectWholeBooks(await start({ environment: { DATABASE_URL: url } }), traffic);
    expect(interrupted).toBe(0);
    await expectTotalsToBeSums(url);
  });

  test.skipIf(typeof disk === "string")(
    "while the disk is full new calls are refused and logged and those in flight are booked, until there is room again",
    async () => {
      const small = disk as Exclude<typeof disk, string>;
      chmodSync(small.directory, 0o755);
      const url = await database.createDatabase();
      const gateway = await start({ dataDirectory: join(small.directory, "data"), environment: { DATABASE_URL: url } });
      const traffic = callThrough(gateway);
      const readiness = async (): Promise<number> => (await fetch(`${gateway.url}/health/readiness`)).status;
      await completed(traffic, 40);
      small.fill(0);
      await expect.poll(readiness).toBe(503);
      await expect.poll(() => traffic.calls.at(-1)?.status).toBe(503);
      small.empty();
      await expect.poll(readiness).toBe(200);
      await completed(traffic, 40);
      await traffic.stop();
      expect(traffic.calls.some(({ seen }) => seen === "refused")).toBe(true);
      await expectWholeBooks(gateway, traffic);
      await expectTotalsToBeSums(url);
      await gateway.stop();
      small.unmount();
    },
  );
});
