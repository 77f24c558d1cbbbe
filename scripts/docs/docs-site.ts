import { posix } from "node:path";
import { DOCUMENTS, pageOf, targetOf } from "../../components/documents/document-links";
import { type DocumentGroup, navigationOf } from "../../components/documents/documents-navigation";
import { type DocumentPart, renderDocument } from "../../components/documents/render-document";

/**
 * The documents as static pages: path below the site → HTML. Each is the index.html of a folder, so that its address is
 * the same as in the console. `documents`: file below docs/ → Markdown; `css`: the style of a document.
 */
export function renderSite(documents: ReadonlyMap<string, string>, css: string): Map<string, string> {
  const groups = navigationOf(documents.get("README.md") ?? "");
  return new Map(
    [...documents].map(([file, markdown]) => {
      const own = pageOf(file);
      const { title, parts } = renderDocument(markdown, (href) => relative(own, targetOf(href, file)));
      return [
        posix.join(below(own), "index.html"),
        page({ own, title, groups, css, body: parts.map(html).join("\n") }),
      ];
    }),
  );
}

/** A page's folder below the site. */
function below(path: string): string {
  return path.slice(DOCUMENTS.length).replace(/^\//, "");
}

/** A path of the console as a link from a page of the site. */
function relative(own: string, target: string | undefined): string | undefined {
  if (!target?.startsWith("/")) return target;
  const [path = "", anchor] = target.split("#");
  const way = posix.relative(`/${below(own)}`, `/${below(path)}`);
  const isFile = path.includes("/pictures/");
  return `${way === "" ? "." : way}${isFile ? "" : "/"}${anchor === undefined ? "" : `#${anchor}`}`;
}

function html(part: DocumentPart): string {
  return part.kind === "prose" ? part.html : `<pre tabindex="0"><code>${escaped(part.text)}</code></pre>`;
}

function page({
  own,
  title,
  groups,
  css,
  body,
}: {
  own: string;
  title: string;
  groups: readonly DocumentGroup[];
  css: string;
  body: string;
}): string {
  const navigation = groups
    .map(({ heading, links }) => {
      const items = links.map(({ label, path }) => {
        const current = path === own ? ' aria-current="page"' : "";
        return `<li><a href="${relative(own, path) ?? ""}"${current}>${escaped(label)}</a></li>`;
      });
      return `<p>${escaped(heading)}</p><ul>${items.join("")}</ul>`;
    })
    .join("");
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} · Model Gateway</title>
<style>${FRAME}${css}</style>
<nav aria-label="Documentation"><a class="home" href="${relative(own, DOCUMENTS) ?? ""}">Model Gateway</a>${navigation}</nav>
<main class="document">
${body}
</main>
</html>
`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** What the console's own style sheet gives a document there. */
const FRAME = `
:root { color-scheme: light dark; --ink-soft: light-dark(#4d5565, #b3bac7); --ink-faint: light-dark(#636b7b, #8d95a5);
  --line: light-dark(#e4e6eb, #262b35); --line-strong: light-dark(#c9cdd6, #3a4150); --muted: light-dark(#f3f4f6, #1b1f27);
  --accent-text: light-dark(#3a43bf, #a7aefb); --accent-soft: light-dark(#eceefd, #20254a); --font-mono: ui-monospace, monospace;
  --text-page: 22px; --text-section: 15px; --text-body: 13px; --text-meta: 12px; }
body { margin: 0; display: flex; font: 14px/1.5 system-ui, sans-serif; color: light-dark(#15181e, #eceef2);
  background: light-dark(#fbfbfc, #0d0f13); }
nav { box-sizing: border-box; flex: none; width: 16rem; height: 100vh; position: sticky; top: 0; overflow-y: auto; padding: 1.5rem;
  border-right: 1px solid var(--line); font-size: var(--text-body); }
nav ul { list-style: none; margin: 0 0 1rem; padding: 0; } nav p { margin: 0; color: var(--ink-faint); }
nav a { display: block; padding: 2px 0; color: var(--ink-soft); text-decoration: none; } nav a:hover { text-decoration: underline; }
nav a[aria-current] { color: var(--accent-text); font-weight: 600; } nav .home { margin-bottom: 1rem; font-weight: 600; }
main { box-sizing: border-box; min-width: 0; max-width: 52rem; padding: 1.5rem 2rem 4rem; }
main > pre { overflow-x: auto; border-radius: 6px; background: var(--muted); padding: 10px 12px; font-size: var(--text-meta); }
@media (max-width: 50rem) { body { display: block; } nav { position: static; width: auto; height: auto; border: 0; } main { padding: 1rem; } }
`;
