import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort } from "@/testing/database/free-port";

export interface Haproxy {
  readonly url: string;
  /** Whether the proxy sends calls to each gateway, in the gateways' order. */
  up(): Promise<boolean[]>;
  stop(): Promise<void>;
}

/**
 * Starts Debian's HAProxy in front of gateways on these ports: round robin, and readiness asked every 500 ms.
 * `repeating`: the lines about second tries. Default: none. @throws Error with the command to install it
 */
export async function startHaproxy(
  ports: readonly number[],
  repeating: readonly string[] = ["retries 0"],
): Promise<Haproxy> {
  const folder = mkdtempSync(join(tmpdir(), "haproxy-"));
  const file = join(folder, "haproxy.cfg");
  const [port, statistics] = [await findFreePort(), await findFreePort()];
  writeFileSync(
    file,
    [
      "defaults",
      "  mode http",
      "  timeout connect 2s",
      "  timeout client 60s",
      "  timeout server 60s",
      "frontend calls",
      `  bind 127.0.0.1:${port}`,
      "  default_backend gateways",
      "backend gateways",
      "  balance roundrobin",
      "  option httpchk GET /health/readiness",
      ...repeating.map((line) => `  ${line}`),
      ...ports.map((gateway, at) => `  server gateway${at} 127.0.0.1:${gateway} check inter 500`),
      "frontend statistics",
      `  bind 127.0.0.1:${statistics}`,
      "  stats enable",
      "  stats uri /",
      "",
    ].join("\n"),
  );
  const child = spawn("haproxy", ["-db", "-f", file], { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
  const started = once(child, "spawn").catch(() => {
    throw new Error("HAProxy is not installed: apt-get install -y haproxy");
  });
  await started;
  const exited = once(child, "close");
  const endWithUs = (): void => void child.kill("SIGKILL");
  process.on("exit", endWithUs);
  return {
    url: `http://127.0.0.1:${port}`,
    async up() {
      if (child.exitCode !== null) throw new Error(`HAProxy has ended: ${output}`);
      const answer = await fetch(`http://127.0.0.1:${statistics}/;csv`).catch(() => undefined);
      const rows = ((await answer?.text()) ?? "").split("\n").map((row) => row.split(","));
      const status = rows[0]?.indexOf("status") ?? -1;
      return ports.map((_port, at) => rows.find((row) => row[1] === `gateway${at}`)?.[status] === "UP");
    },
    async stop() {
      process.off("exit", endWithUs);
      child.kill("SIGKILL");
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
