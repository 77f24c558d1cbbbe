import { lexer, walkTokens } from "marked";
import { DOCUMENTS, targetOf } from "./document-links";

/** A group of the documents' navigation. */
export interface DocumentGroup {
  readonly heading: string;
  readonly links: readonly { readonly label: string; readonly path: string }[];
}

/** The navigation, as docs/README.md has it: each heading with the documents that it leads to. */
export function navigationOf(index: string): DocumentGroup[] {
  const groups: { heading: string; links: { label: string; path: string }[] }[] = [];
  void walkTokens(lexer(index), (token) => {
    if (token.type === "heading" && token["depth"] === 2) groups.push({ heading: String(token["text"]), links: [] });
    if (token.type !== "link") return;
    const path = targetOf(String(token["href"]), "README.md");
    if (path?.startsWith(DOCUMENTS)) groups.at(-1)?.links.push({ label: String(token["text"]), path });
  });
  return groups;
}
