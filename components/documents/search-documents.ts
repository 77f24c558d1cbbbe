import MiniSearch from "minisearch";
import { withoutTrailing } from "@/lib/without-trailing";
import type { RenderedDocument } from "./render-document";
import { pageOf } from "./document-links";

/** A section that a search has found. */
export interface FoundSection {
  /** The path of the page, with the heading's anchor. */
  readonly path: string;
  readonly title: string;
  /** The same as `title` for what stands at the top of a page. */
  readonly heading: string;
  /** The words around the first that was found. */
  readonly excerpt: string;
}

interface IndexedSection {
  readonly id: number;
  readonly path: string;
  readonly title: string;
  readonly heading: string;
  readonly text: string;
}

/** The longest text that is searched for; more would cost time and mean nothing. */
const LONGEST = 100;
const EXCERPT = 160;
/** How a page begins that only leads to where it stands now. */
export const MOVED = "This page has moved:";

/** The documents by what stands in them. Built once: about a tenth of a second for all of them. */
export class DocumentSearch {
  readonly #sections: readonly IndexedSection[];
  readonly #index: MiniSearch<IndexedSection>;

  /** `documents`: each file below docs/ with its rendering. */
  constructor(documents: ReadonlyMap<string, RenderedDocument>) {
    this.#sections = [...documents]
      .flatMap(([file, { title, sections }]) =>
        (sections.some(({ text }) => text.includes(MOVED)) ? [] : sections).map(({ anchor, heading, text }) => ({
          path: anchor === "" ? pageOf(file) : `${pageOf(file)}#${anchor}`,
          title,
          heading,
          text,
        })),
      )
      .map((section, id) => ({ id, ...section }));
    this.#index = new MiniSearch<IndexedSection>({
      fields: ["heading", "title", "text"],
      tokenize: wordsOf,
      searchOptions: { boost: { heading: 6, title: 2 }, prefix: true, combineWith: "AND", fuzzy: fuzziness },
    });
    this.#index.addAll(this.#sections);
  }

  /** The best first. */
  find(text: string, most = 20): FoundSection[] {
    const asked = text.trim().slice(0, LONGEST);
    if (asked === "") return [];
    return this.#index
      .search(asked)
      .slice(0, most)
      .flatMap(({ id, terms, queryTerms }) => {
        const section = this.#sections[Number(id)];
        if (!section) return [];
        const { path, title, heading } = section;
        return [{ path, title, heading, excerpt: excerptOf(section.text, [...longestFirst(queryTerms), ...terms]) }];
      });
  }
}

/** Words, and names with signs in them as a whole beside their parts: codes, settings, routes. */
function wordsOf(text: string): string[] {
  const whole = (text.match(/[\p{L}\p{N}_./:-]+/gu) ?? []).map((name) => withoutTrailing(name, ".", ":", "/", "-"));
  const parts = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...parts, ...whole.filter((name) => /[_./:-]/.test(name))];
}

/** A slip of the hand is forgiven in words, not in names. */
function fuzziness(term: string): number | false {
  return term.length > 4 && !/[_./:\d-]/.test(term) ? 0.2 : false;
}

/** The longest is the most telling: a name rather than one of its words. */
function longestFirst(terms: readonly string[]): string[] {
  return terms.toSorted((one, other) => other.length - one.length);
}

/** `terms`: the one that the words are shown around comes first, if the text has it. */
function excerptOf(text: string, terms: readonly string[]): string {
  const flat = text.replace(/\s+/g, " ").trim();
  const lower = flat.toLowerCase();
  const term = terms.find((each) => lower.includes(each)) ?? "";
  const first = lower.indexOf(term);
  const start = first < EXCERPT / 2 ? 0 : flat.indexOf(" ", first - EXCERPT / 3) + 1;
  const end = start + EXCERPT;
  return `${start > 0 ? "…" : ""}${flat.slice(start, end)}${end < flat.length ? "…" : ""}`;
}
