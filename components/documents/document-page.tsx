import { CodeBlock } from "@/components/ui/code-block";
import type { DocumentPart, RenderedDocument } from "./render-document";
import "./document.css";

/** The kinds of blocks, as their captions call them. */
const LANGUAGES: Readonly<Record<string, string>> = {
  sh: "Shell",
  bash: "Shell",
  yaml: "YAML",
  json: "JSON",
  sql: "SQL",
  python: "Python",
  typescript: "TypeScript",
  toml: "TOML",
};

/** One document, with the list of its headings beside it where there is room. */
export function DocumentPage({ file, document }: { file: string; document: RenderedDocument }) {
  const headings = document.sections.filter(({ level, anchor }) => level === 2 && anchor !== "");
  return (
    <div className="flex gap-10">
      <article className="document min-w-0 max-w-3xl flex-1" data-file={file}>
        {document.parts.map((part, index) => (
          <Part key={index} part={part} />
        ))}
      </article>
      {headings.length > 1 && (
        <nav aria-label="On this page" className="sticky top-20 hidden h-fit w-52 shrink-0 xl:block">
          <p className="pb-1 text-meta font-medium text-ink-faint" aria-hidden>
            On this page
          </p>
          <ul className="max-h-[calc(100dvh-8rem)] overflow-y-auto border-l">
            {headings.map(({ anchor, heading }) => (
              <li key={anchor}>
                <a href={`#${anchor}`} className="block py-1 pl-3 text-body text-ink-soft hover:text-ink">
                  {heading}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  );
}

function Part({ part }: { part: DocumentPart }) {
  if (part.kind === "code") {
    return (
      <div className="my-4">
        <CodeBlock code={part.text} label={LANGUAGES[part.language] ?? "Text"} />
      </div>
    );
  }
  // The HTML is made from the product's own files, by our own renderer.
  return <div dangerouslySetInnerHTML={{ __html: part.html }} />;
}
