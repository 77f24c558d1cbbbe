import { formatFinding } from "@/lib/config/finding";
import { loadConfig } from "./load";
import type { ConfigContext } from "../parse";

export interface LintResult {
  /** 0: no errors. 1: errors. 2: the command was called wrongly. */
  readonly exitCode: 0 | 1 | 2;
  readonly output: string;
}

const USAGE = `Usage: npm run lint:config -- FILE
Checks a configuration file without starting anything. Exit code 0: no errors (there may be warnings); 1: errors.
Variables named by os.environ/NAME must be set. The findings are explained in docs/configuration.md.
`;

/** The command behind `npm run lint:config`: prints numbered findings, each with its line and fix. */
export async function lintConfig(args: readonly string[], context: ConfigContext): Promise<LintResult> {
  const [path, ...rest] = args;
  if (path === "--help" || path === "-h") return { exitCode: 0, output: USAGE };
  if (path === undefined || path === "" || path.startsWith("--") || rest.length > 0)
    return { exitCode: 2, output: USAGE };

  const { findings } = await loadConfig(path, { ...context, missing: "error" });
  const lines = findings.map((finding, index) => `${index + 1}. ${formatFinding(finding)}\n`);
  const errors = findings.filter((finding) => finding.severity === "error").length;
  const summary =
    findings.length === 0 ? "no findings" : `${count(errors, "error")}, ${count(findings.length - errors, "warning")}`;
  return { exitCode: errors > 0 ? 1 : 0, output: `${lines.join("")}${path}: ${summary}\n` };
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
