import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { findFreePort } from "@/testing/database/free-port";

export interface ZooKeeper {
  readonly port: number;
  /** Ends it at once; what it has stored stays. */
  kill(): Promise<void>;
  /** Starts it again, at the same address. */
  start(): Promise<void>;
  /** Ends it and removes what it has stored. */
  stop(): Promise<void>;
}

const READY_WITHIN_MS = 60_000;

/** Starts a single ZooKeeper from Debian (`whyNoZooKeeper` installs it). @throws Error with its output */
export async function startZooKeeper(): Promise<ZooKeeper> {
  const folder = mkdtempSync(join(tmpdir(), "zookeeper-"));
  const port = await findFreePort();
  const file = join(folder, "zoo.cfg");
  const settings = {
    // A client's session lasts at least two ticks.
    tickTime: 500,
    dataDir: join(folder, "data"),
    clientPort: port,
    clientPortAddress: "127.0.0.1",
    "admin.enableServer": false,
    "4lw.commands.whitelist": "ruok",
  };
  writeFileSync(
    file,
    Object.entries(settings)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(""),
  );
  let child: ChildProcess | undefined;
  let output = "";

  async function start(): Promise<void> {
    const main = "org.apache.zookeeper.server.quorum.QuorumPeerMain";
    const started = spawn("java", ["-Xmx128m", "-cp", "/usr/share/java/*", main, file], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    child = started;
    for (const stream of [started.stdout, started.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
    const giveUpAt = Date.now() + READY_WITHIN_MS;
    while (!(await isReady(port))) {
      if (started.exitCode !== null || Date.now() > giveUpAt) throw new Error(`ZooKeeper is not ready: ${output}`);
      await pause(50);
    }
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

  await start();
  return {
    port,
    kill,
    start,
    async stop() {
      process.off("exit", endWithUs);
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function isReady(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  socket.end("ruok");
  return (await text(socket).catch(() => "")) === "imok";
}
