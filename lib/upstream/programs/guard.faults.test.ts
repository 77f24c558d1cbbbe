import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundleChild, type ChildBundle } from "@/testing/gateway/child-bundle";

let owner: ChildBundle;
beforeAll(async () => {
  owner = await bundleChild("testing/programs/program-owner.ts");
});
afterAll(() => owner?.remove());

test("a program that does not end by itself is gone when its owner has been killed", async () => {
  const child = spawn(process.execPath, [owner.path], { stdio: ["ignore", "pipe", "inherit"] });
  const [pid] = (await once(createInterface(child.stdout), "line")) as [string];
  expect(isRunning(Number(pid))).toBe(true);
  child.kill("SIGKILL");
  await once(child, "exit");
  await expect.poll(() => isRunning(Number(pid))).toBe(false);
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
