import type { FindOperationAccess } from "@/lib/auth/access-request";
import { EMPTY_DIRECTORY } from "@/lib/auth/policy/assuming-directory";
import { failedTestFaults } from "@/lib/auth/policy/policy-test-faults";
import { runPolicyTests, type PolicyTestResult } from "@/lib/auth/policy/run-policy-tests";
import { type Finding, formatFinding } from "@/lib/config/finding";
import { generalSettings, type ConfigFile } from "@/lib/config/schema";
import { fileJwtAuth, jwtAuthPath, splitList } from "../file-checks";
import { toolServersOf } from "../settings";
import { loginIssuer, withIssuerDefaults } from "../issuer-defaults";
import type { ConfigContext, ParsedConfig } from "../parse";
import { loadConfig } from "./load";

export interface LintResult {
  /** 0: no errors. 1: errors. 2: the command was called wrongly. */
  readonly exitCode: 0 | 1 | 2;
  readonly output: string;
}

const USAGE = `Usage: npm run lint:config -- FILE
Checks a configuration file without starting anything, and runs its policy tests. For these, only the teams and users exist
that a test assumes. Variables that the file names by os.environ/NAME must be set.
Exit codes: 0 if there are no errors (warnings are allowed), 1 if there are, 2 if the command was called wrongly.
docs/reference/findings.md explains the findings.
`;

/** What a file is checked against, and the lookup of the operations that its policy tests name. */
export interface LintContext extends ConfigContext {
  readonly find: FindOperationAccess;
}

/** The command behind `npm run lint:config`: prints numbered findings, each with its line and fix. */
export async function lintConfig(args: readonly string[], context: LintContext): Promise<LintResult> {
  const [path, ...rest] = args;
  if (path === "--help" || path === "-h") return { exitCode: 0, output: USAGE };
  if (path === undefined || path === "" || path.startsWith("--") || rest.length > 0)
    return { exitCode: 2, output: USAGE };

  const config = await loadConfig(path, { ...context, missing: "error" });
  const { findings, results } = await lintFindings(config, context.find);
  const lines = boundedLines(findings);
  const errors = findings.filter((finding) => finding.severity === "error").length;
  const summary =
    findings.length === 0 ? "no findings" : `${count(errors, "error")}, ${count(findings.length - errors, "warning")}`;
  const passed = results.filter((result) => result.passed).length;
  const tests = results.length === 0 ? "" : `, ${passed} of ${count(results.length, "policy test")} passed`;
  const help = findings.length === 0 ? "" : "docs/reference/findings.md explains each number.\n";
  return { exitCode: errors > 0 ? 1 : 0, output: `${lines.join("")}${help}${path}: ${summary}${tests}\n` };
}

/** The most lines about findings, and their bytes, so that a file of another gateway can be read through. */
const MOST_LINES = 57;
const MOST_BYTES = 7_500;

/** Numbered lines. Findings that say the same about several entries are one, and the last line counts what is left. */
function boundedLines(findings: readonly Finding[]): string[] {
  const alike = new Map<string, Finding[]>();
  for (const finding of findings) {
    const said = JSON.stringify([finding.number, finding.message, finding.fix]);
    alike.set(said, [...(alike.get(said) ?? []), finding]);
  }
  const lines: string[] = [];
  let told = 0;
  let bytes = 0;
  for (const [first, ...others] of alike.values()) {
    if (first === undefined) continue;
    const rest =
      others.length > 0 ? ` (and ${others.length} more, the last in line ${others.at(-1)?.line ?? "?"})` : "";
    const line = `${lines.length + 1}. ${formatFinding(first)}${rest}\n`;
    bytes += Buffer.byteLength(line);
    if (lines.length >= MOST_LINES || bytes > MOST_BYTES) break;
    lines.push(line);
    told += 1 + others.length;
  }
  if (told < findings.length) lines.push(`... and ${count(findings.length - told, "finding")} more\n`);
  return lines;
}

/** All findings about a configuration, including those of its policy tests, and the results of these tests. */
export async function lintFindings(
  config: ParsedConfig,
  find: FindOperationAccess,
): Promise<{ readonly findings: readonly Finding[]; readonly results: readonly PolicyTestResult[] }> {
  const { file } = config;
  if (!file) return { findings: config.findings, results: [] };
  const results = await tryTests(file, config, find);
  const failed = config.locate(failedTestFaults(results, jwtAuthPath(file)));
  return { findings: [...config.findings, ...failed], results };
}

/** Runs the policy tests of a file without errors, under its own settings and without a database. */
async function tryTests(
  file: ConfigFile,
  { environment }: Pick<ParsedConfig, "environment">,
  find: FindOperationAccess,
): Promise<PolicyTestResult[]> {
  const publicKeyUrls = splitList(environment.jwtPublicKeyUrl);
  const consoleIssuer = loginIssuer(environment, file.general_settings);
  const jwtAuth = withIssuerDefaults(fileJwtAuth(file), { publicKeyUrls, consoleIssuer });
  const { end_user_scope: scope } = file.general_settings ?? generalSettings.parse({});
  return await runPolicyTests(jwtAuth.policy_tests, {
    settings: { jwtAuth, mcpServers: toolServersOf(file) },
    scope,
    directory: EMPTY_DIRECTORY,
    find,
    now: Date.now(),
  });
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
