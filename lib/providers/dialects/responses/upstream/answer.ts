import { GatewayError } from "@/lib/errors";
import { isObject } from "@/lib/is-object";
import type { AnswerEnd, AnswerPart, FoundPage, NeutralAnswer, SearchPart } from "../../../form/answer";
import type { Part, TextPart } from "../../../form/request";
import { listAt, objectAt, textAt, type JsonObject } from "../../../json-value";
import { readAnnotations } from "../../chat/annotations";
import { signatureOf } from "../encrypted";
import { readResponseUsage } from "../usage";

/** Reads a whole response. @throws GatewayError upstream_invalid_response for what is none, or has failed */
export function readResponse(response: JsonObject): NeutralAnswer {
  if (!Array.isArray(response["output"]))
    throw new GatewayError("upstream_invalid_response", "The upstream's answer is not a response.");
  if (response["status"] === "failed")
    throw new GatewayError(
      "upstream_invalid_response",
      `The upstream's response failed: ${textAt(objectAt(response, "error"), "message")?.slice(0, 500) ?? "no reason given"}`,
    );
  const parts = response["output"].filter(isObject).flatMap(readItem);
  return {
    id: response["id"],
    model: response["model"],
    parts,
    end: endOf(response, {
      isRefused: parts.some(({ kind }) => kind === "refusal"),
      hasCalls: parts.some(({ kind }) => kind === "call"),
    }),
    usage: readResponseUsage(response),
  };
}

function readText(part: JsonObject): TextPart {
  const citations = readAnnotations(part);
  return { kind: "text", text: textAt(part, "text") ?? "", ...(citations.length > 0 && { citations }) };
}

export function readSearch(item: JsonObject): SearchPart {
  const action = objectAt(item, "action");
  const queries = listAt(action, "queries").filter((query) => typeof query === "string");
  const query = textAt(action, "query");
  const found = listAt(action, "sources")
    .filter(isObject)
    .flatMap((source): FoundPage[] => {
      const url = textAt(source, "url");
      return url === undefined ? [] : [{ url, title: textAt(source, "title") }];
    });
  const asked = queries.length === 0 && query !== undefined ? [query] : queries;
  return { kind: "search", id: item["id"], queries: asked, found };
}

function readItem(item: JsonObject, index: number): AnswerPart[] {
  switch (item["type"]) {
    case "message":
      return listAt(item, "content")
        .filter(isObject)
        .flatMap((part): Part[] => {
          if (part["type"] === "refusal") return [{ kind: "refusal", text: textAt(part, "refusal") ?? "" }];
          return part["type"] === "output_text" ? [readText(part)] : [];
        });
    case "web_search_call":
      return [readSearch(item)];
    case "reasoning": {
      const text = listAt(item, "summary")
        .filter(isObject)
        .map((part) => textAt(part, "text") ?? "")
        .join("\n\n");
      const signature = signatureOf(item);
      return text === "" && signature === undefined ? [] : [{ kind: "thought", text, signature }];
    }
    case "function_call":
      return [
        {
          kind: "call",
          id: textAt(item, "call_id") ?? `call_${index}`,
          name: textAt(item, "name") ?? "",
          arguments: textAt(item, "arguments") ?? "",
          at: `output.${index}.arguments`,
        },
      ];
    default:
      return [];
  }
}

/** Why a response ended. */
export function endOf(
  response: JsonObject,
  { isRefused, hasCalls }: { readonly isRefused: boolean; readonly hasCalls: boolean },
): AnswerEnd {
  const reason = objectAt(response, "incomplete_details")["reason"];
  if (reason === "max_output_tokens") return "length";
  if (reason === "content_filter" || isRefused) return "filtered";
  return hasCalls ? "calls" : "stop";
}
