import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { openDataFolder } from "@/lib/database/data-folder";
import { startEmbeddedPostgres } from "@/lib/database/embedded-postgres";
import { migrateDatabase } from "@/lib/database/migrate";
import { createChangeFeed } from "@/lib/store/changes/change-feed";
import { openDatabase } from "@/lib/store/database";
import type { Receipt } from "@/lib/store/changes/receipts";
import { write, type Writer } from "@/lib/store/write";
import { runCleanUp } from "./clean-up";
import { postmasterOf } from "./floor/measure";
import { processorTimesOfChildren, usedBetween } from "./floor/processor-time";
import { table } from "./table";

export interface NodesOptions {
  /** How many nodes listen, all in this process. */
  readonly nodes: number;
  /** How long each part is measured. */
  readonly seconds: number;
  /** Management writes a second, by some of the nodes in turn. */
  readonly writes: number;
}

export const NODES_USAGE = `Usage: npm run bench:nodes -- [OPTION]...
  --nodes 200    how many nodes listen, all in one process
  --seconds 20   how long each part is measured
  --writes 20    management writes a second, by ten of the nodes in turn`;

/** How many nodes write. The client of each takes memory and time when it writes first. */
const WRITERS = 10;

const silent = { info() {}, warn() {}, error() {} };
const CHANNELS = ["gateway_changes", "gateway_heartbeat"];

/** Prints what nodes cost PostgreSQL at rest, and while each hears and acknowledges management writes. */
export async function runNodesBench({ nodes, seconds, writes }: NodesOptions, migrations: string): Promise<void> {
  const cleanUp: (() => unknown)[] = [];
  try {
    const { url, postmaster } = await startPostgres(migrations, nodes, cleanUp);
    const notices = await countNotices(url, cleanUp);
    const writers = (await startNodes(url, nodes, cleanUp)).slice(0, WRITERS);
    for (const writer of writers) await firstWrite(writer);
    await pause(5_000); // the proofs of new connections
    const measure = async (name: string, work: () => Promise<readonly string[]>): Promise<string[]> => {
      const [before, heard, startedAt] = [processorTimesOfChildren(postmaster), notices.count, performance.now()];
      const cells = await work();
      const past = (performance.now() - startedAt) / 1_000;
      const cores = usedBetween(before, processorTimesOfChildren(postmaster)) / 1_000_000 / past;
      return [name, cores.toFixed(3), ((notices.count - heard) / past).toFixed(1), ...cells];
    };
    const rest = await measure("at rest", async () => {
      await pause(seconds * 1_000);
      return ["", "", "", "", ""];
    });
    const busy = await measure(`${writes} writes a second`, () => writeFor(seconds, writes, writers));
    const head = [`${nodes} nodes`, "PostgreSQL cores", "notices a second", "writes a second"];
    process.stdout.write(`${table([[...head, "failed", "acknowledged", "p50 ms", "p99 ms"], rest, busy])}\n`);
  } finally {
    await runCleanUp(cleanUp);
  }
}

async function startPostgres(
  migrations: string,
  nodes: number,
  cleanUp: (() => unknown)[],
): Promise<{ url: string; postmaster: number }> {
  const directory = mkdtempSync(join(tmpdir(), "model-gateway-bench-nodes-"));
  cleanUp.push(() => rmSync(directory, { recursive: true, force: true }));
  const folder = openDataFolder(directory);
  cleanUp.push(() => folder.release());
  const settings = { max_connections: String(4 * nodes + 50) };
  const server = await startEmbeddedPostgres({ directory, log: silent, settings });
  cleanUp.push(() => server.stop());
  await migrateDatabase(server.url, { directory: migrations });
  return { url: server.url, postmaster: await postmasterOf(directory) };
}

/** Counts the notices that each node is woken for. */
async function countNotices(url: string, cleanUp: (() => unknown)[]): Promise<{ readonly count: number }> {
  const client = new pg.Client(url);
  await client.connect();
  cleanUp.push(() => client.end());
  const notices = { count: 0 };
  client.on("notification", () => void notices.count++);
  for (const channel of CHANNELS) await client.query(`LISTEN ${channel}`);
  return notices;
}

async function startNodes(url: string, nodes: number, cleanUp: (() => unknown)[]): Promise<Writer[]> {
  const writers: Writer[] = [];
  for (let number = 0; number < nodes; number++) {
    const database = openDatabase(url);
    cleanUp.push(() => database.close());
    const changes = await createChangeFeed({ database, node: `node-${number}`, log: silent, now: Date.now });
    cleanUp.push(() => changes.close());
    writers.push({ database, changes });
  }
  return writers;
}

/** A first write may take too long, because the client starts while all nodes of this process are at work. */
async function firstWrite(writer: Writer): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await writeTeam(writer, "the first");
      return;
    } catch (error) {
      if (attempt === 10) throw error;
    }
  }
}

async function writeTeam(writer: Writer, id: string): Promise<readonly Receipt[]> {
  const { nodes } = await write(writer, async (transaction) => ({
    result: await transaction.team.upsert({ where: { id }, create: { id }, update: { blocked: false } }),
    audit: [],
    changes: [{ entity: "team", id }],
  }));
  return nodes;
}

/** Returns cells of the table: writes a second, failed ones, the acknowledgements that came, and times of writes. */
async function writeFor(seconds: number, writes: number, writers: readonly Writer[]): Promise<string[]> {
  const times: number[] = [];
  let [wanted, came, failed] = [0, 0, 0];
  const writeOnce = async (writer: Writer, id: string): Promise<void> => {
    const startedAt = performance.now();
    const nodes = await writeTeam(writer, id);
    times.push(performance.now() - startedAt);
    wanted += nodes.length;
    came += nodes.filter((receipt) => receipt.acknowledged_ms !== null).length;
  };
  const startedAt = performance.now();
  const running: Promise<void>[] = [];
  for (let count = 0; count < seconds * writes; count++) {
    const writer = writers[count % writers.length];
    if (writer) running.push(writeOnce(writer, `team-${count % 100}`).catch(() => void failed++));
    await pause(Math.max(0, startedAt + ((count + 1) * 1_000) / writes - performance.now()));
  }
  await Promise.all(running);
  const past = (performance.now() - startedAt) / 1_000;
  times.sort((a, b) => a - b);
  const at = (share: number): string => (times[Math.floor((times.length - 1) * share)] ?? 0).toFixed(0);
  const acknowledged = `${((100 * came) / Math.max(1, wanted)).toFixed(1)} %`;
  return [(times.length / past).toFixed(1), String(failed), acknowledged, at(0.5), at(0.99)];
}
