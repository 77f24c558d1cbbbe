// npm run release -- VERSION [--dry-run] [--skip-tests] [--no-image]: makes a release of what is committed. It tests and builds before
// it tags, and publishes nothing. With --dry-run, everything is as it was afterwards but for the artefacts in release/.
// With --artefacts-only, it makes the files of a version whose tag is checked out, as CI does.
// Exit code 1: nothing is released, the work tree is as it was, and it says why.
import "./setup/node-version.mjs";
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checksums, digestsOf, provenance, sbomOf, sign } from "./release/artefacts.mjs";
import { nextVersion, releasedChangelog, releaseOptions, whyNoRelease, withVersion } from "./release/release-texts.mjs";
import { findProgram } from "./setup/debian.mjs";
import { npmCommand, root } from "./setup/setup.mjs";

/** The files that carry the version. `package.json` is the one that everything reads; a test compares the others. */
const VERSIONED = ["package.json", "package-lock.json", "deploy/helm/model-gateway/Chart.yaml"];

const read = (path) => readFileSync(join(root, path), "utf8");
const startedOn = new Date().toISOString();
const options = releaseOptions(process.argv.slice(2));
if (typeof options === "string") refuse(options);
const { version, isDry, skipsTests, skipsImage, hasTag } = options;
const source = withoutCredentials(
  spawnSync("git", ["remote", "get-url", "origin"], { cwd: root, encoding: "utf8" }).stdout.trim(),
);
let revision = git("rev-parse", "HEAD");
if (hasTag) {
  if (git("rev-parse", `v${version}^{commit}`) !== revision) refuse(`the tag v${version} is of another commit`);
  console.log(`The artefacts are in ${makeArtefacts(undefined)}.`);
} else release();

function release() {
  const reason = whyNoRelease({
    version,
    current: JSON.parse(read("package.json")).version,
    changelog: read("CHANGELOG.md"),
    changes: git("status", "--porcelain"),
    tags: git("tag", "--list").split("\n"),
  });
  if (reason !== undefined) refuse(reason);
  const before = revision;
  writeFileSync(join(root, "CHANGELOG.md"), releasedChangelog(read("CHANGELOG.md"), version, startedOn.slice(0, 10)));
  setVersion(version);
  git("add", "CHANGELOG.md");
  git("commit", "--quiet", "--message", `chore(release): version ${version}`);
  revision = git("rev-parse", "HEAD");
  try {
    if (!skipsTests) run("the tests fail", ...npmCommand(), "test");
    const folder = makeArtefacts(skipsImage ? undefined : buildImage());
    if (isDry) {
      takeBack(before);
      console.log(`A dry run: nothing is committed or tagged. The artefacts are in ${folder}.`);
      return;
    }
    const kind = git("config", "--default", "", "user.signingKey") === "" ? "--annotate" : "--sign";
    git("tag", kind, `v${version}`, "--message", `Version ${version}`);
    setVersion(nextVersion(version));
    git("commit", "--quiet", "--message", `chore(release): begin ${nextVersion(version)}`);
    console.log(`Tagged v${version}; the artefacts are in ${folder}. To publish: git push --follow-tags`);
  } catch (error) {
    takeBack(before);
    console.error(`Nothing is released: ${error.message}. The work tree is as it was.`);
    process.exitCode = 1;
  }
}

/** Undoes the release's own commit. The work tree had no other change when it was made. */
function takeBack(before) {
  git("reset", "--quiet", "--hard", before);
}

function setVersion(to) {
  for (const path of VERSIONED) writeFileSync(join(root, path), withVersion(path, read(path), to));
  git("add", ...VERSIONED);
}

/** Builds the image with the first builder that is there and works. @returns its name and builder; undefined: none is there */
function buildImage() {
  const builders = ["docker", "podman", "buildah"].flatMap((name) => findProgram([name]) ?? []);
  const builder = builders.find((one) => spawnSync(one, ["info"], { stdio: "ignore" }).status === 0);
  if (builder === undefined) {
    console.log("No image is built: no docker, podman or buildah answers here.");
    return undefined;
  }
  const labels = { VERSION: version, REVISION: revision, ...(source && { SOURCE: source }) };
  const built = Object.entries(labels).flatMap(([name, value]) => ["--build-arg", `${name}=${value}`]);
  const base = process.env.NODE_IMAGE ? ["--build-arg", `NODE_IMAGE=${process.env.NODE_IMAGE}`] : [];
  const name = `model-gateway:${version}`;
  // Docker's format, because OCI's has no health check.
  const format = builder.endsWith("docker") ? [] : ["--format", "docker"];
  run(`${name} cannot be built`, builder, "build", ...format, ...base, ...built, "--tag", name, ".");
  return { name, builder };
}

/** Writes what goes beside a release into release/vVERSION, and returns that folder. */
function makeArtefacts(image) {
  const folder = join("release", `v${version}`);
  rmSync(join(root, folder), { recursive: true, force: true });
  mkdirSync(join(root, folder), { recursive: true });
  const path = (name) => join(folder, name);
  const stem = `model-gateway-${version}`;
  git("archive", "--format=tar.gz", `--prefix=${stem}/`, "--output", path(`${stem}.tar.gz`), revision);
  writeFileSync(join(root, path(`${stem}.cdx.json`)), sbomOf(root));
  const helm = findProgram(["helm"]);
  if (helm) run("the chart cannot be packaged", helm, "package", "deploy/helm/model-gateway", "--destination", folder);
  else console.log("No chart is packaged: there is no helm.");
  if (image) saveImage(image, path(`${stem}-image.tar`));
  const finishedOn = new Date().toISOString();
  const build = {
    version,
    revision,
    source,
    builder: process.env.RELEASE_BUILDER ?? "urn:local",
    startedOn,
    finishedOn,
    node: process.versions.node,
  };
  const statement = provenance(digestsOf(join(root, folder)), build);
  writeFileSync(join(root, path("provenance.intoto.json")), `${JSON.stringify(statement, undefined, 2)}\n`);
  writeFileSync(join(root, path("SHA256SUMS")), checksums(digestsOf(join(root, folder))));
  const key = process.env.RELEASE_SIGNING_KEY;
  if (key) sign(join(root, path("SHA256SUMS")), key);
  else console.log("Nothing is signed: RELEASE_SIGNING_KEY names no SSH key.");
  return folder;
}

function saveImage({ name, builder }, path) {
  const parameters = builder.endsWith("buildah")
    ? ["push", name, `docker-archive:${path}:${name}`]
    : ["save", "--output", path, name];
  run("the image cannot be saved", builder, ...parameters);
}

function command([program, ...parameters]) {
  return [program, parameters];
}

/** @throws {Error} with these words if the program fails */
function run(words, ...all) {
  const { status } = spawnSync(...command(all), { cwd: root, stdio: "inherit" });
  if (status !== 0) throw new Error(words);
}

function refuse(words) {
  console.error(
    `Nothing is released: ${words}.\nUsage: npm run release -- VERSION [--dry-run] [--skip-tests] [--no-image] [--artefacts-only]`,
  );
  process.exit(1);
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
