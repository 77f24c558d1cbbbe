import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { dearerThanAccepted } from "./accepted-version";
import { figureOf, type FloorFile, floorOf, type Machine, withAccepted } from "./floor-file";
import type { Round } from "./measure";
import type { FloorOptions } from "./options";
import { formatBare, formatBeside, formatKinds, formatVerdicts, ratiosOf, referenceMicros } from "./report";
import { takeRounds } from "./rounds";
import { acceptedFloor, judge, raisedFigures, type Verdict } from "./verdict";

const FLOOR = "bench/floor.json";

/**
 * Measures what a call costs beside the reference, and compares that with `bench/floor.json`. What is too high is
 * measured again beside the version that the floor was accepted with. Returns whether no figure is too high there too.
 */
export async function runFloorBench(options: FloorOptions): Promise<boolean> {
  const rounds = await takeRounds(options, { judge: judgeRounds });
  const verdicts = judgeRounds(rounds);
  process.stdout.write(`\n${formatVerdicts(verdicts, rounds)}\n`);
  process.stdout.write(formatBare(rounds));
  if (options.only !== "") process.stdout.write(formatKinds(rounds));
  if (options.beside !== undefined) process.stdout.write(`\n${formatBeside(rounds)}\n`);
  const machine = machineOf(referenceMicros(rounds));
  if (options.accept) return accept(verdicts, machine);
  const [lower, tooHigh] = [namesOf(verdicts, "lower"), namesOf(verdicts, "too high")];
  if (lower.length > 0)
    process.stdout.write(`Lower: ${lower.join(", ")}. Commit that: npm run bench:floor -- --accept\n`);
  if (tooHigh.length === 0) return true;
  process.stdout.write(`Too high: ${tooHigh.join(", ")}\n`);
  // Whoever compares two checkouts has seen the pairs.
  return conclude(
    options.beside === undefined ? await dearerThanAccepted(figuresOn(machine, tooHigh), FLOOR, options) : tooHigh,
  );
}

function judgeRounds(rounds: readonly Round[]): Verdict[] {
  return judge(ratiosOf(rounds), floorOf(readFloors(), machineOf(referenceMicros(rounds)))?.ratios ?? {});
}

/** The names in the floor file of figures that this machine has a floor for, by their own. */
function figuresOn(machine: Machine, names: readonly string[]): Map<string, string> {
  const floor = floorOf(readFloors(), machine);
  return new Map(floor ? names.map((name) => [name, figureOf(floor, name)]) : []);
}

function machineOf(reference: number): Machine {
  return { processor: cpus()[0]?.model.trim() ?? "unknown", reference };
}

function readFloors(): FloorFile {
  try {
    return JSON.parse(readFileSync(FLOOR, "utf8")) as FloorFile;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

function accept(verdicts: readonly Verdict[], machine: Machine): boolean {
  const [before, ratios] = [readFloors(), acceptedFloor(verdicts)];
  const measuredWith = `Node.js ${process.version}, reference ${machine.reference.toFixed(0)} µs`;
  writeFileSync(FLOOR, `${JSON.stringify(withAccepted(before, machine, measuredWith, ratios), null, 2)}\n`);
  const raised = raisedFigures(floorOf(before, machine)?.ratios ?? {}, ratios);
  process.stdout.write(`Written to ${FLOOR}\n`);
  if (raised.length > 0) process.stdout.write(`${reasonWanted(raised)}\n`);
  return true;
}

function conclude(dearer: readonly string[]): boolean {
  process.stdout.write(
    dearer.length === 0
      ? "The accepted version is as dear on this machine: nothing fails.\n"
      : `Too dear: ${dearer.join(", ")}. ${reasonWanted(dearer)}\n`,
  );
  return dearer.length === 0;
}

function namesOf(verdicts: readonly Verdict[], judgement: Verdict["judgement"]): string[] {
  return verdicts.filter((verdict) => verdict.judgement === judgement).map(({ name }) => name);
}

function reasonWanted(raised: readonly string[]): string {
  return `A floor is raised by npm run bench:floor -- --accept, in a commit that says why in a line of its own: "Floor: ${raised.join(", ")}: the reason."`;
}
