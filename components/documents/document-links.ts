import { posix } from "node:path";

/** Where the documents stand in the console. */
export const DOCUMENTS = "/console/docs";

/** The path of a document's page, for its file below docs/: "guides/choose.md" → "/console/docs/guides/choose". */
export function pageOf(file: string): string {
  const name = file.replace(/(?:^|\/)README\.md$|\.md$/, "");
  return name === "" ? DOCUMENTS : `${DOCUMENTS}/${name}`;
}

/**
 * The path in the console of a link in a document, or an address elsewhere as it is; undefined: a file of the project
 * that is not among the documents. `file`: the document, below docs/.
 */
export function targetOf(href: string, file: string): string | undefined {
  if (/^(?:https?|mailto):/.test(href)) return href;
  const [path = "", anchor] = href.split("#");
  const hash = anchor === undefined ? "" : `#${anchor}`;
  if (path === "") return hash;
  const target = posix.normalize(posix.join(posix.dirname(file), path));
  if (target.startsWith("..")) return undefined;
  if (target.startsWith("pictures/")) return `${DOCUMENTS}/${target}`;
  if (!target.endsWith(".md")) return undefined;
  return pageOf(target) + hash;
}

/**
 * The file of a page's address, by its whole path or by its last part where only one document has that name:
 * "errors" → "reference/errors.md". `files`: every document, below docs/.
 */
export function fileOf(path: string, files: readonly string[]): string | undefined {
  const wanted = [path === "" ? "README.md" : `${path}.md`, `${path}/README.md`];
  const exact = files.find((file) => wanted.includes(file));
  if (exact !== undefined || path.includes("/")) return exact;
  const named = files.filter((file) => file.endsWith(`/${path}.md`));
  return named.length === 1 ? named[0] : undefined;
}
