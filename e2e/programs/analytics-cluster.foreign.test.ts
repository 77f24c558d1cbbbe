import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAnalyticsReader } from "@/lib/reports/analytics-reader";
import { createClickHouse } from "@/lib/reports/io/clickhouse-client";
import { prepareClickHouse } from "@/lib/reports/io/prepare-clickhouse";
import { createPostgresReader } from "@/lib/reports/postgres-reader";
import { whyNoChdb } from "@/scripts/setup/chdb.mjs";
import { whyNoZooKeeper } from "@/scripts/setup/zookeeper.mjs";
import { type AnalyticsNode, type AnalyticsFixture, startAnalyticsFixture } from "@/testing/programs/analytics-fixture";
import { type ClickHouseServer, startClickHouse } from "@/testing/programs/clickhouse";
import { startZooKeeper, type ZooKeeper } from "@/testing/programs/zookeeper";
import { bookSamples } from "@/testing/spend/booked-rows";
import { recordingLog } from "@/testing/spend/spend-samples";
import { REPORT_QUESTIONS } from "@/testing/spend/spend-questions";

const missing = whyNoChdb() ?? whyNoZooKeeper();
if (missing !== undefined) process.stderr.write(`Skipped: ${missing}\n`);

let fixture: AnalyticsFixture;
let engine: ClickHouseServer;
let keeper: ZooKeeper;

const [SUMS] = REPORT_QUESTIONS;
if (!SUMS) throw new Error("There is no question");

/** A node that writes down its findings. */
const startNode = (said: string[], settings = engine.settings): AnalyticsNode =>
  fixture.startNode({ settings, onFinding: (_name, finding) => void said.push(finding?.message ?? "") });

/**
 * How a table was made, without its engine, the settings of a table that has no replicas, and the columns of later
 * steps.
 */
async function shapeOf(server: ClickHouseServer, table: string): Promise<string> {
  const made = await server.ask(
    `SELECT create_table_query FROM system.tables WHERE database = 'spend' AND name = '${table}' FORMAT TSVRaw`,
  );
  return made
    .replace(/ENGINE = \w+\((?:'[^']*', '[^']*', )?/, "ENGINE = (")
    .replace(/ SETTINGS .*/, "")
    .replace(/ `issuer` \S+,/, "");
}

/*
 * The engine is a library. It checks statements for a cluster and makes replicated tables in a real ZooKeeper. But it
 * has no server that other replicas could reach, so its replica never becomes active and takes no rows.
 */
describe.skipIf(missing !== undefined)("a cluster of ClickHouse", () => {
  beforeAll(async () => {
    keeper = await startZooKeeper();
    fixture = await startAnalyticsFixture(undefined, { keeperPort: keeper.port, replica: "r1" });
    ({ engine } = fixture);
    // The engine's one session keeps this setting, so inserts, which can never succeed, fail at once.
    await engine.ask("SET insert_keeper_max_retries = 0");
  }, 300_000);
  afterAll(async () => {
    await fixture?.close();
    await keeper?.stop();
  });

  test("a cluster that the engine does not know is a finding, and nothing is made", async () => {
    const said: string[] = [];
    const node = startNode(said, { ...engine.settings, cluster: "nowhere" });
    await expect.poll(() => said.join("\n")).toContain("error 701 (CLUSTER_DOESNT_EXIST)");
    await node.close();
    expect(await engine.ask("SELECT count() FROM system.tables WHERE database = 'spend'")).toBe("0\n");
  });

  test("the tables are made on the cluster, replicated and otherwise as on one server, and calls wait for a replica", async () => {
    await bookSamples(fixture.database, "call-1", "call-2");
    const said: string[] = [];
    const node = startNode(said);
    await expect.poll(() => said.join("\n")).toContain("error 242 (TABLE_IS_READ_ONLY)");
    const tables = "SELECT name, engine FROM system.tables WHERE database = 'spend' ORDER BY name";
    await expect
      .poll(() => engine.ask(tables))
      .toBe("gateway_calls\tReplicatedReplacingMergeTree\ngateway_schema\tReplicatedReplacingMergeTree\n");
    expect(
      await engine.ask(
        "SELECT count() FROM system.replicas WHERE zookeeper_path = concat('/clickhouse/tables/', (SELECT toString(uuid) FROM system.tables AS made WHERE made.name = replicas.table), '/01') AND replica_name = 'r1'",
      ),
    ).toBe("2\n");
    const plain = await startClickHouse();
    await prepareClickHouse(createClickHouse(plain.settings, fixture.upstreams), plain.settings, fixture.database);
    for (const table of ["gateway_calls", "gateway_schema"])
      expect(await shapeOf(engine, table)).toBe(await shapeOf(plain, table));
    await plain.stop();
    const reader = createAnalyticsReader(
      createPostgresReader(fixture.database),
      node,
      fixture.database,
      recordingLog(),
    );
    const answer = await reader.report(SUMS);
    expect([answer.asOf, answer.note]).toEqual([undefined, undefined]);
    await node.close();
  });
});
