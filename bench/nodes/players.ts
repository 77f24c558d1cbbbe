import { setTimeout as pause } from "node:timers/promises";
import { createChangeFeed } from "@/lib/store/changes/change-feed";
import { openDatabase } from "@/lib/store/database";
import type { Receipt } from "@/lib/store/changes/receipts";
import { write, type Writer } from "@/lib/store/write";

/** The nodes of one process: each listens, and the first of them write. */
export interface Players {
  readonly url: string;
  /** The number of the first node among those of all processes. */
  readonly first: number;
  readonly nodes: number;
  readonly writers: number;
}

/** How long to write, and how many times a second. */
export interface Writing {
  readonly seconds: number;
  readonly writes: number;
}

/** What came of the writes of a process. */
export interface Written {
  /** How long each write took that succeeded, in milliseconds. */
  readonly times: readonly number[];
  readonly failed: number;
  /** How many nodes the writes have told, and how many of them acknowledged in time. */
  readonly wanted: number;
  readonly came: number;
}

const silent = { info() {}, warn() {}, error() {} };

/** Starts the nodes, and lets each writer write once. They run until their process ends. */
export async function startPlayers({ url, first, nodes, writers }: Players): Promise<Writer[]> {
  const started: Writer[] = [];
  for (let number = first; number < first + nodes; number++) {
    const database = openDatabase(url);
    const changes = await createChangeFeed({ database, node: `node-${number}`, log: silent, now: Date.now });
    started.push({ database, changes });
  }
  const writing = started.slice(0, writers);
  for (const writer of writing) await firstWrite(writer);
  return writing;
}

/** Writes at a steady rate, by the writers in turn. */
export async function writeFor(
  { seconds, writes }: Writing,
  writers: readonly Writer[],
  first: number,
): Promise<Written> {
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
    if (writer) running.push(writeOnce(writer, `team-${first}-${count % 100}`).catch(() => void failed++));
    await pause(Math.max(0, startedAt + ((count + 1) * 1_000) / writes - performance.now()));
  }
  await Promise.all(running);
  return { times, failed, wanted, came };
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
