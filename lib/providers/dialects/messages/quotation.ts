import { isObject } from "@/lib/is-object";
import type { Quotation } from "../../form/request";
import { numberAt, textAt, type JsonObject } from "../../json-value";

/** How Anthropic names a place by what is counted (platform.claude.com/docs/en/build-with-claude/citations). */
const LOCATIONS = {
  characters: { type: "char_location", start: "start_char_index", end: "end_char_index" },
  pages: { type: "page_location", start: "start_page_number", end: "end_page_number" },
  blocks: { type: "content_block_location", start: "start_block_index", end: "end_block_index" },
  found: { type: "search_result_location", start: "start_block_index", end: "end_block_index" },
} as const satisfies Record<Quotation["unit"], object>;

export function writeQuotation({ unit, index, start, end, title, source, quote }: Quotation): JsonObject {
  const location = LOCATIONS[unit];
  const named =
    unit === "found"
      ? { search_result_index: index, source: source ?? "", title: title ?? null }
      : { document_index: index, document_title: title ?? null, file_id: null };
  return { type: location.type, cited_text: quote ?? "", ...named, [location.start]: start, [location.end]: end };
}

/** None for a page of the web. */
export function readQuotation(citation: unknown): Quotation[] {
  if (!isObject(citation)) return [];
  const units = Object.keys(LOCATIONS) as Quotation["unit"][];
  const unit = units.find((one) => LOCATIONS[one].type === citation["type"]);
  if (!unit) return [];
  const isFound = unit === "found";
  return [
    {
      unit,
      index: numberAt(citation, isFound ? "search_result_index" : "document_index") ?? 0,
      start: numberAt(citation, LOCATIONS[unit].start) ?? 0,
      end: numberAt(citation, LOCATIONS[unit].end) ?? 0,
      title: textAt(citation, isFound ? "title" : "document_title"),
      source: textAt(citation, "source"),
      quote: textAt(citation, "cited_text"),
    },
  ];
}
