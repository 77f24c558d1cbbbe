import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { bundleChild } from "@/testing/gateway/child-bundle";
import { medianOf } from "../floor/verdict";
import { flawOf, type Figures, type Limits } from "./limits";

const LIMITS = "bench/translation/limits.json";

export const TRANSLATION_USAGE = `Usage: npm run bench:translation -- [OPTION]...
  --rounds 5       how often each checkout is measured, in turns
  --beside FOLDER  also another checkout, which need not be built`;

/**
 * Measures the processor time that an event of a translated stream takes, in microseconds and beside the reference, and
 * prints the medians. Returns whether no pair is above its limit. @throws TypeError for an unknown option
 */
export async function runTranslationBench(parameters: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...parameters],
    options: { rounds: { type: "string", default: "5" }, beside: { type: "string" } },
  });
  const roots = [process.cwd(), ...(values.beside === undefined ? [] : [resolve(values.beside)])];
  const programs = await Promise.all(
    roots.map((sources) => bundleChild("bench/translation/stream-process.ts", sources)),
  );
  try {
    const taken = programs.map((): Record<string, Figures>[] => []);
    for (let round = 0; round < Number(values.rounds); round++) {
      const order = [...programs.keys()];
      for (const at of round % 2 === 0 ? order : order.reverse())
        taken[at]?.push(JSON.parse(execFileSync(process.execPath, [programs[at]?.path ?? ""], { encoding: "utf8" })));
    }
    const limits = JSON.parse(readFileSync(LIMITS, "utf8")) as Limits;
    const flaws = Object.keys(taken[0]?.[0] ?? {}).flatMap((pair) => {
      const [ratios = [], ratiosBeside] = figuresOf(taken, pair, "ratio");
      const [micros = [], microsBeside] = figuresOf(taken, pair, "micros");
      const compared =
        microsBeside && ratiosBeside
          ? `; beside ${medianOf(microsBeside).toFixed(1)} µs and ${medianOf(ratiosBeside).toFixed(2)}: ${(medianOf(micros) / medianOf(microsBeside)).toFixed(2)}`
          : "";
      process.stdout.write(
        `${pair}: ${medianOf(micros).toFixed(1)} µs an event, ${medianOf(ratios).toFixed(2)} of the reference, at most ${limits[pair]}${compared}\n`,
      );
      return flawOf(pair, ratios, limits) ?? [];
    });
    for (const flaw of flaws) process.stdout.write(`Too expensive: ${flaw}.\n`);
    return flaws.length === 0;
  } finally {
    for (const program of programs) program.remove();
  }
}

/** One figure of a pair by checkout and round. */
function figuresOf(taken: readonly Record<string, Figures>[][], pair: string, figure: keyof Figures): number[][] {
  return taken.map((rounds) => rounds.map((figures) => figures[pair]?.[figure] ?? Number.NaN));
}
