import { Marked, type Token, type Tokens } from "marked";

/** A part of a document as it is shown: prose as HTML, or a block of code. */
export type DocumentPart =
  | { readonly kind: "prose"; readonly html: string }
  | { readonly kind: "code"; readonly language: string; readonly text: string };

/** What stands below one heading, up to the next. */
export interface DocumentSection {
  /** The id of the heading; "" for what stands before the second one. */
  readonly anchor: string;
  readonly heading: string;
  /** 1 for the title. */
  readonly level: number;
  /** As text, for searching. */
  readonly text: string;
}

export interface RenderedDocument {
  readonly title: string;
  readonly parts: readonly DocumentPart[];
  readonly sections: readonly DocumentSection[];
}

/**
 * A document of docs/ for a reader. Pure. `linkTo`: the address of a link as the document has it; undefined: it leads
 * out of the documents, and its text stays without a link.
 */
export function renderDocument(markdown: string, linkTo: (href: string) => string | undefined): RenderedDocument {
  const marked = markedFor(linkTo);
  const tokens = marked.lexer(markdown);
  const sections = sectionsOf(tokens);
  return { title: sections[0]?.heading ?? "", parts: partsOf(marked, tokens), sections };
}

function markedFor(linkTo: (href: string) => string | undefined): Marked {
  const anchors = new Anchors();
  return new Marked({
    renderer: {
      // Comments alone: the documents have no other HTML, and whatever else stands there is not shown.
      html: () => "",
      heading(token) {
        const inner = this.parser.parseInline(token.tokens);
        return `<h${token.depth} id="${anchors.next(textOf(token))}">${inner}</h${token.depth}>\n`;
      },
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens);
        const address = linkTo(href);
        if (address === undefined) return inner;
        const isOutside = /^https?:/.test(address);
        return `<a href="${escaped(address)}"${isOutside ? ' rel="noreferrer" target="_blank"' : ""}>${inner}</a>`;
      },
      image({ href, text }) {
        const address = linkTo(href);
        return address === undefined ? escaped(text) : `<img src="${escaped(address)}" alt="${escaped(text)}">`;
      },
      codespan({ text }) {
        // A long name breaks after its parts, where its column is narrow, and not within a word.
        return `<code>${escaped(text).replace(/(?<=\w[_./])(?=\w)/g, "<wbr>")}</code>`;
      },
      table(token) {
        return `<div class="table">${tableOf(token, (cell) => this.parser.parseInline(cell.tokens))}</div>\n`;
      },
    },
  });
}

/** A table is as wide as its content; the box around it scrolls. */
function tableOf({ header, rows }: Tokens.Table, inner: (cell: Tokens.TableCell) => string): string {
  const row = (cells: Tokens.TableCell[], tag: "th" | "td"): string =>
    `<tr>${cells.map((cell) => `<${tag}>${inner(cell)}</${tag}>`).join("")}</tr>`;
  const head = header.some(({ text }) => text !== "") ? `<thead>${row(header, "th")}</thead>` : "";
  return `<table>${head}<tbody>${rows.map((cells) => row(cells, "td")).join("")}</tbody></table>`;
}

/** Blocks of code at the top are parts of their own, so that the page gives them a button that copies them. */
function partsOf(marked: Marked, tokens: readonly Token[]): DocumentPart[] {
  const parts: DocumentPart[] = [];
  let prose: Token[] = [];
  const end = (): void => {
    if (prose.some(({ type }) => type !== "space")) parts.push({ kind: "prose", html: marked.parser(prose) });
    prose = [];
  };
  for (const token of tokens) {
    if (token.type !== "code") {
      prose.push(token);
      continue;
    }
    end();
    const code = token as Tokens.Code;
    parts.push({ kind: "code", language: code.lang?.split(" ")[0] ?? "", text: code.text });
  }
  end();
  return parts;
}

function sectionsOf(tokens: readonly Token[]): DocumentSection[] {
  const anchors = new Anchors();
  const sections: { anchor: string; heading: string; level: number; text: string }[] = [];
  for (const token of tokens) {
    if (token.type === "heading") {
      const { depth } = token as Tokens.Heading;
      const heading = textOf(token);
      const anchor = anchors.next(heading);
      sections.push({ anchor: depth === 1 ? "" : anchor, heading, level: depth, text: "" });
    } else {
      const last = sections.at(-1);
      if (last) last.text += `${textOf(token)}\n`;
    }
  }
  return sections;
}

/** The words of a token: without the marks and without the targets of links. */
function textOf(token: Token): string {
  if (token.type === "html") return "";
  if (token.type === "table") {
    const { header, rows } = token as Tokens.Table;
    return [header, ...rows].map((cells) => cells.map((cell) => textOfAll(cell.tokens)).join(" ")).join("\n");
  }
  if (token.type === "list") return (token as Tokens.List).items.map((item) => textOfAll(item.tokens)).join("\n");
  if ("tokens" in token && token.tokens) return textOfAll(token.tokens);
  return "text" in token && typeof token.text === "string" ? token.text : "";
}

function textOfAll(tokens: readonly Token[]): string {
  return tokens.map(textOf).join("");
}

/** The ids of headings, as GitHub makes them, so that a link works there and here. */
class Anchors {
  readonly #uses = new Map<string, number>();

  next(heading: string): string {
    const id = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-");
    const uses = this.#uses.get(id) ?? 0;
    this.#uses.set(id, uses + 1);
    return uses === 0 ? id : `${id}-${uses}`;
  }
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
