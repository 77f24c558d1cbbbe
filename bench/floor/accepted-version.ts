import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCleanUp } from "../clean-up";
import { acceptedBy, floorCommits } from "./history";
import type { Round } from "./measure";
import type { FloorOptions } from "./options";
import { formatBeside, pairsOf, scenarioOf } from "./report";
import { takeRounds } from "./rounds";
import { judge, type Verdict } from "./verdict";

/**
 * Measures figures in the same rounds as the version that their floor was accepted with. Returns those that are too
 * high beside it as well: the machine made all others dearer, not a change. A figure whose version the history lacks is
 * returned too.
 * @param figures their names in the floor file, by their own
 */
export async function dearerThanAccepted(
  figures: ReadonlyMap<string, string>,
  floorPath: string,
  options: FloorOptions,
): Promise<string[]> {
  const commits = floorCommits(process.cwd(), floorPath);
  const byCommit = new Map<string, string[]>();
  const dearer: string[] = [];
  for (const [name, figure] of figures) {
    const commit = acceptedBy(commits, figure);
    if (commit === undefined) dearer.push(name);
    else byCommit.set(commit, [...(byCommit.get(commit) ?? []), name]);
  }
  for (const [commit, names] of byCommit) dearer.push(...(await dearerThan(commit, names, options)));
  return dearer;
}

async function dearerThan(commit: string, names: readonly string[], options: FloorOptions): Promise<string[]> {
  const cleanUp: (() => unknown)[] = [];
  try {
    const same = Object.fromEntries(names.map((name) => [name, 1]));
    const judgePairs = (rounds: readonly Round[]): Verdict[] => judge(pairsOf(rounds, names), same);
    const rounds = await takeRounds(
      { ...options, beside: checkOut(commit, options.console, cleanUp) },
      { scenarios: new Set(names.map(scenarioOf)), judge: judgePairs },
    );
    process.stdout.write(`\nThe other checkout is ${commit.slice(0, 10)}, the floor's own version.\n`);
    process.stdout.write(`${formatBeside(rounds)}\n`);
    return judgePairs(rounds).flatMap(({ name, judgement }) => (judgement === "too high" ? [name] : []));
  } finally {
    await runCleanUp(cleanUp);
  }
}

/** The folder of a version that can be started. */
function checkOut(commit: string, console: boolean, cleanUp: (() => unknown)[]): string {
  const folder = mkdtempSync(join(tmpdir(), "bench-floor-accepted-"));
  cleanUp.push(() => rmSync(folder, { recursive: true }));
  const archive = execFileSync("git", ["archive", commit], { maxBuffer: 1 << 30 });
  execFileSync("tar", ["--extract", "--directory", folder], { input: archive });
  const lock = "package-lock.json";
  // Saves the installation.
  if (readFileSync(lock, "utf8") === readFileSync(join(folder, lock), "utf8"))
    cpSync("node_modules", join(folder, "node_modules"), { recursive: true, verbatimSymlinks: true });
  const program = `import { setUpOrExit } from "./scripts/setup/setup.mjs"; await setUpOrExit({ console: ${console} });`;
  execFileSync(process.execPath, ["--input-type=module", "--eval", program], { cwd: folder, stdio: "inherit" });
  return folder;
}
