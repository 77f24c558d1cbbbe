import { isObject } from "@/lib/is-object";
import type { FoundPage, SearchPart } from "../../form/answer";
import type { Citation, WebSearch } from "../../form/request";
import { readDomains, readLocation } from "../../form/web-search";
import { listAt, numberAt, parseObjectText, textAt, type JsonObject } from "../../json-value";

/** The search that a tool is, of any version; undefined: it is another one. */
export function readSearchTool(tool: JsonObject): WebSearch | undefined {
  if (!/^web_search_\d{8}$/.test(String(tool["type"]))) return undefined;
  return {
    contextSize: undefined,
    location: readLocation(tool["user_location"]),
    allowed: readDomains(tool["allowed_domains"]),
    blocked: readDomains(tool["blocked_domains"]),
    maxUses: numberAt(tool, "max_uses"),
  };
}

/** The oldest version, which all models that search can use. */
export function writeSearchTool({ location, allowed, blocked, maxUses }: WebSearch): JsonObject {
  return {
    type: "web_search_20250305",
    name: "web_search",
    ...(maxUses !== undefined && { max_uses: maxUses }),
    ...(allowed.length > 0 && { allowed_domains: allowed }),
    ...(blocked.length > 0 && { blocked_domains: blocked }),
    ...(location && { user_location: { type: "approximate", ...location } }),
  };
}

/** Whether a block is a search, or what one has found. */
export function isSearchBlock({ type, name }: JsonObject): boolean {
  return type === "web_search_tool_result" || (type === "server_tool_use" && name === "web_search");
}

/** What a search has found. `input`: the arguments of its call that arrived. */
export function readSearch(result: JsonObject, input: string): SearchPart {
  const query = textAt(parseObjectText(input) ?? {}, "query");
  const found = listAt(result, "content")
    .filter(isObject)
    .flatMap((page): FoundPage[] => {
      const url = textAt(page, "url");
      return url === undefined ? [] : [{ url, title: textAt(page, "title") }];
    });
  return { kind: "search", id: result["tool_use_id"], queries: query === undefined ? [] : [query], found };
}

/**
 * A search as Anthropic's two blocks. `encrypted_content` is what only Anthropic can read again; there is none of other
 * providers' pages.
 */
export function writeSearch({ id, queries, found }: SearchPart): readonly [JsonObject, JsonObject] {
  const own = `srvtoolu_${String(id ?? "").replaceAll(/[^a-zA-Z0-9_]/g, "_")}`;
  const pages = found.map(({ url, title }) => ({
    type: "web_search_result",
    url,
    title: title ?? url,
    encrypted_content: "",
    page_age: null,
  }));
  return [
    { type: "server_tool_use", id: own, name: "web_search", input: { query: queries.join("; ") } },
    { type: "web_search_tool_result", tool_use_id: own, content: pages },
  ];
}

/** A page that a text cites; none for a citation of what the caller has sent itself. */
export function readCitation(citation: unknown): Citation[] {
  if (!isObject(citation)) return [];
  const url = textAt(citation, "url") ?? textAt(citation, "source");
  if (url === undefined) return [];
  return [{ url, title: textAt(citation, "title"), quote: textAt(citation, "cited_text"), span: undefined }];
}

/** Anthropic cites by blocks, so the span is lost. */
export function writeCitation({ url, title, quote }: Citation): JsonObject {
  return {
    type: "web_search_result_location",
    url,
    title: title ?? url,
    encrypted_index: "",
    cited_text: quote ?? "",
  };
}
