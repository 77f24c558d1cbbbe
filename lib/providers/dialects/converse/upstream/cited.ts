import { isObject } from "@/lib/is-object";
import type { AnswerEvent } from "../../../form/answer";
import type { Citation, Quotation, TextPart } from "../../../form/request";
import { listAt, numberAt, objectAt, textAt, type JsonObject } from "../../../json-value";

/** A text with what it is taken from (docs.aws.amazon.com/bedrock, CitationsContentBlock). */
export function readCited(block: JsonObject): TextPart[] {
  const cited = listAt(block, "citations").filter(isObject);
  const citations = cited.flatMap((one) => webCitation(one) ?? []);
  const quotations = cited.flatMap((one) => quotation(one) ?? []);
  const text = textsIn(listAt(block, "content"));
  return [
    {
      kind: "text",
      text,
      ...(citations.length > 0 && { citations }),
      ...(quotations.length > 0 && { quotations }),
    },
  ];
}

/** What one citation of a stream says of the text that is open. */
export function citedEvents(value: JsonObject): AnswerEvent[] {
  const citation = webCitation(value);
  if (citation) return [{ kind: "cited", citation }];
  const quoted = quotation(value);
  return quoted ? [{ kind: "quoted", quotation: quoted }] : [];
}

function webCitation(value: JsonObject): Citation | undefined {
  const url = textAt(objectAt(objectAt(value, "location"), "web"), "url");
  if (url === undefined) return undefined;
  return { url, title: textAt(value, "title"), quote: quoteOf(value), span: undefined };
}

const LOCATIONS = [
  ["documentChar", "characters", "documentIndex"],
  ["documentPage", "pages", "documentIndex"],
  ["documentChunk", "blocks", "documentIndex"],
  ["searchResultLocation", "found", "searchResultIndex"],
] as const;

function quotation(value: JsonObject): Quotation | undefined {
  const location = objectAt(value, "location");
  const found = LOCATIONS.find(([name]) => isObject(location[name]));
  if (!found) return undefined;
  const [name, unit, counted] = found;
  const at = objectAt(location, name);
  return {
    unit,
    index: numberAt(at, counted) ?? 0,
    start: numberAt(at, "start") ?? 0,
    end: numberAt(at, "end") ?? 0,
    title: textAt(value, "title"),
    source: textAt(value, "source"),
    quote: quoteOf(value),
  };
}

function quoteOf(value: JsonObject): string {
  return textsIn(listAt(value, "sourceContent"));
}

function textsIn(list: readonly unknown[]): string {
  return list.map((one) => (isObject(one) ? (textAt(one, "text") ?? "") : "")).join("");
}
