import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { bundleChild } from "@/testing/gateway/child-bundle";

/** Starts a program that prints its address once it serves. It runs until `cleanUp` is run. */
export async function startChild(
  entry: string,
  parameters: readonly string[],
  cleanUp: (() => unknown)[],
): Promise<{ url: string; pid: number }> {
  const bundle = await bundleChild(entry);
  const child: ChildProcess = spawn(process.execPath, [bundle.path, ...parameters], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  cleanUp.push(() => {
    child.kill();
    bundle.remove();
  });
  const [line] = await once(child.stdout ?? child, "data");
  return { url: String(line).trim(), pid: child.pid ?? 0 };
}
