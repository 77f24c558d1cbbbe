import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type GatewayProcess, startGateway } from "@/testing/gateway/gateway-process";

let folder: string;
let gateway: GatewayProcess;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "gateway-way-back-"));
  gateway = await start();
});
afterAll(async () => {
  await gateway?.stop();
  rmSync(folder, { recursive: true, force: true });
});

function start(): Promise<GatewayProcess> {
  return startGateway({ environment: { GATEWAY_CONSOLE: "off" }, dataDirectory: join(folder, "data") });
}

/** Runs an operator's command as an image does: without npm, from another folder. */
function command(...args: string[]): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: "production" as const,
    GATEWAY_DATA_DIR: gateway.dataDirectory,
    PORT: new URL(gateway.url).port,
  };
  return new Promise((resolve) => {
    const file = join(process.cwd(), "dist/command.mjs");
    execFile(process.execPath, [file, ...args], { cwd: folder, env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

async function api(path: string, body?: object): Promise<unknown> {
  const response = await fetch(gateway.url + path, {
    headers: { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json" },
    ...(body && { method: "POST", body: JSON.stringify(body) }),
  });
  return response.json();
}

test("a gateway is backed up while it serves, and comes back as it was then", async () => {
  await api("/team/new", { team_id: "before" });
  const file = join(folder, "gateway.backup");
  expect(await command("backup", file)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Wrote /),
    stderr: expect.stringContaining("teams: 1 row"),
  });
  await api("/team/new", { team_id: "after" });

  const diagnosis = await command("doctor", "--json");
  const { complaints } = JSON.parse(diagnosis.stdout) as { complaints: { check: string }[] };
  // Free disk and memory depend on the machine of the test.
  expect(complaints.filter(({ check }) => check !== "disk" && check !== "memory")).toEqual([]);

  const running = await command("restore", file, "--replace");
  expect(running).toMatchObject({ code: 2, stdout: "", stderr: expect.stringMatching(/is in use by another gateway/) });
  await gateway.stop();
  const full = await command("restore", file);
  expect(full).toMatchObject({ code: 2, stderr: expect.stringContaining("The database is not empty") });
  expect(await command("restore", file, "--replace")).toMatchObject({ code: 0 });

  gateway = await start();
  expect(await api("/team/list")).toMatchObject({ data: [{ team_id: "before" }] });
  expect(await command("audit-spend")).toMatchObject({ code: 0 });
});

test("a command that does not exist is refused with the list of those that do", async () => {
  const refused = await command("restroe");
  expect(refused).toMatchObject({ code: 2, stdout: "" });
  expect(refused.stderr).toMatch(/^There is no command "restroe"\.\n[^\n]+\nCommands:\n {2}backup FILE/);
  expect(await command("--version")).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
});
