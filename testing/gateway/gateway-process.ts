import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  closeSync,
  fstatSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parse, stringify } from "yaml";
import { endPostmaster, findPostmaster } from "@/lib/database/postmaster";
import { auditSpend } from "@/lib/spend/io/audit-cli";
import { findFreePort } from "@/testing/database/free-port";
import { PlantedSecrets } from "@/testing/secrets/planted-secrets";
import { closeIdleConnections, metricsOf, statusOf } from "./gateway-answers";

export interface GatewayOptions {
  /** config.yaml as text, or as the object it says. Default: no file, so the gateway writes its own. */
  readonly config?: string | object;
  /** Wins over everything else; undefined removes a variable. */
  readonly environment?: Record<string, string | undefined>;
  /** 2 (default): dist/server.mjs, what `npm start` runs. 1: `next start`. */
  readonly door?: 1 | 2;
  /** Default: a temporary one, removed by `stop`. */
  readonly dataDirectory?: string;
  /** Default: any free port. */
  readonly port?: number;
  /** Milliseconds until it must answer /health/readiness. Default 60,000. */
  readonly readyWithin?: number;
  /** The clone to run in. Default: the working directory, as npm, Vitest and Playwright set it. */
  readonly root?: string;
  /** The Node.js to run it with. Default: the one of the tests. */
  readonly program?: string;
  /** Whether `stop` audits what was booked (default), which needs its database. */
  readonly audit?: boolean;
  /** A file for everything that the gateway writes. Default: it is read here, through a pipe. */
  readonly logFile?: string;
}

export interface GatewayProcess {
  readonly url: string;
  readonly masterKey: string;
  readonly dataDirectory: string;
  readonly pid: number;
  /** Everything written to stdout and stderr so far. */
  readonly output: string;
  /** Stops reading what the gateway writes. */
  stopReading(): void;
  /** Resolves with the exit code, or the signal, when the process ends, for whatever reason. */
  readonly exited: Promise<number | NodeJS.Signals>;
  /**
   * SIGTERM, then SIGKILL after 45 s; removes what was temporary. Returns how the process ended.
   * @throws Error when what it has booked does not add up, or when its output or its metrics tell a secret
   */
  stop(): Promise<number | NodeJS.Signals>;
  /** SIGKILL; the data folder stays, so that another gateway can be started on it. */
  kill(): Promise<void>;
}

/** What `npm start` loads before the gateway. Absolute, because another checkout may lack it. */
const PRELOADED = ["compile-cache.mjs", "mapped-stacks.mjs"].map(
  (name) => `--import=${pathToFileURL(join(process.cwd(), "scripts/setup", name)).href}`,
);

/** As `npm start` has it: a token may be longer than all headers that Node.js takes by itself. */
const LARGE_HEADERS = "--max-http-header-size=32768";

/**
 * Under load, access lines would fill the memory of the test. From this many characters on, pieces with them are
 * dropped.
 */
const MOST_OUTPUT = 16 * 1024 * 1024;
const ACCESS_LINE = "request.finished";

/** Far more than a loaded machine needs; a process that takes longer hangs. */
const STOP_TIMEOUT_MS = 45_000;

const SHARED_SECRETS = {
  GATEWAY_ENCRYPTION_KEY: "encryption-key-of-the-nodes-in-tests",
  NEXTAUTH_SECRET: "session-secret-of-the-nodes-in-tests",
};

/** Undefined for a string that a test has broken on purpose. */
function readYaml(text: string): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

type Variables = Record<string, string | undefined> & { readonly NODE_ENV: "production" };

export const TEST_MASTER_KEY = "sk-master-key-for-tests";

/**
 * Starts a gateway as a process of its own and waits until it is ready. @throws Error with its output if it ends before
 */
