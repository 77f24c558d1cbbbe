// npm run release -- VERSION: makes a release of what is committed, as a commit and a tag, and an image where Docker,
// Podman or Buildah is. It publishes nothing. Exit code 1: nothing was changed, and it says why.
import "./setup/node-version.mjs";
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { releasedChangelog, whyNoRelease, withVersion } from "./release/release-texts.mjs";
import { findProgram } from "./setup/debian.mjs";
import { root } from "./setup/setup.mjs";

/** The files that carry the version. `package.json` is the one that everything reads; a test compares the others. */
const VERSIONED = ["package.json", "package-lock.json", "deploy/helm/model-gateway/Chart.yaml"];

const [version = "", ...others] = process.argv.slice(2);
const read = (path) => readFileSync(join(root, path), "utf8");
const reason =
  others.length > 0
    ? "name one version only"
    : whyNoRelease({
        version,
        current: JSON.parse(read("package.json")).version,
        changelog: read("CHANGELOG.md"),
        changes: git("status", "--porcelain"),
        tags: git("tag", "--list").split("\n"),
      });
if (reason !== undefined) {
  console.error(`Nothing is released: ${reason}.\nUsage: npm run release -- VERSION`);
  process.exit(1);
}

const today = new Date().toISOString().slice(0, 10);
writeFileSync(join(root, "CHANGELOG.md"), releasedChangelog(read("CHANGELOG.md"), version, today));
for (const path of VERSIONED) writeFileSync(join(root, path), withVersion(path, read(path), version));
git("add", "CHANGELOG.md", ...VERSIONED);
git("commit", "--quiet", "--message", `Version ${version}`);
git("tag", "--annotate", `v${version}`, "--message", `Version ${version}`);
console.log(`Committed and tagged v${version}. To publish: git push --follow-tags`);

const builder = findProgram(["docker", "podman", "buildah"]);
if (builder === undefined) {
  console.log("No image is built: there is no docker, podman or buildah.");
} else {
  const revision = git("rev-parse", "HEAD");
  const source = spawnSync("git", ["remote", "get-url", "origin"], { cwd: root, encoding: "utf8" }).stdout.trim();
  const labels = { VERSION: version, REVISION: revision, ...(source && { SOURCE: withoutCredentials(source) }) };
  const built = Object.entries(labels).flatMap(([name, value]) => ["--build-arg", `${name}=${value}`]);
  const image = `model-gateway:${version}`;
  // Docker's format, because OCI's has no health check.
  const format = builder.endsWith("docker") ? [] : ["--format", "docker"];
  const { status } = spawnSync(builder, ["build", ...format, ...built, "--tag", image, "."], {
    cwd: root,
    stdio: "inherit",
  });
  console.log(status === 0 ? `Built ${image}.` : `${image} is not built; the commit and the tag stand.`);
  process.exitCode = status === 0 ? 0 : 1;
}

function git(...parameters) {
  const { status, stdout, stderr } = spawnSync("git", parameters, { cwd: root, encoding: "utf8" });
  if (status === 0) return stdout.trim();
  console.error(`git ${parameters.join(" ")} failed:\n${stderr}`);
  process.exit(1);
}

/** The address without credentials: a token in it must not become a label. */
function withoutCredentials(address) {
  return address.replace(/\/\/[^/@]*@/, "//");
}
