import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AnalyticsSettings, analyticsFrom } from "@/lib/config/observability/analytics-settings";
import { requireChdb, requireOldChdb, whyNoChdb, whyNoOldChdb } from "@/scripts/setup/chdb.mjs";
import { findFreePort } from "@/testing/database/free-port";

/** A current ClickHouse behind its HTTP interface, in a process of its own. */
export interface ClickHouseServer {
  readonly url: string;
  /** The id of the present process. */
  readonly pid: number;
  readonly settings: AnalyticsSettings;
  /** Ends the engine at once; what it has stored stays. */
  kill(): Promise<void>;
  /** Starts it again, at the same address. */
  start(): Promise<void>;
  /** The answer of a statement, as tab-separated values. */
  ask(sql: string): Promise<string>;
  /** Ends it and removes what it has stored. */
  stop(): Promise<void>;
}

/** A place in a cluster: its ZooKeeper, and the name of this replica. */
export interface ClusterMember {
  readonly keeperPort: number;
  readonly replica: string;
}

const KEY = "p@ss/wörd";
const READY_WITHIN_MS = 30_000;
/** How long an engine that starts may leave a question unanswered, in milliseconds. */
const FIRST_ANSWER_MS = 5_000;

/** The program around an engine. */
export interface EngineProgram {
  /** The program that runs it, with its parameters. The first call on a machine fetches the engine. */
  readonly command: () => readonly string[];
}

/**
 * The current engine. `script` is the path of the program around it, for a caller that is bundled into another folder.
 */
export function currentEngine(script: string): EngineProgram {
  return { command: () => [process.execPath, script, requireChdb()] };
}
const CURRENT = currentEngine(join(import.meta.dirname, "chdb-server.mjs"));
const OLDEST: EngineProgram = {
  command: () => [requireOldChdb(), join(import.meta.dirname, "chdb-server.py"), "-"],
};

/** An engine that this machine may have. */
export interface KnownEngine {
  readonly name: string;
  readonly program: EngineProgram;
  readonly isMissing: boolean;
}

/**
 * An engine of one of the oldest versions that the gateway supports, and a current one. Says on standard error which
 * one is missing, and why.
 */
export function knownEngines(): KnownEngine[] {
  const engines = [
    ["a current ClickHouse", CURRENT, whyNoChdb()],
    ["ClickHouse 24.8", OLDEST, whyNoOldChdb()],
  ] as const;
  return engines.map(([name, program, missing]) => {
    if (missing !== undefined) process.stderr.write(`Skipped: ${missing}\n`);
    return { name, program, isMissing: missing !== undefined };
  });
}

/**
 * Starts an engine with an empty database `spend`. With a `place` it is a replica of the cluster that its macro
 * `{cluster}` names. `kept` is a folder that keeps its data.
 * @throws Error with its output
 */
export async function startClickHouse(
  program = CURRENT,
  place?: ClusterMember,
  kept?: string,
): Promise<ClickHouseServer> {
  const [executable = "", ...parameters] = program.command();
  const folder = kept ?? mkdtempSync(join(tmpdir(), "clickhouse-"));
  mkdirSync(folder, { recursive: true });
  // The engine reads the file from the folder that it is started in.
  if (place) writeFileSync(join(folder, "config.xml"), clusterConfiguration(place));
  const port = await findFreePort();
  const url = `clickhouse://gateway:${encodeURIComponent(KEY)}@127.0.0.1:${port}/spend`;
  const variables = new Map([["ANALYTICS_URL", url], ...(place ? [["ANALYTICS_CLUSTER", "{cluster}"] as const] : [])]);
  const settings = analyticsFrom((name) => variables.get(name));
  if (!settings) throw new Error("The address of the engine is none");
  const header = Buffer.from(KEY, "utf8").toString("latin1");
  let child: ChildProcess | undefined;
  let output = "";

  /** Tries twice, because an engine sometimes hangs before its first answer. */
  async function start(): Promise<void> {
    try {
      await startOnce();
    } catch {
      await kill();
      await startOnce();
    }
  }

  async function startOnce(): Promise<void> {
    const started = spawn(executable, [...parameters, join(folder, "data"), String(port), header], {
      stdio: ["ignore", "pipe", "pipe"],
      cwd: folder,
    });
    child = started;
    for (const stream of [started.stdout, started.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
    const giveUpAt = Date.now() + READY_WITHIN_MS;
    while ((await ask("SELECT 1", AbortSignal.timeout(FIRST_ANSWER_MS)).catch(() => "")) !== "1\n") {
      if (started.exitCode !== null || Date.now() > giveUpAt) throw new Error(`The engine is not ready: ${output}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await ask("CREATE DATABASE IF NOT EXISTS spend");
  }

  async function kill(): Promise<void> {
    const running = child;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    const closed = once(running, "close");
    running.kill("SIGKILL");
    await closed;
  }
  const endWithUs = (): void => void child?.kill("SIGKILL");
  process.on("exit", endWithUs);

  async function ask(sql: string, signal?: AbortSignal): Promise<string> {
    const answer = await fetch(`http://127.0.0.1:${port}/`, {
      method: "POST",
      body: sql,
      signal: signal ?? null,
      headers: { "x-clickhouse-user": "gateway", "x-clickhouse-key": header },
    });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(text);
    return text;
  }

  await start();
  return {
    url,
    get pid() {
      return child?.pid ?? 0;
    },
    settings,
    kill,
    start,
    ask: (sql) => ask(sql),
    async stop() {
      process.off("exit", endWithUs);
      await kill();
      if (kept === undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

/** The configuration of a replica, with the paths that ClickHouse proposes. */
function clusterConfiguration({ keeperPort, replica }: ClusterMember): string {
  return `<clickhouse>
  <macros><cluster>gateway</cluster><shard>01</shard><replica>${replica}</replica></macros>
  <remote_servers><gateway><shard>
    <internal_replication>true</internal_replication>
    <replica><host>127.0.0.1</host><port>9000</port></replica>
  </shard></gateway></remote_servers>
  <zookeeper>
    <node><host>127.0.0.1</host><port>${keeperPort}</port></node>
    <session_timeout_ms>2000</session_timeout_ms>
  </zookeeper>
  <distributed_ddl><path>/clickhouse/task_queue/ddl</path></distributed_ddl>
  <default_replica_path>/clickhouse/tables/{uuid}/{shard}</default_replica_path>
  <default_replica_name>{replica}</default_replica_name>
</clickhouse>
`;
}
