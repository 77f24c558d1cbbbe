import { existsSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";

const require = createRequire(import.meta.url);

const PROGRAMS = ["dist/server.mjs", "dist/server.cjs", "dist/command.mjs"];
const CONSOLE_PROGRAM = "dist/console.mjs";

/** Files that the programs read without importing them. */
const READ = ["package.json", "LICENSE", "prisma/migrations"];

/** Files that the console reads. */
const READ_BY_CONSOLE = ["docs"];

/** Files that Next.js looks for when it starts, by names that no trace sees, and does not load. */
const LOOKED_FOR = ["webpack", "@babel/runtime/package.json"].map((path) => `node_modules/next/dist/compiled/${path}`);

/** Files that Next.js's build leaves in `.next` for itself and not for its server. */
const OF_THE_BUILD = /^\.next\/(build|cache|dev|diagnostics|lock|trace|trace-build|turbopack|types)(\/|$)/;

/** Files that no program reads at run time. sharp scales images, which next.config.ts has turned off. */
const UNREAD = /\.(map|tsbuildinfo)$|\.d\.[cm]?ts$|\.nft\.json$|\.stamp\.json$|^node_modules\/(sharp|@img)\//;

/**
 * Folders of sources, which are bundled. A trace takes each folder named `console` for one that the server opens below
 * its data, and each named `docs` for one that pages read.
 */
const SOURCES = ["app", "bench", "components", "e2e", "lib", "local", "packages", "scripts", "testing"];

/** Sources, and files that Next.js loads only while it builds or develops. */
const OF_DEVELOPMENT = [
  ...SOURCES.map((folder) => `${folder}/**`),
  "**/*.dev.js",
  "**/*.development.js",
  "**/next/dist/{docs,esm}/**",
  "**/next/dist/compiled/{next-devtools,@next/font}/**",
  "**/{sharp,@img}/**",
  "**/*.map",
];

const LICENCE = /^(licen[cs]e|notice|copying)/i;

/**
 * The files that the built product needs to run, links included, as paths relative to `root`. The modules come from a
 * trace of what the programs import, by Next.js' own tracer, and from the traces that Next.js' build has written.
 * @param {string} root a project in which everything is built
 * @param {{ console: boolean }} variant
 * @returns {Promise<string[]>} sorted
 * @throws {Error} if a program is not built, or a package has no native code for this platform
 */
export async function traceFiles(root, { console: withConsole }) {
  const { nodeFileTrace } = require("next/dist/compiled/@vercel/nft");
  const programs = withConsole ? [...PROGRAMS, CONSOLE_PROGRAM] : PROGRAMS;
  const missing = programs.find((program) => !existsSync(join(root, program)));
  if (missing) throw new Error(`${missing} is not built`);
  const { fileList } = await nodeFileTrace(
    programs.map((program) => join(root, program)),
    { base: root, processCwd: root, conditions: ["node", "import"], ignore: OF_DEVELOPMENT },
  );
  const files = new Set([
    ...fileList,
    ...[...READ, ...(withConsole ? READ_BY_CONSOLE : [])].flatMap((path) => [...filesBelow(root, path)]),
  ]);
  if (withConsole) addConsole(root, files);
  for (const folder of packageFolders(files)) addNativeCode(root, folder, files);
  addLicences(root, files);
  return [...files].filter((path) => !UNREAD.test(path) && !isSource(path)).sort();
}

function isSource(path) {
  return SOURCES.some((folder) => path.startsWith(`${folder}/`));
}

/** The folders of the packages that files belong to, such as `node_modules/pg`. */
export function packageFolders(files) {
  const inPackage = /^((?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+)\//;
  return new Set([...files].flatMap((path) => inPackage.exec(path)?.[1] ?? []));
}

function addConsole(root, files) {
  const built = [...filesBelow(root, ".next")].filter((path) => !OF_THE_BUILD.test(path));
  for (const path of [...built, ...LOOKED_FOR.flatMap((path) => [...filesBelow(root, path)])]) files.add(path);
  for (const trace of built.filter((path) => path.endsWith(".nft.json"))) {
    for (const listed of JSON.parse(readFileSync(join(root, trace), "utf8")).files) {
      const path = relative(root, join(root, dirname(trace), listed));
      if (!path.startsWith("..") && existsSync(join(root, path))) files.add(path);
    }
  }
}

/** Adds a package's native code. The package chooses its file at run time, so no trace of imports sees it. */
function addNativeCode(root, folder, files) {
  if (!existsSync(join(root, folder, "prebuilds"))) return;
  const native = `${folder}/prebuilds/${process.platform}-${process.arch}`;
  if (!existsSync(join(root, native))) throw new Error(`${folder} has no native code for this platform`);
  for (const path of filesBelow(root, native)) files.add(path);
}

/** Adds the licences that stand beside shipped code. Most of them require this. */
function addLicences(root, files) {
  const folders = new Set([...files, ...[...packageFolders(files)].map((folder) => `${folder}/.`)].map(dirname));
  for (const folder of folders) {
    if (!folder.includes("node_modules/") || lstatSync(join(root, folder)).isSymbolicLink()) continue;
    for (const found of readdirSync(join(root, folder), { withFileTypes: true })) {
      if (found.isFile() && LICENCE.test(found.name)) files.add(`${folder}/${found.name}`);
    }
  }
}

/** Every file and link at or below a path, relative to `root`. */
export function* filesBelow(root, path) {
  if (!lstatSync(join(root, path)).isDirectory()) return void (yield path);
  for (const name of readdirSync(join(root, path))) yield* filesBelow(root, `${path}/${name}`);
}
