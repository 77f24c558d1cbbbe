// npm run licences: the licences of the packages that the image ships or that are bundled in it, and of the embedded
// server's programs and libraries, and what the registry
// knows of their vulnerabilities. Exit code 1: a package has no licence or one that nobody has looked at, a vulnerability
// is known, or, without --offline, the registry could not be asked.
import "./setup/node-version.mjs";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { bundledPackages } from "./image/bundled-packages.mjs";
import { licenceReport } from "./image/licence-report.mjs";
import { nativeLicences } from "./image/native-licences.mjs";
import { postgresFiles } from "./image/postgres-files.mjs";
import { packageFolders, traceFiles } from "./image/trace.mjs";
import { npmCommand, root, setUpOrExit } from "./setup/setup.mjs";

const isOffline = process.argv.includes("--offline");
await setUpOrExit({ console: true, server: true, commands: true });
const postgres = postgresFiles(root).files;
const files = [...(await traceFiles(root, { console: true })), ...postgres];
const folders = new Set([...packageFolders(files), ...bundledPackages(root)]);
const native = nativeLicences(postgres).map(({ name, licence }) => ({ name, version: "(embedded server)", licence }));
const packages = [...[...folders].flatMap(manifestOf), ...native];
const known = isOffline ? "it was not asked (--offline)" : knownVulnerabilities();
const { output, isAccepted } = licenceReport(packages, known, { isOffline });
console.log(output);
process.exitCode = isAccepted ? 0 : 1;

function manifestOf(folder) {
  const path = join(root, folder, "package.json");
  if (!existsSync(path)) return [];
  const { name, version, license } = JSON.parse(readFileSync(path, "utf8"));
  return name && version ? [{ name, version, licence: typeof license === "string" ? license : license?.type }] : [];
}

/** The answer of `npm audit`; a string says why there is none. */
function knownVulnerabilities() {
  const [program, ...parameters] = [...npmCommand(), "audit", "--omit=dev", "--json"];
  const { stdout, error } = spawnSync(program, parameters, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26 });
  try {
    const { vulnerabilities, message } = JSON.parse(stdout);
    return vulnerabilities ?? message ?? "npm audit gave no report";
  } catch {
    return String(error?.message ?? "npm audit gave no report");
  }
}
