import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startGateway } from "@/testing/gateway/gateway-process";
import { medianOf } from "../floor/verdict";
import { processorTimeOf } from "../floor/processor-time";
import { residentMegabytes } from "../resident-memory";
import { PATTERNS } from "./scenarios";

/** How long an idle gateway runs before its memory is read, in milliseconds: until it has given back what it can. */
const IDLES_MS = 25_000;

/**
 * When a gateway is ready on a data folder that another run has made, how much processor time it has used by then, and
 * how much memory it has when it is idle.
 */
export async function measureStarts(
  configurationFor: (patterns: number) => object,
  rounds: number,
): Promise<string[][]> {
  const rows: [string, number, "on" | "off"][] = [
    ["API alone", 1, "off"],
    ["with the console", 1, "on"],
    [`API alone, ${PATTERNS} patterns`, PATTERNS, "off"],
  ];
  const measured: string[][] = [];
  for (const [name, patterns, console] of rows) {
    const folder = mkdtempSync(join(tmpdir(), "bench-starts-"));
    const options = {
      config: configurationFor(patterns),
      environment: { GATEWAY_CONSOLE: console },
      dataDirectory: join(folder, "data"),
      audit: false,
    };
    const [times, main, all, sizes]: [number[], number[], number[], number[]] = [[], [], [], []];
    for (let round = 0; round <= rounds; round++) {
      const startedAt = performance.now();
      const gateway = await startGateway(options);
      const took = performance.now() - startedAt;
      const used = processorTimeOf(gateway.pid);
      // The first run makes the database.
      if (round > 0) {
        times.push(took);
        main.push(used.main / 1_000);
        all.push(used.all / 1_000);
        await new Promise((resolve) => setTimeout(resolve, IDLES_MS));
        sizes.push(residentMegabytes(gateway.pid) ?? Number.NaN);
      }
      await gateway.stop();
    }
    rmSync(folder, { recursive: true });
    measured.push([name, ...[times, main, all, sizes].map((figures) => medianOf(figures).toFixed(0))]);
  }
  return [["a start", "ready ms", "main thread ms", "process ms", "idle MB"], ...measured];
}
