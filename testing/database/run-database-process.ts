import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { MIGRATIONS_DIRECTORY } from "./test-server";

/** A running `testing/database/database-process.ts`. */
export interface DatabaseProcess {
  readonly child: ChildProcess;
  /**
   * Waits for the named event. Resolves to its fields and to the milliseconds from the start of the process to the
   * event. @throws its stderr if the process ends before
   */
  event(name: string): Promise<{ readonly afterMs: number; readonly url: string; readonly applied: string[] }>;
  /** Names of the events so far. */
  seen(): string[];
  /** Sends the signal and waits for the end; returns what it wrote to stderr. */
  end(signal?: NodeJS.Signals): Promise<string>;
}

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Builds the script once, below the repository so that it finds its modules; `remove` deletes it. `wrapper`: a program
 * with its parameters that runs the command behind them, such as setpriv.
 */
export async function buildDatabaseProcess(): Promise<{
  run: (dataDirectory: string, migrations?: string, wrapper?: readonly string[]) => DatabaseProcess;
  remove: () => Promise<void>;
}> {
  const script = join(root, "dist", `database-process-${process.pid}.mjs`);
  await mkdir(join(root, "dist"), { recursive: true });
  await build({
    entryPoints: [join(root, "testing", "database", "database-process.ts")],
    outfile: script,
    tsconfig: join(root, "tsconfig.json"),
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    logLevel: "error",
  });
  return {
    run: (dataDirectory, migrations = MIGRATIONS_DIRECTORY, wrapper = []) =>
      runCommand([...wrapper, process.execPath, script, dataDirectory, migrations]),
    remove: () => rm(script, { force: true }),
  };
}

function runCommand([program = "", ...parameters]: readonly string[]): DatabaseProcess {
  const startedAt = performance.now();
  const child = spawn(program, parameters, { stdio: ["ignore", "pipe", "pipe"] });
  const events: { event: string; afterMs: number; url: string; applied: string[] }[] = [];
  let errors = "";
  let ended = false;
  const listeners = new Set<() => void>();
  const notify = (): void => listeners.forEach((listener) => listener());
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString("utf8")));
  createInterface({ input: child.stdout }).on("line", (line) => {
    events.push({ ...JSON.parse(line), afterMs: performance.now() - startedAt });
    notify();
  });
  const closed = once(child, "close").then(() => {
    ended = true;
    notify();
  });
  return {
    child,
    seen: () => events.map(({ event }) => event),
    event: (name) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = events.find(({ event }) => event === name);
          if (found) resolve(found);
          else if (ended) reject(new Error(`ended before "${name}": ${errors}`));
          else return;
          listeners.delete(look);
        };
        listeners.add(look);
        look();
      }),
    async end(signal = "SIGTERM") {
      child.kill(signal);
      await closed;
      return errors;
    },
  };
}
