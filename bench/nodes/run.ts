import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { openDataFolder } from "@/lib/database/data-folder";
import { startEmbeddedPostgres } from "@/lib/database/embedded-postgres";
import { migrateDatabase } from "@/lib/database/migrate";
import { bundleChild } from "@/testing/gateway/child-bundle";
import { runCleanUp } from "../clean-up";
import { postmasterOf } from "../floor/measure";
import { processorTimeOf, processorTimesOfChildren, usedBetween } from "../floor/processor-time";
import { table } from "../table";
import type { Players, Writing, Written } from "./players";

export interface NodesOptions extends Writing {
  /** How many nodes listen. */
  readonly nodes: number;
  /** How many processes play them, each its share. */
  readonly processes: number;
}

export const NODES_USAGE = `Usage: npm run bench:nodes -- [OPTION]...
  --nodes 200     how many nodes listen
  --processes 4   how many processes play them
  --seconds 20    how long each part is measured
  --writes 20     management writes a second, by ten of the nodes in turn`;

/** How many nodes write. The client of each takes memory and time when it writes first. */
const WRITERS = 10;

const silent = { info() {}, warn() {}, error() {} };
const CHANNELS = ["gateway_changes", "gateway_heartbeat"];

/** Prints what nodes cost PostgreSQL at rest, and while each hears and acknowledges management writes. */
export async function runNodesBench(options: NodesOptions, migrations: string): Promise<void> {
  const { nodes, processes, seconds, writes } = options;
  const cleanUp: (() => unknown)[] = [];
  try {
    const { url, postmaster } = await startPostgres(migrations, nodes, cleanUp);
    const notices = await countNotices(url, cleanUp);
    const players = await startProcesses(url, options, cleanUp);
    await pause(5_000); // the proofs of new connections
    const measure = async (name: string, work: () => Promise<readonly string[]>): Promise<string[]> => {
      const used = (): number => players.reduce((sum, { pid }) => sum + processorTimeOf(pid ?? 0).all, 0);
      const [before, heard, startedAt] = [processorTimesOfChildren(postmaster), notices.count, performance.now()];
      const usedBefore = used();
      const cells = await work();
      const past = (performance.now() - startedAt) / 1_000;
      const cores = (microseconds: number): string => (microseconds / 1_000_000 / past).toFixed(3);
      const postgres = usedBetween(before, processorTimesOfChildren(postmaster));
      return [name, cores(postgres), cores(used() - usedBefore), ((notices.count - heard) / past).toFixed(1), ...cells];
    };
    const rest = await measure("at rest", async () => {
      await pause(seconds * 1_000);
      return ["", "", "", "", ""];
    });
    const share = { seconds, writes: writes / processes };
    const busy = await measure(`${writes} writes a second`, async () => {
      const startedAt = performance.now();
      const written = await Promise.all(players.map((player) => writeBy(player, share)));
      return cellsOf(written, (performance.now() - startedAt) / 1_000);
    });
    const head = [`${nodes} nodes`, "PostgreSQL cores", "nodes' cores", "notices a second", "writes a second"];
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

/** Starts the processes one after the other, because their nodes come to the same database. */
async function startProcesses(
  url: string,
  { nodes, processes }: NodesOptions,
  cleanUp: (() => unknown)[],
): Promise<ChildProcess[]> {
  const bundle = await bundleChild("bench/nodes/player-process.ts");
  cleanUp.push(() => bundle.remove());
  const started: ChildProcess[] = [];
  const upTo = (count: number, place: number): number => Math.floor((count * place) / processes);
  for (let place = 0; place < processes; place++) {
    const players: Players = {
      url,
      first: upTo(nodes, place),
      nodes: upTo(nodes, place + 1) - upTo(nodes, place),
      writers: Math.max(1, upTo(WRITERS, place + 1) - upTo(WRITERS, place)),
    };
    const child = fork(bundle.path, [JSON.stringify(players)], { serialization: "advanced" });
    cleanUp.push(async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGKILL");
      await once(child, "exit");
    });
    await answerOf(child);
    started.push(child);
  }
  return started;
}

async function writeBy(player: ChildProcess, writing: Writing): Promise<Written> {
  player.send(writing);
  return (await answerOf(player)) as Written;
}

/** The next message of a process. @throws Error if it ends first */
async function answerOf(child: ChildProcess): Promise<unknown> {
  const ended = once(child, "exit").then(([code]: unknown[]) => {
    throw new Error(`A process of nodes ended with ${String(code)}`);
  });
  const [message]: unknown[] = await Promise.race([once(child, "message"), ended]);
  return message;
}

/** Cells of the table: writes a second, failed ones, the acknowledgements that came, and times of writes. */
function cellsOf(written: readonly Written[], seconds: number): string[] {
  const times = written.flatMap((each) => each.times).sort((a, b) => a - b);
  const sumOf = (part: "failed" | "wanted" | "came"): number => written.reduce((sum, each) => sum + each[part], 0);
  const at = (share: number): string => (times[Math.floor((times.length - 1) * share)] ?? 0).toFixed(0);
  const acknowledged = `${((100 * sumOf("came")) / Math.max(1, sumOf("wanted"))).toFixed(1)} %`;
  return [(times.length / seconds).toFixed(1), String(sumOf("failed")), acknowledged, at(0.5), at(0.99)];
}
