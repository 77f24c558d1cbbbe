import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import type { ClientProgram } from "@/scripts/setup/client-programs.mjs";

/** What became of one check of the suite. */
export interface SuiteCheck {
  /** `SCENARIO:CHECK`, as the suite's own lists of expected failures say it. */
  readonly name: string;
  readonly status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO";
  readonly errorMessage?: string;
}

/** How long a scenario may take, however slow the machine is, in milliseconds. */
const PATIENCE_MS = "300000";

/**
 * Runs the suite. `parameters`: after the program's own. `heard`: is told each line that it prints.
 * @throws Error with what it prints, if it tells no checks
 */
export async function runSuite(
  { command, parameters: own }: ClientProgram,
  parameters: readonly string[],
  heard: (line: string) => void = () => {},
): Promise<readonly SuiteCheck[]> {
  const folder = mkdtempSync(join(tmpdir(), "conformance-"));
  // Whoever signs in takes as long as they take.
  const patience = parameters[0] === "authorization" ? [] : ["--timeout", PATIENCE_MS];
  try {
    const child = spawn(command, [...own, ...parameters, ...patience, "--output-dir", folder], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    createInterface(child.stdout).on("line", heard);
    const [said, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
    const checks = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith("checks.json"))
      .flatMap((path) => checksIn(folder, path));
    if (checks.length === 0)
      throw new Error(`The suite has checked nothing: ${said.slice(-2_000)}${errors.slice(-2_000)}`);
    return checks;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The folder of a scenario's results is its name, with the role before it and the time behind it. */
function checksIn(folder: string, path: string): readonly SuiteCheck[] {
  const [folderOf = ""] = path.split(/-\d{4}-\d\d-\d\dT/);
  const scenario = folderOf.replace(/^(authorization-)?server-/, "");
  const checks = JSON.parse(readFileSync(join(folder, path), "utf8")) as ({ id: string } & SuiteCheck)[];
  return checks.map(({ id, status, errorMessage }) => ({
    name: `${scenario}:${id}`,
    status,
    ...(errorMessage !== undefined && { errorMessage }),
  }));
}

/** The names of the checks of a status, each once, in order. */
export function namesOf(checks: readonly SuiteCheck[], ...statuses: readonly SuiteCheck["status"][]): string[] {
  return [...new Set(checks.filter(({ status }) => statuses.includes(status)).map(({ name }) => name))].sort();
}
