import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAnalyticsReader } from "@/lib/reports/analytics-reader";
import { auditAnalytics } from "@/lib/reports/io/audit-analytics";
import { createPostgresReader } from "@/lib/reports/postgres-reader";
import type { CallPage } from "@/lib/store/calls/call-list";
import { EVERY_NAME } from "@/lib/store/spend/payer-names";
import { whyNoChdb } from "@/scripts/setup/chdb.mjs";
import { type AnalyticsNode, type AnalyticsFixture, startAnalyticsFixture } from "@/testing/programs/analytics-fixture";
import { type Fault, type FaultyDoor, startFaultyDoor } from "@/testing/programs/faulty-door";
import { bookSamples, repriceSample } from "@/testing/spend/booked-rows";
import { recordingLog } from "@/testing/spend/spend-samples";

const missing = whyNoChdb();
if (missing !== undefined) process.stderr.write(`Skipped: ${missing}\n`);

/** How long a slow failure takes: longer than the nodes here avoid a ClickHouse that fails at once. */
const SLOW_MS = 5_000;
let fixture: AnalyticsFixture;
let door: FaultyDoor;
let booked = 0;

const refuse =
  (code: number, name: string): Fault =>
  async (response) =>
    void response
      .writeHead(500, { "x-clickhouse-exception-code": String(code) })
      .end(`Code: ${code}. DB::Exception: row sk-secret. (${name})`);

/** Books 50 calls, and re-prices the first two while they wait to be sent. */
async function bookSome(): Promise<void> {
  const ids = Array.from({ length: 50 }, () => `call-${String(booked++).padStart(5, "0")}`);
  await bookSamples(fixture.database, ...ids);
  for (const id of ids.slice(0, 2)) await repriceSample(fixture.database, id, 123_456_789n);
}
const startNode = (said: string[] = []): AnalyticsNode =>
  fixture.startNode({
    settings: { ...fixture.engine.settings, origin: door.origin },
    onFinding: (_name, finding) => void said.push(finding?.message ?? ""),
  });
const audit = () => auditAnalytics(fixture.engine.settings, fixture.database, fixture.upstreams);
const ALIKE = { exitCode: 0, output: "ClickHouse has the same calls.\n" };

describe.skipIf(missing !== undefined)("a ClickHouse with faults", () => {
  beforeAll(async () => {
    fixture = await startAnalyticsFixture();
    door = await startFaultyDoor(fixture.engine.settings.origin);
  }, 300_000);
  afterAll(async () => {
    await door?.close();
    await fixture?.close();
  });

  test.each<[what: string, fault: Fault]>([
    ["has no room left", refuse(243, "NOT_ENOUGH_SPACE")],
    ["has too many parts", refuse(252, "TOO_MANY_PARTS")],
    ["is read-only", refuse(164, "READONLY")],
    [
      "answers 200 and then an error, and has stored nothing",
      async (response) => void response.writeHead(200).end("Code: 243. DB::Exception: No space. (NOT_ENOUGH_SPACE)\n"),
    ],
    [
      "stores a batch and then breaks the connection",
      async (response, forward) => {
        await forward();
        response.destroy();
      },
    ],
    [
      "stores a batch and then answers with an error",
      async (response, forward) => {
        await forward();
        response.writeHead(500).end("Code: 159. DB::Exception: Timeout. (TIMEOUT_EXCEEDED)");
      },
    ],
  ])("one that %s gets each call once, at its last price", async (_what, fault) => {
    door.meet("insert_deduplication_token=", fault, fault);
    const node = startNode();
    await bookSome();
    await fixture.arrived();
    expect(door.left).toBe(0);
    await node.close();
    expect(await audit()).toEqual(ALIKE);
  });

  test("one that fails slowly is not asked for as long as that took, and PostgreSQL answers", async () => {
    const node = startNode();
    await bookSome();
    await fixture.arrived();
    await expect.poll(() => node.reach()).toBeDefined();
    const reader = createAnalyticsReader(
      createPostgresReader(fixture.database),
      node,
      fixture.database,
      recordingLog(),
    );
    const page: CallPage = { sort: "spend", order: "desc", from: { number: 1 }, size: 5, isCounted: false };
    const list = () => reader.listCalls([{}], page, EVERY_NAME);
    await expect.poll(async () => (await list()).asOf).toBeGreaterThan(0);
    const found = await list();
    door.meet("param_p0=success", async (response) => {
      await pause(SLOW_MS);
      response.writeHead(500).end();
    });
    // The list is filtered by status, as no query of the node itself is, so the fault meets this read.
    const failed = await reader.listCalls([{ status: "success" }], page, EVERY_NAME);
    expect([door.left, failed.asOf, failed.calls]).toEqual([0, undefined, found.calls]);
    expect(await node.reach()).toBeUndefined();
    await expect.poll(async () => (await list()).asOf, { timeout: 3 * SLOW_MS }).toBe(found.asOf);
    await node.close();
  });

  test("two nodes that find no tables make them once, and send every call", async () => {
    for (const table of (await fixture.engine.ask("SHOW TABLES FROM spend")).trim().split("\n"))
      await fixture.engine.ask(`DROP TABLE spend.${table}`);
    const nodes = [startNode(), startNode()];
    await bookSome();
    await expect
      .poll(() => fixture.engine.ask("SELECT count() FROM spend.gateway_calls FINAL").catch(() => ""))
      .toBe(`${booked}\n`);
    await fixture.arrived();
    await Promise.all(nodes.map((node) => node.close()));
    expect(
      await fixture.engine.ask("SELECT step, count() FROM spend.gateway_schema GROUP BY step HAVING count() > 1"),
    ).toBe("");
    expect(await audit()).toEqual(ALIKE);
  });

  test("one whose database is gone is a finding, and gets every call once there is one again", async () => {
    const said: string[] = [];
    await fixture.engine.ask("USE default");
    await fixture.engine.ask("DROP DATABASE spend");
    const node = startNode(said);
    await expect.poll(() => said.join("\n")).toContain("it has no database spend");
    await bookSome();
    await fixture.engine.ask("CREATE DATABASE spend");
    await expect
      .poll(() => fixture.engine.ask("SELECT count() FROM spend.gateway_calls FINAL").catch(() => ""))
      .toBe(`${booked}\n`);
    await fixture.arrived();
    await node.close();
    expect(await audit()).toEqual(ALIKE);
  });
});
