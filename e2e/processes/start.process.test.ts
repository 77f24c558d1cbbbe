import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findFreePort } from "@/testing/database/free-port";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "start-"));
  chmodSync(folder, 0o755);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** `npm start` without npm, with nothing of this process's own environment. */
async function start(port: number, variables: Record<string, string> = {}) {
  const { PATH, HOME } = process.env;
  const env = {
    PATH,
    HOME,
    PORT: String(port),
    GATEWAY_CONSOLE: "off",
    GATEWAY_CONFIG: join(folder, "config.yaml"),
    GATEWAY_DATA_DIR: join(folder, "data"),
    ...variables,
  };
  // Started from another folder, because relative paths must not depend on the working directory.
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

test("npm start writes a configuration, says where the master key is and refuses a second gateway on its data folder", async () => {
  const first = await start(await findFreePort());
  await first.ready;
  expect(first.output()).toContain(`ready on ${first.url}\n`);
  expect(readFileSync(join(folder, "config.yaml"), "utf8")).toContain("model_list:");
  const kept = join(folder, "data", "master.key");
  // Its output is a pipe here, where a key would be kept and read by many.
  expect(first.output()).toContain(`master key: generated and kept in ${kept}\n`);
  expect(first.output()).not.toContain("sk-");
  const masterKey = readFileSync(kept, "utf8").trim();
  const teams = () => fetch(`${first.url}/team/list`, { headers: { authorization: `Bearer ${masterKey}` } });
  expect((await teams()).status).toBe(200);

  const second = await start(await findFreePort());
  expect(await second.ended).toBe(1);
  expect(second.output().trim().split("\n")).toHaveLength(1);
  expect(second.output()).toContain(join(folder, "data"));
  expect((await teams()).status).toBe(200);

  first.child.kill("SIGTERM");
  expect(await first.ended).toBe(0);

  const third = await start(await findFreePort(), { LOG_FORMAT: "text", GATEWAY_WORKERS: "2" });
  await third.ready;
  expect(third.output()).toContain(`ready on ${third.url}\n`);
  expect((await fetch(`${third.url}/v1/models`, { headers: { "x-request-id": "mine" } })).status).toBe(401);
  await expect
    .poll(third.output)
    .toMatch(
      /^\S+Z INFO {2}request\.finished method=GET route=\/models status=error http_status=401 .*request_id=mine /m,
    );
  expect(third.output()).not.toContain("master key");
  third.child.kill("SIGINT");
  expect(await third.ended).toBe(0);

  const wrong = await start(await findFreePort(), { LOG_LEVEL: "verbose" });
  expect(await wrong.ended).toBe(1);
  expect(wrong.output()).toBe("the environment variable LOG_LEVEL must be debug, info, warn or error\n");
});

test("a start that is asked to stop ends with 0 and blames nothing, although what it was doing fails then", async () => {
  const own = join(folder, "stopped");
  mkdirSync(own);
  const check = "custom_validate: check.ok";
  writeFileSync(
    join(own, "config.yaml"),
    `general_settings:\n  enable_jwt_auth: true\n  gateway_jwtauth: {${check}}\n`,
  );
  // The start waits for this module, which fails as soon as the signal comes.
  writeFileSync(
    join(own, "check.mjs"),
    `const stopped = new Promise((resolve) => process.once("SIGTERM", resolve));
    process.stdout.write("the start is under way\\n");
    await stopped;
    throw new Error("this fails too late");
    export const ok = () => true;`,
  );
  const variables = { GATEWAY_CONFIG: join(own, "config.yaml"), GATEWAY_DATA_DIR: join(own, "data") };
  const gateway = await start(await findFreePort(), {
    ...variables,
    JWT_PUBLIC_KEY_URL: "http://127.0.0.1:9/keys",
  });
  await expect.poll(gateway.output).toContain("the start is under way");
  gateway.child.kill("SIGTERM");
  expect(await gateway.ended).toBe(0);
  expect(gateway.output()).not.toContain("too late");
});
