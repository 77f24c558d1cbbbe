import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { findProgram } from "./debian.mjs";

const VERSION = "26.4.0";
const UNPACK = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:unpack";

/** Outside the repository, so that all clones share one download of 160 MB. */
const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "model-gateway");
const folder = join(cache, `keycloak-${VERSION}`);

/**
 * What this machine lacks for a Keycloak, as a sentence; undefined: nothing.
 * @returns {string | undefined}
 */
export function whyNoKeycloak() {
  const needed = existsSync(folder) ? ["java"] : ["java", "mvn"];
  const missing = needed.filter((name) => !findProgram([name]));
  if (missing.length === 0) return undefined;
  return `These tests need Keycloak ${VERSION}, and with it ${missing.join(" and ")} (Debian: apt-get install default-jdk-headless maven).`;
}

/**
 * The folder of Keycloak's distribution. The first call fetches it from Maven Central.
 * @throws {Error} with what is missing, or with the output of Maven when it fails
 */
export function requireKeycloak() {
  const missing = whyNoKeycloak();
  if (missing !== undefined) throw new Error(missing);
  if (existsSync(folder)) return folder;
  process.stderr.write(`Fetching Keycloak ${VERSION} from Maven Central…\n`);
  mkdirSync(cache, { recursive: true });
  // Unpacked under another name and then renamed, so that an interrupted run leaves nothing that looks complete.
  const beside = mkdtempSync(join(cache, "unpacking-"));
  try {
    const artifact = `-Dartifact=org.keycloak:keycloak-quarkus-dist:${VERSION}:zip`;
    const parameters = ["-q", "-B", UNPACK, artifact, `-DoutputDirectory=${beside}`];
    // Maven leaves a marker in the folder that it runs in.
    const { status, stdout, stderr } = spawnSync("mvn", parameters, { cwd: beside, encoding: "utf8" });
    if (status !== 0) throw new Error(`mvn ${parameters.join(" ")} failed:\n${stdout}${stderr}`.trimEnd());
    renameSync(join(beside, `keycloak-${VERSION}`), folder);
  } finally {
    rmSync(beside, { recursive: true, force: true });
  }
  return folder;
}
