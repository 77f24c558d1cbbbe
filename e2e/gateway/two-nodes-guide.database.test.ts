import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";
import { guideBlocks } from "@/testing/architecture/guide-blocks";
import { findRedis, startRedis, type RedisServer } from "@/testing/database/redis-server";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { MASTER_KEY } from "@/testing/gateway/test-services";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";

const program = findRedis();
if (program === undefined) process.stderr.write("Skipped: this machine has no Redis\n");

let database: TestDatabase;
let upstream: LocalUpstream;
let redis: RedisServer;
const nodes: InProcessGateway[] = [];

/** The block of the guide that begins like this, with the places of an installation filled in. */
function filledBlock(beginning: string, filled: Readonly<Record<string, string>>): string {
  const blocks = guideBlocks(readFileSync("docs/operate/nodes.md", "utf8"));
  const text = blocks.find((block) => block.text.startsWith(beginning))?.text ?? "";
  return Object.entries(filled).reduce((script, [place, value]) => {
    expect(script).toContain(place);
    return script.replace(place, value);
  }, text);
}

/** The lines that a script prints. */
async function linesOf(script: string): Promise<string[]> {
  const env = { PATH: process.env["PATH"], GATEWAY_MASTER_KEY: MASTER_KEY, NODE_ENV: "production" as const };
  const { stdout } = await promisify(execFile)("bash", ["-euo", "pipefail", "-c", script], { env });
  return stdout.trim().split("\n");
}

/** Runs the block of the guide that begins like this, at the nodes' own addresses, and returns its lines. */
async function runBlock(beginning: string, places: Readonly<Record<string, string>> = {}): Promise<string[]> {
  const addresses = { "http://10.0.0.11:4000": nodes[0]!.origin, "http://10.0.0.12:4000": nodes[1]!.origin };
  return await linesOf(filledBlock(beginning, { ...addresses, ...places }));
}

/** What the guide sets in the environment before it starts a node. */
async function guideEnvironment(databaseUrl: string): Promise<Record<string, string>> {
  const block = filledBlock("export DATABASE_URL=", {
    "postgresql://gateway:PASSWORD@10.0.0.20:5432/gateway": databaseUrl,
    "GATEWAY_ENCRYPTION_KEY=…": `GATEWAY_ENCRYPTION_KEY=${randomUUID()}`,
    "NEXTAUTH_SECRET=…": `NEXTAUTH_SECRET=${randomUUID()}`,
    "GATEWAY_MASTER_KEY=…": `GATEWAY_MASTER_KEY=${MASTER_KEY}`,
    "redis://10.0.0.20:6379/0": redis.url,
  });
  const names = [...block.matchAll(/\b([A-Z_]+)=/g)].map(([, name = ""]) => name);
  const lines = await linesOf(`npm() { [ "$1" = start ] && env; }\n${block}`);
  const entries = lines.map((line): [string, string] => {
    const at = line.indexOf("=");
    return [line.slice(0, at), line.slice(at + 1)];
  });
  return Object.fromEntries(entries.filter(([name]) => names.includes(name)));
}

describe.skipIf(program === undefined)("two nodes with one Redis, as the guide sets them up", () => {
  beforeAll(async () => {
    [database, upstream, redis] = await Promise.all([
      startTestDatabase(),
      startUpstream({ log: false }),
      startRedis(program!),
    ]);
    const url = await database.createDatabase();
    const environment = await guideEnvironment(url);
    expect(Object.keys(environment)).toEqual(expect.arrayContaining(["GATEWAY_ENCRYPTION_KEY", "REDIS_URL", "HOST"]));
    const configured = {
      environment,
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
      .poll(async () => (await runBlock("ONE=", { '"two-nodes"': `"two-nodes-${++tries}"` })).slice(0, 3))
      .toEqual(["200", "200", "429"]);
    const [, , , ...answers] = await runBlock("ONE=");
    expect(answers.join("\n")).toContain("key_blocked");
  });
});
