// npm run docs:site [-- FOLDER]: writes the documentation as static pages, for a server of one's own. Default:
// dist/docs-site. Set general_settings.docs_url to its address, so that errors link there.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { importTypeScript } from "./setup/bundle.mjs";
import { root, setUpOrExit } from "./setup/setup.mjs";
import { listFiles } from "./setup/stamp.mjs";

await setUpOrExit({ development: true, console: false, server: false });
const folder = resolve(process.argv[2] ?? join(root, "dist/docs-site"));
const { renderSite } = await importTypeScript(`export { renderSite } from "@/scripts/docs/docs-site";`);
const documents = listFiles(root, ["docs"], (path) => path.endsWith(".md")).map((path) => [
  path.slice("docs/".length),
  readFileSync(join(root, path), "utf8"),
]);
const pages = renderSite(new Map(documents), readFileSync(join(root, "components/documents/document.css"), "utf8"));
for (const [path, html] of pages) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), html);
}
cpSync(join(root, "docs/pictures"), join(folder, "pictures"), { recursive: true });
console.log(`${pages.size} pages in ${folder}`);
