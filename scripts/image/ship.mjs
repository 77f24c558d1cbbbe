// node scripts/image/ship.mjs FOLDER [--console=off]: builds what is missing, puts the image's files into an empty
// FOLDER, and proves that they serve. The Dockerfile calls it.
import "../setup/node-version.mjs";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { servesConsole } from "../../lib/config/console-switch.mjs";
import { identified } from "../program/build-program.mjs";
import { root, setUpOrExit } from "../setup/setup.mjs";
import { bundledPackages } from "./bundled-packages.mjs";
import { licenceSection, licenceTexts } from "./licence-texts.mjs";
import { nativeLicences } from "./native-licences.mjs";
import { postgresFiles } from "./postgres-files.mjs";
import { proveShipped } from "./prove-shipped.mjs";
import { packageFolders, traceFiles } from "./trace.mjs";

const [folder, flag, ...others] = process.argv.slice(2);
const [, consoleSwitch] = /^--console=(on|off)$/.exec(flag ?? "--console=on") ?? [];
if (folder === undefined || folder.startsWith("-") || consoleSwitch === undefined || others.length > 0) {
  console.error("Usage: node scripts/image/ship.mjs FOLDER [--console=on|off]");
  process.exit(2);
}
const withConsole = servesConsole(consoleSwitch);
const target = resolve(folder);
if (existsSync(target) && readdirSync(target).length > 0) {
  console.error(`${target} is not empty`);
  process.exit(2);
}

// Only the owner may write the shipped files, whatever umask the building account has.
process.umask(0o022);
await setUpOrExit({ console: withConsole, server: true, commands: true });
const postgres = postgresFiles(root);
const files = [...new Set([...(await traceFiles(root, { console: withConsole })), ...postgres.files])];
for (const path of files) ship(path);
for (const path of files.filter(isOurProgram)) await shipWithoutBlanks(path);
for (const { path, target: behind } of postgres.links) link(behind, path);
copyFileSync(join(import.meta.dirname, "healthcheck.mjs"), join(target, "dist/healthcheck.mjs"));
if (withConsole) await shipNextConfiguration();
const shipped = new Set([...packageFolders(files), ...bundledPackages(root)]);
const native = nativeLicences(postgres.files).map(({ name, licence, text }) => licenceSection(name, licence, text));
writeFileSync(join(target, "LICENSES.txt"), [licenceTexts(root, [...shipped].toSorted()), ...native].join("\n"));
report(files);
await proveShipped(target, { console: withConsole });

function ship(path) {
  const from = join(root, path);
  if (lstatSync(from).isSymbolicLink()) return link(readlinkSync(from), path);
  mkdirSync(dirname(join(target, path)), { recursive: true });
  copyFileSync(from, join(target, path));
  chmodSync(join(target, path), lstatSync(from).mode & 0o755);
}

/** Whether a file is a program that the build has bundled. */
function isOurProgram(path) {
  return /^dist\/[^/]+\.[cm]js$/.test(path);
}

/** Indentation takes a quarter of a bundle. What it begins with tells it from others, so that is made again. */
async function shipWithoutBlanks(path) {
  const { transform } = await import("esbuild");
  const { code } = await transform(readFileSync(join(root, path), "utf8"), {
    minifyWhitespace: true,
    charset: "ascii",
    legalComments: "none",
  });
  writeFileSync(join(target, path), path.endsWith(".cjs") ? identified(code) : code);
}

function link(behind, path) {
  mkdirSync(dirname(join(target, path)), { recursive: true });
  symlinkSync(behind, join(target, path));
}

/** Ships the configuration as JavaScript, because Next.js would load a compiler to read TypeScript. */
async function shipNextConfiguration() {
  const { transform } = await import("esbuild");
  const { code } = await transform(readFileSync(join(root, "next.config.ts"), "utf8"), { loader: "ts", format: "esm" });
  writeFileSync(join(target, "next.config.mjs"), code);
}

/** Prints the largest parts, so that one sees what makes an image grow. */
function report(paths) {
  const parts = new Map();
  for (const path of paths) {
    const part = /^node_modules\/(?:@[^/]+\/)?[^/]+|^[^/]+(?:\/[^/]+)?/.exec(path)?.[0] ?? path;
    parts.set(part, (parts.get(part) ?? 0) + lstatSync(join(root, path)).size);
  }
  const total = [...parts.values()].reduce((sum, bytes) => sum + bytes, 0);
  console.log(`${paths.length} files, ${megabytes(total)}, of which:`);
  const largest = [...parts].sort(([, one], [, other]) => other - one).slice(0, 8);
  for (const [part, bytes] of largest) console.log(`  ${megabytes(bytes).padStart(9)}  ${part}`);
}

function megabytes(bytes) {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
