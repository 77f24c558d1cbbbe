import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The folders whose files bundlers read, and the root's own files that they begin with. */
const FOLDERS = ["app", "components", "lib"];
const SOURCE = /\.(?:ts|tsx|mjs|css)$/;
/** Tests, and what configures build tools. */
const ELSEWHERE = /\.(?:test|spec|cases|config)\./;
/** `from "x"`, `import "x"`, `import("x")`, `require("x")` and `@import "x"` of a style sheet. */
const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\(\s*|@import\s+)["']([^"'./][^"']*)["']/g;
/** A file of a package by its path, as fonts are named. */
const FILE = /["'(](?:\.\.\/)*node_modules\/((?:@[^/"']+\/)?[^/"']+)\//g;

/**
 * The folders of the packages that the programs' and the console's sources import, and of all that those need: whatever
 * a bundler may have put into `dist` and `.next`, whose files no longer name a package. Packages that are there only to
 * build are among them if a source imports them.
 * @param {string} root
 * @returns {readonly string[]} such as node_modules/recharts
 */
export function bundledPackages(root) {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const found = new Set();
  const visit = (name, from) => {
    const folder = resolve(packages, name, from);
    if (folder === undefined || found.has(folder) || packages[folder].dev) return;
    found.add(folder);
    for (const needed of Object.keys(packages[folder].dependencies ?? {})) visit(needed, folder);
  };
  for (const name of importedNames(root)) visit(name, "");
  return [...found].toSorted();
}

function importedNames(root) {
  const names = new Set();
  const rootFiles = readdirSync(root).filter((name) => SOURCE.test(name));
  const files = [...rootFiles, ...FOLDERS.flatMap((folder) => filesBelow(root, folder))];
  for (const file of files) {
    if (ELSEWHERE.test(file)) continue;
    const text = readFileSync(join(root, file), "utf8");
    for (const [, specifier] of text.matchAll(IMPORT)) names.add(packageOf(specifier));
    for (const [, name] of text.matchAll(FILE)) names.add(name);
  }
  return names;
}

function filesBelow(root, folder) {
  return readdirSync(join(root, folder), { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((name) => SOURCE.test(name));
}

/** "@scope/name/part" is of "@scope/name". */
function packageOf(specifier) {
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}

/** Where Node.js would find a package that another one, at `from`, imports. */
function resolve(packages, name, from) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
    const candidate = folder === "" ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (Object.hasOwn(packages, candidate)) return candidate;
    if (folder === "") return undefined;
  }
}
