import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const LICENCE_FILE = /^(?:licen[cs]e|copying|notice|copyright)(?:[.-].*)?$/i;

/**
 * The licences of packages as they stand in their folders, one after the other: what their authors ask to be kept with
 * every copy, bundled ones too. A package without such a file is there with the name of its licence.
 * @param {string} root
 * @param {readonly string[]} folders of packages, such as node_modules/pg
 * @returns {string}
 */
export function licenceTexts(root, folders) {
  return folders.flatMap((folder) => sectionOf(join(root, folder))).join("\n");
}

function sectionOf(folder) {
  const path = join(folder, "package.json");
  // Packages of other platforms are in the lock file and not installed.
  if (!existsSync(path)) return [];
  const { name, version, license: licence } = JSON.parse(readFileSync(path, "utf8"));
  if (!name || !version) return [];
  const texts = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && LICENCE_FILE.test(entry.name))
    .map((entry) => readFileSync(join(folder, entry.name), "utf8").trim());
  const stated = typeof licence === "string" ? licence : licence?.type;
  return [licenceSection(`${name} ${version}`, stated, texts.join("\n\n"))];
}

/**
 * The licence of one part, under its name.
 * @param {string} name
 * @param {string | undefined} stated
 * @param {string} text
 */
export function licenceSection(name, stated, text) {
  return `==== ${name} (${stated ?? "none stated"})\n\n${text}\n`;
}
