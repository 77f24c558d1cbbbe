import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stringify } from "yaml";
import { findFreePort } from "@/testing/database/free-port";

export interface Prometheus {
  /** The values of a query, one for each series. @throws Error with what Prometheus says about the query */
  query(expression: string): Promise<number[]>;
  /** The labels of the exemplars of a metric. */
  exemplars(name: string): Promise<Readonly<Record<string, string>>[]>;
  /** What ended it, and what it wrote, if it has ended. */
  readonly output: string;
  stop(): Promise<void>;
}

/** Starts Debian's Prometheus, which scrapes a target twice a second and reads a file of rules. */
export async function startPrometheus(target: string, rulesFile: string): Promise<Prometheus> {
  const folder = mkdtempSync(join(tmpdir(), "prometheus-"));
  const file = join(folder, "prometheus.yml");
  writeFileSync(
    file,
    stringify({
      global: { scrape_interval: "500ms", scrape_timeout: "500ms", evaluation_interval: "1s" },
      rule_files: [rulesFile],
      scrape_configs: [{ job_name: "model-gateway", static_configs: [{ targets: [target] }] }],
    }),
  );
  const address = `127.0.0.1:${await findFreePort()}`;
  const child = spawn(
    "prometheus",
    [
      `--config.file=${file}`,
      "--enable-feature=exemplar-storage",
      `--storage.tsdb.path=${join(folder, "data")}`,
      `--web.listen-address=${address}`,
    ],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
  const exited = once(child, "close");
  const endWithUs = (): void => void child.kill("SIGKILL");
  process.on("exit", endWithUs);
  return {
    get output() {
      return output;
    },
    async query(expression) {
      const answer = await fetch(`http://${address}/api/v1/query?query=${encodeURIComponent(expression)}`);
      const { data, error } = (await answer.json()) as {
        data?: { result: { value: [number, string] }[] };
        error?: string;
      };
      if (!data) throw new Error(error);
      return data.result.map(({ value: [, value] }) => Number(value));
    },
    async exemplars(name) {
      const answer = await fetch(`http://${address}/api/v1/query_exemplars?query=${name}&start=0&end=9999999999`);
      const { data } = (await answer.json()) as { data: { exemplars: { labels: Record<string, string> }[] }[] };
      return data.flatMap(({ exemplars }) => exemplars.map(({ labels }) => labels));
    },
    async stop() {
      process.off("exit", endWithUs);
      child.kill("SIGKILL");
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Runs promtool. Returns its exit code and everything that it wrote. */
export function promtool(
  parameters: readonly string[],
  input = "",
): { readonly code: number | null; readonly output: string } {
  const { status, stdout, stderr } = spawnSync("promtool", parameters, { input, encoding: "utf8" });
  return { code: status, output: stdout + stderr };
}
