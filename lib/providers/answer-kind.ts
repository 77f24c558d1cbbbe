import { GatewayError } from "@/lib/errors";
import { modelRoute } from "./model-routes";

/** How to read an answer: as a stream of events, as unstructured bytes that pass as they come, or as a whole. */
export type AnswerKind = "events" | "bytes" | "whole";

/**
 * Decides by content type how to read a route's answer of status 200 to 299. @throws GatewayError
 * upstream_invalid_response for a type that the route cannot have, such as a proxy's error page
 */
export function answerKind(route: string, contentType: string | undefined): AnswerKind {
  // Fast path: nearly every upstream writes it exactly so.
  if (contentType === "application/json") return "whole";
  const type = contentType?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const form = modelRoute(route)?.answer ?? "json";
  if (type === "text/event-stream") return "events";
  if (isJson(type)) return "whole";
  if (form === "bytes" && type !== "text/html") return "bytes";
  if (
    form === "json or text" &&
    (type === "text/plain" || type === "text/vtt" || type === "text/srt" || type === "application/x-subrip")
  )
    return "bytes";
  // Some upstreams send JSON without a type or with a general one.
  if (type === "" || type === "text/plain" || type === "application/octet-stream") return "whole";
  throw new GatewayError(
    "upstream_invalid_response",
    `The upstream's answer is of the type ${JSON.stringify(type.slice(0, 60))}, which ${route} does not have.`,
  );
}

function isJson(type: string): boolean {
  return type === "application/json" || type.endsWith("+json");
}
