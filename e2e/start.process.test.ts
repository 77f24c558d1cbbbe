import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findFreePort } from "../testing/database/free-port";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "start-"));
  chmodSync(folder, 0o755);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** `npm start` without npm, with nothing of this process's own environment. */
async function start(port: number) {
  const { PATH, HOME } = process.env;
  const env = {
    PATH,
    HOME,
    PORT: String(port),
    GATEWAY_CONSOLE: "off",
    GATEWAY_CONFIG: join(folder, "config.yaml"),
    GATEWAY_DATA_DIR: join(folder, "data"),
  };
  // From another folder: what is relative must not depend on where one stands.
  const child = spawn(process.execPath, [join(process.cwd(), "scripts/start.mjs")], {
    env: env as never,
    cwd: tmpdir(),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const ended = once(child, "close").then(([code]) => code as number | null);
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk) => {
        output += String(chunk);
        if (output.includes("ready on http://")) resolve();
      });
    }
    void ended.then(() => reject(new Error(`It ended before it was ready:\n${output}`)));
  });
  ready.catch(() => {});
  return { child, ended, ready, output: () => output, url: `http://127.0.0.1:${port}` };
}

test("npm start writes a configuration, shows the master key once and refuses a second gateway on its data folder", async () => {
  const first = await start(await findFreePort());
  await first.ready;
  expect(first.output()).toContain(`ready on ${first.url}\n`);
  expect(readFileSync(join(folder, "config.yaml"), "utf8")).toContain("model_list:");
  const [, masterKey] = /master key.*(sk-\S+)/.exec(first.output()) ?? [];
  const teams = () => fetch(`${first.url}/team/list`, { headers: { authorization: `Bearer ${masterKey}` } });
  expect((await teams()).status).toBe(200);

  const second = await start(await findFreePort());
  expect(await second.ended).toBe(1);
  expect(second.output().trim().split("\n")).toHaveLength(1);
  expect(second.output()).toContain(join(folder, "data"));
  expect((await teams()).status).toBe(200);

  first.child.kill("SIGTERM");
  expect(await first.ended).toBe(0);

  const third = await start(await findFreePort());
  await third.ready;
  expect(third.output()).not.toContain("sk-");
  third.child.kill("SIGINT");
  expect(await third.ended).toBe(0);
});
