import { isObject } from "@/lib/is-object";
import type { Citation, TextPart } from "../../form/request";
import { listAt, numberAt, objectAt, textAt, type JsonObject } from "../../json-value";

/**
 * The pages that a message, delta or part of a message cites, in its `annotations`. Chat Completions has what a
 * citation says below its type, Responses beside it.
 */
export function readAnnotations(value: JsonObject): Citation[] {
  return listAt(value, "annotations").filter(isObject).flatMap(readAnnotation);
}

export function readAnnotation(annotation: JsonObject): Citation[] {
  if (annotation["type"] !== "url_citation") return [];
  const said = isObject(annotation["url_citation"]) ? objectAt(annotation, "url_citation") : annotation;
  const url = textAt(said, "url");
  if (url === undefined) return [];
  const start = numberAt(said, "start_index");
  const end = numberAt(said, "end_index");
  const span = start === undefined || end === undefined ? undefined : { start, end };
  return [{ url, title: textAt(said, "title"), quote: undefined, span }];
}

/** `offset`: where the text begins in the message. */
export function urlCitation(
  { url, title, span }: Citation,
  { offset, length }: { readonly offset: number; readonly length: number },
): JsonObject {
  const { start, end } = span ?? { start: 0, end: length };
  return { start_index: offset + start, end_index: offset + end, url, title: title ?? url };
}

/** The annotations of a message whose texts follow each other, as Chat Completions writes them. */
export function annotationsOf(texts: readonly TextPart[]): JsonObject[] {
  let offset = 0;
  return texts.flatMap(({ text, citations = [] }) => {
    const at = { offset, length: text.length };
    offset += text.length;
    return citations.map((citation) => ({ type: "url_citation", url_citation: urlCitation(citation, at) }));
  });
}