export async function startGateway(options: GatewayOptions = {}): Promise<GatewayProcess> {
  const root = options.root ?? process.cwd();
  const temporary = mkdtempSync(join(tmpdir(), "gateway-"));
  chmodSync(temporary, 0o755); // the embedded database may run as another user, who must get through
  const dataDirectory = options.dataDirectory ?? join(temporary, "data");
  const configPath = join(temporary, "config.yaml");
  if (options.config !== undefined) {
    writeFileSync(configPath, typeof options.config === "string" ? options.config : stringify(options.config));
  }
  const port = options.port ?? (await findFreePort());
  const environment = environmentOf(options, { port, configPath, dataDirectory });
  const secrets = new PlantedSecrets();
  secrets.plant([environment, typeof options.config === "string" ? readYaml(options.config) : options.config]);
  const url = `http://127.0.0.1:${port}`;
  const child = spawnGateway(root, port, environment, options);
  const endWithUs = () => child.kill("SIGKILL");
  process.on("exit", endWithUs);

  const written = collectOutput(child, options.logFile);
  const exited = once(child, "close").then(([code, signal]: (number | NodeJS.Signals | null)[]) => {
    process.off("exit", endWithUs);
    return code ?? signal ?? 1;
  });
  const cleanUp = async () => {
    try {
      await endOrphanedDatabase(dataDirectory);
    } finally {
      rmSync(temporary, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    }
  };

  try {
    await untilReady(url, child, options, written);
  } catch (error) {
    child.kill("SIGKILL");
    await exited;
    if (options.dataDirectory === undefined) await cleanUp();
    throw new Error(`${(error as Error).message}. Its output:\n${written()}`);
  }

  return {
    url,
    masterKey: environment.GATEWAY_MASTER_KEY ?? "",
    dataDirectory,
    pid: child.pid ?? 0,
    get output() {
      return written();
    },
    stopReading() {
      for (const stream of [child.stdout, child.stderr]) stream?.destroy();
    },
    exited,
    async stop() {
      const isRunning = child.exitCode === null && child.signalCode === null;
      const metrics = isRunning ? await metricsOf(url, environment.GATEWAY_MASTER_KEY) : "";
      let audit: Awaited<ReturnType<typeof auditSpend>> | undefined;
      let ending: number | NodeJS.Signals;
      try {
        closeIdleConnections();
        if (isRunning && options.audit !== false)
          audit = await auditSpend({ databaseUrl: environment.DATABASE_URL, dataDirectory });
      } finally {
        // Also after a failure: a gateway that stays would hold its database and its folder.
        child.kill("SIGTERM");
        const impatience = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
        ending = await exited;
        clearTimeout(impatience);
        await cleanUp();
      }
      if (audit && audit.exitCode !== 0) throw new Error(audit.output);
      secrets.expectNone(written(), "what the gateway wrote");
      secrets.expectNone(metrics, "its metrics");
      return ending;
    },
    async kill() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}

/** The variables of the gateway: few of ours, those of a test's own folder, and at last what the test says. */
function environmentOf(
  options: GatewayOptions,
  own: { readonly port: number; readonly configPath: string; readonly dataDirectory: string },
): Variables {
  return {
    ...pick(process.env, ["PATH", "HOME", "USER", "LOGNAME", "LANG", "TMPDIR", "SystemRoot", "NODE_EXTRA_CA_CERTS"]),
    NEXT_TELEMETRY_DISABLED: "1",
    HOST: "127.0.0.1",
    PORT: String(own.port),
    GATEWAY_CONFIG: own.configPath,
    GATEWAY_DATA_DIR: own.dataDirectory,
    GATEWAY_MASTER_KEY: TEST_MASTER_KEY,
    // Gateways that share a database share their secrets. With a database of its own, each makes its own.
    ...(options.environment?.["DATABASE_URL"] !== undefined && SHARED_SECRETS),
    // So that a stop of `next start` books the last calls too.
    ...(options.door === 1 && { NEXT_MANUAL_SIG_HANDLE: "true" }),
    // Shorter than the time that a process has to stop.
    SHUTDOWN_GRACE_SECONDS: "25",
    ...options.environment,
    NODE_ENV: "production",
  };
}

function spawnGateway(root: string, port: number, environment: Variables, options: GatewayOptions): ChildProcess {
  const command =
    options.door === 1
      ? [LARGE_HEADERS, "node_modules/next/dist/bin/next", "start", "--port", String(port), "--hostname", "127.0.0.1"]
      : [...nodeOptionsOfStart(root), ...PRELOADED, "dist/server.mjs"];
  const log = options.logFile === undefined ? undefined : openSync(options.logFile, "a");
  const child = spawn(options.program ?? process.execPath, command, {
    cwd: root,
    env: environment,
    stdio: ["ignore", log ?? "pipe", log ?? "pipe"],
    // A group of its own: Ctrl-C at the terminal reaches us alone, and we stop it once; a second signal would cut it
    // short.
    detached: true,
  });
  if (log !== undefined) closeSync(log);
  return child;
}

/** Everything that a gateway has written so far, whether it writes to us or into a file. */
function collectOutput(child: ChildProcess, logFile: string | undefined): () => string {
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk) => {
      const text = String(chunk);
      if (output.length < MOST_OUTPUT || !text.includes(ACCESS_LINE)) output += text;
    });
  return () => (logFile === undefined ? output : beginningOf(logFile));
}

async function untilReady(
  url: string,
  child: ChildProcess,
  { door, readyWithin: within = 60_000 }: GatewayOptions,
  written: () => string,
): Promise<void> {
  // Of several workers the first one answers, and the line is written when all of them do.
  const isSaid = (): boolean => door === 1 || written().includes("ready on");
  const deadline = Date.now() + within;
  while (Date.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error("The gateway ended before it was ready");
    if (isSaid() && (await statusOf(`${url}/health/readiness`)) === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`The gateway was not ready within ${within / 1_000} s`);
}

/** As much of a file as is kept of what a gateway writes. */
function beginningOf(path: string): string {
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(Math.min(MOST_OUTPUT, fstatSync(file).size));
    return bytes.toString("utf8", 0, readSync(file, bytes, 0, bytes.length, 0));
  } finally {
    closeSync(file);
  }
}

/**
 * A killed gateway leaves its embedded server running. Waits for that server's end, since it writes into the folder
 * until then, and a folder that is written to cannot be removed.
 */
async function endOrphanedDatabase(dataDirectory: string): Promise<void> {
  const cluster = join(dataDirectory, "postgres");
  const orphan = await findPostmaster(cluster);
  if (orphan) await endPostmaster(orphan.pid, cluster, STOP_TIMEOUT_MS);
}

function pick(variables: NodeJS.ProcessEnv, names: readonly string[]): Record<string, string | undefined> {
  return Object.fromEntries(
    names.filter((name) => variables[name] !== undefined).map((name) => [name, variables[name]]),
  );
}

/** The options of Node.js that `npm start` sets. */
function nodeOptionsOfStart(root: string): string[] {
  const { scripts }: { scripts: { start: string } } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return scripts.start.split(" ").filter((word) => word.startsWith("--"));
}
