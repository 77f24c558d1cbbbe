import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";
import { guideBlocks } from "@/testing/architecture/guide-blocks";
import { findRedis, startRedis, type RedisServer } from "@/testing/database/redis-server";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";

const program = findRedis();
if (program === undefined) process.stderr.write("Skipped: this machine has no Redis\n");

let database: TestDatabase;
let upstream: LocalUpstream;
let redis: RedisServer;
const nodes: InProcessGateway[] = [];

/** Runs the block of the guide that begins like this, at the nodes' own addresses, and returns its lines. */
async function runBlock(beginning: string, alias = "two-nodes"): Promise<string[]> {
  const blocks = guideBlocks(readFileSync("docs/operate/nodes.md", "utf8"));
  const text = blocks.find((block) => block.text.startsWith(beginning))?.text ?? "";
  expect(text).toContain("http://10.0.0.12:4000");
  const script = text
    .replace("http://10.0.0.11:4000", nodes[0]!.origin)
    .replace("http://10.0.0.12:4000", nodes[1]!.origin)
    .replace('"two-nodes"', JSON.stringify(alias));
  const env = { PATH: process.env["PATH"], GATEWAY_MASTER_KEY: nodes[0]!.masterKey, NODE_ENV: "production" as const };
  const { stdout } = await promisify(execFile)("bash", ["-euo", "pipefail", "-c", script], { env });
  return stdout.trim().split("\n");
}

describe.skipIf(program === undefined)("two nodes with one Redis, as the guide sets them up", () => {
  beforeAll(async () => {
    [database, upstream, redis] = await Promise.all([
      startTestDatabase(),
      startUpstream({ log: false }),
      startRedis(program!),
    ]);
    const url = await database.createDatabase();
    const configured = {
      environment: { REDIS_URL: redis.url },
      config: {
        model_list: [
          {
            model_name: "openai/*",
            gateway_params: { model: "openai/*", api_base: upstream.apiBase, api_key: "sk-upstream" },
          },
        ],
      },
    };
    for (let count = 0; count < 2; count++) nodes.push(await startInProcessGateway(url, configured));
  });
  afterAll(async () => {
    for (const node of nodes) await node.stop();
    await Promise.all([redis?.stop(), upstream?.stop(), database?.stop()]);
  });

  test("both answer whether they are ready, and warn of nothing", async () => {
    const answers = (await runBlock("for node in")).map((line): unknown => JSON.parse(line));
    expect(answers).toMatchObject([{ warnings: [] }, { warnings: [] }]);
  });

  test("the commands show a limit that holds across both, and a block that works at once", async () => {
    let tries = 0;
    // A minute that ends between two calls begins another window.
    await expect
      .poll(async () => (await runBlock("ONE=", `two-nodes-${++tries}`)).slice(0, 3))
      .toEqual(["200", "200", "429"]);
    const [, , , ...answers] = await runBlock("ONE=");
    expect(answers.join("\n")).toContain("key_blocked");
  });
});
