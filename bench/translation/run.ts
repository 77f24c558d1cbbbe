import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { bundleChild } from "@/testing/gateway/child-bundle";
import { medianOf } from "../floor/verdict";

export const TRANSLATION_USAGE = `Usage: npm run bench:translation -- [OPTION]...
  --rounds 5       how often each checkout is measured, in turns
  --beside FOLDER  also another checkout, which need not be built`;

/**
 * Measures the processor time that an event of a translated stream takes, in microseconds, and prints a table of the
 * medians. @throws TypeError for an unknown option
 */
export async function runTranslationBench(parameters: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...parameters],
    options: { rounds: { type: "string", default: "5" }, beside: { type: "string" } },
  });
  const roots = [process.cwd(), ...(values.beside === undefined ? [] : [resolve(values.beside)])];
  const programs = await Promise.all(
    roots.map((sources) => bundleChild("bench/translation/stream-process.ts", sources)),
  );
  try {
    const taken = programs.map((): Record<string, number>[] => []);
    for (let round = 0; round < Number(values.rounds); round++) {
      const order = [...programs.keys()];
      for (const at of round % 2 === 0 ? order : order.reverse())
        taken[at]?.push(JSON.parse(execFileSync(process.execPath, [programs[at]?.path ?? ""], { encoding: "utf8" })));
    }
    for (const pair of Object.keys(taken[0]?.[0] ?? {})) {
      const [here, beside] = taken.map((rounds) => medianOf(rounds.map((figures) => figures[pair] ?? Number.NaN)));
      const compared =
        beside === undefined ? "" : `, beside ${beside.toFixed(1)} µs: ${((here ?? NaN) / beside).toFixed(2)}`;
      process.stdout.write(`${pair}: ${here?.toFixed(1)} µs an event${compared}\n`);
    }
  } finally {
    for (const program of programs) program.remove();
  }
}
