import { isObject } from "@/lib/is-object";
import type { FoundPage, SearchPart } from "../../form/answer";
import type { Citation } from "../../form/request";
import { chargesEachQuery } from "../../families/gemini/charged-searches";
import { listAt, numberAt, objectAt, textAt, type JsonObject } from "../../json-value";

/** What an answer has from the web. */
export interface Grounding {
  /** Undefined: nothing was searched. */
  readonly search: SearchPart | undefined;
  readonly citations: readonly Citation[];
}

const EMPTY = Buffer.alloc(0);

/**
 * Reads `groundingMetadata` (ai.google.dev/gemini-api/docs/google-search). `text`: all that the answer says, which
 * Google counts in bytes.
 */
export function readGrounding(metadata: JsonObject, text: string): Grounding {
  const pages = listAt(metadata, "groundingChunks").map(readPage);
  const supports = listAt(metadata, "groundingSupports").filter(isObject);
  const said = { text, bytes: supports.length > 0 ? Buffer.from(text) : EMPTY };
  const queries = listAt(metadata, "webSearchQueries").filter((query) => typeof query === "string");
  const found = pages.flatMap((page) => page ?? []);
  const citations = supports.flatMap((support) => {
    const span = spanOf(objectAt(support, "segment"), said);
    return listAt(support, "groundingChunkIndices").flatMap((index): Citation[] => {
      const page = typeof index === "number" ? pages[index] : undefined;
      return page ? [{ ...page, quote: undefined, span }] : [];
    });
  });
  const hasSearched = queries.length > 0 || found.length > 0;
  return { search: hasSearched ? { kind: "search", id: "google", queries, found } : undefined, citations };
}

/**
 * The searches that an answer is charged for: one for each query, but for a model before Gemini 3 one for the prompt,
 * however many it made.
 */
export function chargedSearches(answer: JsonObject): number {
  const queries = listAt(answer, "candidates")
    .filter(isObject)
    .flatMap((candidate) => listAt(objectAt(candidate, "groundingMetadata"), "webSearchQueries")).length;
  return chargesEachQuery(textAt(answer, "modelVersion") ?? "") ? queries : Math.min(queries, 1);
}

function readPage(chunk: unknown): FoundPage | undefined {
  const web = isObject(chunk) ? objectAt(chunk, "web") : {};
  const url = textAt(web, "uri");
  return url === undefined ? undefined : { url, title: textAt(web, "title") };
}

/** Google's offsets count from the part; where that is another one, the words themselves say where they are. */
function spanOf(
  segment: JsonObject,
  { text, bytes }: { readonly text: string; readonly bytes: Buffer },
): Citation["span"] {
  const quoted = textAt(segment, "text");
  const start = bytes.subarray(0, numberAt(segment, "startIndex") ?? 0).toString("utf8").length;
  const end = bytes.subarray(0, numberAt(segment, "endIndex") ?? 0).toString("utf8").length;
  if (quoted === undefined) return end > start ? { start, end } : undefined;
  if (text.slice(start, end) === quoted) return { start, end };
  const found = text.indexOf(quoted);
  return found === -1 ? undefined : { start: found, end: found + quoted.length };
}

/** Gathers what an answer has from the web, and writes it as `groundingMetadata`. */
export class GroundingWriter {
  #text = "";
  /** Characters before the text that is open. */
  #before = 0;
  readonly #queries: string[] = [];
  /** Titles by address. */
  readonly #pages = new Map<string, string | undefined>();
  readonly #cited: Citation[] = [];

  say(text: string): void {
    this.#text += text;
  }

  /** The text ends; a citation after it counts from the next one. */
  close(): void {
    this.#before = this.#text.length;
  }

  search({ queries, found }: Pick<SearchPart, "queries" | "found">): void {
    this.#queries.push(...queries);
    for (const { url, title } of found) this.#pages.set(url, title);
  }

  /** What the text cites that is open. */
  cite(citation: Citation): void {
    const { start, end } = citation.span ?? { start: 0, end: this.#text.length - this.#before };
    if (!this.#pages.has(citation.url)) this.#pages.set(citation.url, citation.title);
    this.#cited.push({ ...citation, span: { start: this.#before + start, end: this.#before + end } });
  }

  /** Undefined: the answer has nothing from the web. */
  metadata(): JsonObject | undefined {
    if (this.#queries.length === 0 && this.#pages.size === 0) return undefined;
    const urls = [...this.#pages.keys()];
    return {
      webSearchQueries: this.#queries,
      groundingChunks: urls.map((uri) => ({ web: { uri, title: this.#pages.get(uri) ?? uri } })),
      groundingSupports: this.#cited.map(({ url, span }) => ({
        segment: this.#segment(span),
        groundingChunkIndices: [urls.indexOf(url)],
      })),
    };
  }

  #segment(span: Citation["span"]): JsonObject {
    const { start, end } = span ?? { start: 0, end: this.#text.length };
    const bytesTo = (at: number): number => Buffer.byteLength(this.#text.slice(0, at));
    return { startIndex: bytesTo(start), endIndex: bytesTo(end), text: this.#text.slice(start, end) };
  }
}
