import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const START_LIMIT_MS = 120_000;

/** As the image starts it, so that what the engine compiles here is what it takes there. */
const OPTIONS = ["--max-semi-space-size=32", "--no-allocation-site-pretenuring"];

/**
 * Starts the shipped files once, with the embedded PostgreSQL and nothing else of the project, and sends them requests.
 * If the trace has missed a file, the build of the image then fails instead of the start of a gateway. What this start
 * compiles stays among the files, for the image's starts.
 * @param {string} folder the shipped files
 * @param {{ console: boolean }} variant
 * @throws {Error} with the gateway's output
 */
export async function proveShipped(folder, { console: withConsole }) {
  const data = mkdtempSync(join(tmpdir(), "shipped-"));
  // The embedded server runs under another account if root builds.
  chmodSync(data, 0o755);
  const environment = {
    PATH: process.env.PATH,
    NODE_ENV: "production",
    HOST: "127.0.0.1",
    PORT: "0",
    GATEWAY_DATA_DIR: join(data, "data"),
    GATEWAY_CONFIG: join(data, "config.yaml"),
    GATEWAY_CONSOLE: withConsole ? "on" : "off",
    GATEWAY_MASTER_KEY: "sk-proof-of-the-shipped-files",
  };
  const program = join(folder, "dist/server.mjs");
  const gateway = spawn(process.execPath, [...OPTIONS, program], { cwd: folder, env: environment });
  const ended = once(gateway, "exit");
  const output = [];
  gateway.stderr.on("data", (chunk) => output.push(String(chunk)));
  try {
    const url = await address(gateway, ended, output);
    await expectAnswer(`${url}/health/readiness`, 200);
    await expectAnswer(`${url}/v1/models`, 200, { authorization: `Bearer ${environment.GATEWAY_MASTER_KEY}` });
    if (withConsole) await provePages(url);
    await run(folder, "dist/healthcheck.mjs", [], { ...environment, PORT: new URL(url).port });
    for (const command of [
      ["--version"],
      ["audit-spend"],
      ["backup", join(data, "backup")],
      ["rotate", "encryption"],
    ]) {
      await run(folder, "dist/server.mjs", command, environment);
    }
    gateway.kill("SIGTERM");
    const [code] = await ended;
    if (code !== 0) throw new Error(`The shipped gateway ended with ${code}`);
  } catch (error) {
    throw new Error(`The shipped files do not serve: ${error.message}\n${output.join("").slice(-4_000)}`, {
      cause: error,
    });
  } finally {
    gateway.kill("SIGKILL");
    rmSync(data, { recursive: true, force: true });
  }
}

async function address(gateway, ended, output) {
  const lines = createInterface({ input: gateway.stdout });
  const ready = (async () => {
    for await (const line of lines) {
      const [, url] = /^ready on (http:\S+)/.exec(line) ?? [];
      if (url !== undefined) return url;
    }
    throw new Error("it ended before it was ready");
  })();
  const limit = new Promise((_, reject) =>
    setTimeout(() => reject(new Error("it is not ready in time")), START_LIMIT_MS).unref(),
  );
  return Promise.race([
    ready,
    limit,
    ended.then(([code]) => Promise.reject(new Error(`it ended with ${code}: ${output}`))),
  ]);
}

/** Requests the sign-in page, and each script and style sheet that it names. */
async function provePages(url) {
  const page = await expectAnswer(`${url}/console`, 200, { accept: "text/html" });
  const assets = [...page.matchAll(/(?:src|href)="(\/[^"]*_next\/static\/[^"]+)"/g)].map(([, path]) => path);
  if (assets.length === 0) throw new Error("/console names no scripts");
  for (const path of new Set(assets)) await expectAnswer(`${url}${path}`, 200);
  await expectAnswer(`${url}/api/auth/providers`, 200);
}

async function expectAnswer(address, status, headers = {}) {
  const answer = await fetch(address, { headers });
  const text = await answer.text();
  if (answer.status !== status) throw new Error(`${address} answers ${answer.status}: ${text.slice(0, 500)}`);
  return text;
}

async function run(folder, program, command, environment) {
  const child = spawn(process.execPath, [join(folder, program), ...command], { cwd: folder, env: environment });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => output.push(String(chunk)));
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`${program} ${command.join(" ")} ended with ${code}: ${output.join("")}`);
}
