import { chmodSync, copyFileSync, cpSync, mkdirSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { findProgram, requirePrograms } from "./debian.mjs";
import { cachedFolder, runToEnd } from "./foreign-cache.mjs";
import { requireNode } from "./node-binary.mjs";
import { npmCommand } from "./setup.mjs";

const DEBIAN = "bookworm";
const NODE = "26";
const NPM = "11.19.1";

/**
 * The programs that build an image and start it, found or installed from Debian.
 * @throws {Error} with one sentence for a machine on which they cannot work
 */
export function requireImageTools() {
  if (process.getuid?.() !== 0)
    throw new Error("The tests of the image need root: they build it with buildah and start it in namespaces.");
  if (!findProgram(["apt-get"]))
    throw new Error("The tests of the image need Debian: its packages bring the builder and the base image.");
  requirePrograms(["buildah", "debootstrap"]);
}

/**
 * The file system of a base image as a tar file, made without an image registry: Debian's smallest system and, from
 * npm, npm itself and the Node.js that the Dockerfile names. The first call takes a minute.
 * @returns {string} the path of the tar file
 */
export function requireImageBase() {
  const node = requireNode(NODE);
  const folder = cachedFolder(`image-base-${DEBIAN}-node-${NODE}-npm-${NPM}`, "Debian and npm", (beside) => {
    const root = join(beside, "root");
    // Node.js needs libatomic1 from version 25 on.
    runToEnd("debootstrap", ["--variant=minbase", "--include=libatomic1", DEBIAN, root, debianMirror()]);
    for (const path of ["dev", "var/cache/apt/archives", "var/lib/apt/lists", "var/log"]) emptyFolder(join(root, path));
    installNode(root, node, beside);
    runToEnd("tar", ["--create", "--numeric-owner", "--file", join(beside, "base.tar"), "--directory", root, "."]);
    rmSync(root, { recursive: true });
  });
  return join(folder, "base.tar");
}

/** Installs Node.js and npm where the official images of Node.js have them. */
function installNode(root, node, scratch) {
  const modules = join(root, "usr/local/lib/node_modules");
  const programs = join(root, "usr/local/bin");
  for (const path of [modules, programs]) mkdirSync(path, { recursive: true });
  copyFileSync(node, join(programs, "node"));
  chmodSync(join(programs, "node"), 0o755);
  const [command, ...parameters] = npmCommand();
  const install = ["install", `npm@${NPM}`, "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", scratch];
  runToEnd(command, [...parameters, ...install], { cwd: scratch });
  cpSync(join(scratch, "node_modules/npm"), join(modules, "npm"), { recursive: true, verbatimSymlinks: true });
  for (const name of readdirSync(scratch)) if (name !== "root") rmSync(join(scratch, name), { recursive: true });
  for (const name of ["npm", "npx"]) symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(programs, name));
}

function emptyFolder(path) {
  for (const name of readdirSync(path)) rmSync(join(path, name), { recursive: true });
}

/** The address from which this machine gets Debian, which may be a mirror of its own. */
function debianMirror() {
  const format = ["indextargets", "--format", "$(RELEASE) $(SITE)", "Created-By: Packages"];
  const [, site] = new RegExp(`^${DEBIAN} (\\S+)$`, "m").exec(runToEnd("apt-get", format)) ?? [];
  return site ?? "http://deb.debian.org/debian";
}
