import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { auditSpend } from "@/lib/spend/io/audit-cli";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";
import { requirePrograms } from "@/scripts/setup/debian.mjs";
import { guideBlocks } from "@/testing/architecture/guide-blocks";
import { findFreePort } from "@/testing/database/free-port";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { CallTraffic, seededRandom } from "@/testing/gateway/call-traffic";
import { startGateway, TEST_MASTER_KEY, type GatewayProcess } from "@/testing/gateway/gateway-process";
import { makeVersion, type VersionFolder } from "@/testing/gateway/next-version";
import { type Nginx, startNginx } from "@/testing/programs/nginx";
import { allSpendRows, ask, compareSpend } from "@/testing/spend/spend-comparison";

let database: TestDatabase;
let upstream: LocalUpstream;
let folder: string;
let url: string;
/** The ports of the two nodes. */
let ports: number[];
const versions: VersionFolder[] = [];
const gateways: GatewayProcess[] = [];

beforeAll(async () => {
  requirePrograms(["nginx"]);
  database = await startTestDatabase();
});
beforeEach(async () => {
  upstream = await startUpstream();
  url = await database.createDatabase();
  folder = mkdtempSync(join(tmpdir(), "rolling-upgrade-"));
  ports = [await findFreePort(), await findFreePort()];
});
afterEach(async () => {
  await Promise.all(gateways.splice(0).map((gateway) => gateway.stop()));
  for (const version of versions.splice(0)) version.remove();
  rmSync(folder, { recursive: true, force: true });
  await upstream.stop();
});
afterAll(() => database?.stop());

function version(...given: Parameters<typeof makeVersion>): VersionFolder {
  const made = makeVersion(...given);
  versions.push(made);
  return made;
}

/** A node on its own data folder, which it keeps from one version to the next. `root`: the folder of its version. */
async function start(at: number, root?: string): Promise<GatewayProcess> {
  const gateway = await startGateway({
    root,
    port: ports[at],
    dataDirectory: join(folder, `node-${at}`),
    environment: { DATABASE_URL: url, GATEWAY_CONSOLE: "off", SHUTDOWN_DELAY_SECONDS: "5" },
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
    // Calls are booked while a node stops, so the totals are audited when nobody calls any more.
    audit: false,
  });
  gateways[at] = gateway;
  return gateway;
}

const versionOf = async (gateway: GatewayProcess): Promise<unknown> =>
  (await ask<{ version: string }>(gateway, "/health/readiness")).version;

/** The guide's lines for nginx, with both nodes or without one of them. */
function upstreamLines(left?: number): string {
  const blocks = guideBlocks(readFileSync("docs/operate/upgrade.md", "utf8"));
  const lines = blocks.find(({ language }) => language === "nginx")?.text ?? "";
  return ports.reduce((text, port, at) => {
    const server = `server 10.0.0.1${at + 1}:4000;`;
    expect(text).toContain(server);
    return text.replace(server, `server 127.0.0.1:${port}${at === left ? " down" : ""};`);
  }, lines);
}

test("two nodes behind nginx are upgraded one after the other under load, and back, and no call fails or is lost", async () => {
  const next = version("99.1.0", {
    oldestVersion: "0.1.0",
    sql: "ALTER TABLE teams ADD COLUMN of_the_next_version TEXT; CREATE TABLE of_the_next_version (id TEXT PRIMARY KEY);",
  });
  await Promise.all([start(0), start(1)]);
  const own = await versionOf(gateways[0] as GatewayProcess);
  const port = await findFreePort();
  const nginx: Nginx = await startNginx(
    [
      {
        port,
        // Callers that keep a connection open may write to it at the moment at which nginx closes it.
        directives: `keepalive_timeout 0; proxy_http_version 1.1; proxy_set_header Connection "";
          location / { proxy_pass http://gateways; }`,
      },
    ],
    { directives: upstreamLines() },
  );
  const traffic = new CallTraffic({
    urls: () => [`http://127.0.0.1:${port}`],
    key: TEST_MASTER_KEY,
    callers: 12,
    random: seededRandom(16),
  });
  const grown = async (by: number): Promise<void> => {
    const goal = traffic.completed + by;
    await expect.poll(() => traffic.completed).toBeGreaterThan(goal);
  };
  /** The guide's order for one node. */
  const replace = async (at: number, root?: string): Promise<void> => {
    nginx.reload(upstreamLines(at));
    expect(await gateways[at]?.stop()).toBe(0);
    await start(at, root);
    nginx.reload(upstreamLines());
    await grown(100);
  };
  try {
    await grown(100);
    for (const at of [0, 1]) await replace(at, next.root);
    for (const gateway of gateways) expect(await versionOf(gateway)).toBe("99.1.0");
    // The way back: this version runs beside the schema of the next one.
    for (const at of [0, 1]) await replace(at);
    for (const gateway of gateways) expect(await versionOf(gateway)).toBe(own);
  } finally {
    await traffic.stop();
    await nginx.stop();
  }
  const failed = traffic.calls.filter(
    ({ kind, seen, status }) => seen !== "complete" && (kind !== "cancelled" || (status ?? 0) !== 200),
  );
  expect(failed).toEqual([]);
  const books = async (): Promise<object> => {
    const { lost, doubled, wrong } = compareSpend(
      upstream.requests,
      traffic.calls,
      await allSpendRows(gateways[0] as GatewayProcess),
    );
    return { lost, doubled, wrong };
  };
  await expect.poll(books).toEqual({ lost: [], doubled: [], wrong: [] });
  expect(await auditSpend({ databaseUrl: url, dataDirectory: folder })).toMatchObject({ exitCode: 0 });
});

test("a version that a newer schema leaves no room for goes on where it runs, and is refused at its start in one sentence", async () => {
  const breaking = version("99.2.0", {
    oldestVersion: "99.2.0",
    sql: "CREATE TABLE of_the_breaking_version (id TEXT PRIMARY KEY);",
  });
  const old = await start(0);
  expect(await versionOf(await start(1, breaking.root))).toBe("99.2.0");
  const call = await fetch(`${old.url}/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${TEST_MASTER_KEY}`, "content-type": "application/json" },
    body: JSON.stringify({ model: "local/tokens-2", messages: [{ role: "user", content: "Go on." }] }),
  });
  expect(call.status).toBe(200);
  expect(await old.stop()).toBe(0);
  const refused: Error = await start(0).then(
    () => new Error("it started"),
    (error: Error) => error,
  );
  const [, said = ""] = /Its output:\n([\s\S]*)$/.exec(refused.message) ?? [];
  expect(said.trimEnd().split("\n").at(-1)).toMatch(
    /^The database was migrated by a newer version of the gateway \(migration "9999_of_version_99_2_0" needs 99\.2\.0 or newer\): start version 99\.2\.0 or newer, or restore a backup made before it$/,
  );
});
