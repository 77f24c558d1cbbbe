import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";
import { guideBlocks } from "@/testing/architecture/guide-blocks";
import { findFreePort } from "@/testing/database/free-port";
import { runGuide } from "@/testing/gateway/guide-script";

/** An installation and a whole build, whatever else takes the processors. */
const INSTALLED_MS = 1_500_000;

const root = process.cwd();
const folder = mkdtempSync(join(tmpdir(), "gateway-clone-"));
const clone = join(folder, "model-gateway");
/** The address in the guide leads to the repository under test. */
const HERE = {
  GIT_CONFIG_COUNT: "1",
  GIT_CONFIG_KEY_0: `url.${root}.insteadOf`,
  GIT_CONFIG_VALUE_0: "https://github.com/YOUR-ORG/model-gateway",
};

let upstream: LocalUpstream;
let port: number;
let running: ChildProcess | undefined;
beforeAll(async () => {
  [upstream, port] = await Promise.all([startUpstream(), findFreePort()]);
});
afterAll(async () => {
  running?.kill("SIGKILL");
  await upstream?.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

/** The block of a document that runs until it is stopped and has these words. */
function lastingBlock(document: string, words: string): string {
  const found = guideBlocks(readFileSync(join(root, document), "utf8")).find(
    ({ text, mark }) => mark.kind === "norun" && mark.reason.startsWith("it runs until") && text.includes(words),
  );
  if (!found) throw new Error(`${document} has no such block with ${words}`);
  return found.text;
}

/** Runs a block as a person would, until it prints something. */
async function runUntil(block: string, cwd: string, printed: string): Promise<ChildProcess> {
  const { PATH, HOME } = process.env;
  const environment = { PATH, HOME, NODE_ENV: "production" as const, PORT: String(port), ...HERE };
  // A person's shell has no NODE_ENV, so that what `npm start` installs serves the demonstration too.
  const child = spawn("env", ["--unset=NODE_ENV", "bash", "-c", block], {
    cwd,
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
  });
  running = child;
  let output = "";
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk) => {
        output += String(chunk);
        if (output.includes(printed)) resolve();
      });
    child.once("close", (code) => reject(new Error(`It ended (${code}) before it printed "${printed}":\n${output}`)));
  });
  return child;
}

/** Ends everything that a block has started, as Ctrl-C does. */
async function interrupt(child: ChildProcess): Promise<void> {
  const closed = once(child, "close");
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && isBelow(Number(name), child.pid ?? 0));
  for (const pid of pids) {
    try {
      process.kill(Number(pid), "SIGINT");
    } catch (error) {
      // It has ended since.
      if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
    }
  }
  await closed;
}

function isBelow(pid: number, ancestor: number): boolean {
  try {
    const [, parent = "0"] =
      / [A-Z] (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, "utf8").split(")").at(-1) ?? "") ?? [];
    return Number(parent) === ancestor || (Number(parent) > 1 && isBelow(Number(parent), ancestor));
  } catch {
    return false;
  }
}

test("in an empty folder, the guides of docs/start work as they are written", { timeout: INSTALLED_MS }, async () => {
  const child = await runUntil(lastingBlock("docs/start/first-call.md", "git clone"), folder, "ready on");
  const environment = {
    PATH: process.env["PATH"],
    HOME: folder,
    GATEWAY_URL: `http://127.0.0.1:${port}`,
    GATEWAY_MASTER_KEY: readFileSync(join(clone, "data/master.key"), "utf8").trim(),
    PROVIDER_URL: upstream.apiBase,
    PROVIDER_KEY: "sk-of-the-provider",
  };
  for (const name of readdirSync(join(clone, "docs/start"))) {
    const { code, output } = await runGuide(clone, `docs/start/${name}`, clone, environment);
    expect(code, output).toBe(0);
  }
  await interrupt(child);
});

test("the README's first command shows the demonstration", async () => {
  const child = await runUntil(lastingBlock("README.md", "npm run demo"), clone, "Press Ctrl-C to stop everything.");
  await interrupt(child);
});
