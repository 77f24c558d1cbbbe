import { GatewayError } from "@/lib/errors";
import { modelRoute } from "./model-routes";

/** How an answer is to be read: as a stream of events, as bytes of no structure that pass as they come, or as a whole. */
export type AnswerKind = "events" | "bytes" | "whole";

/**
 * What a route's answer of status 200 to 299 with that content type is.
 * @throws GatewayError upstream_invalid_response for one that the route does not have: a page of a proxy, say
 */
export function answerKind(route: string, contentType: string | undefined): AnswerKind {
  // As nearly every upstream writes it, with nothing to take apart.
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
  // Some upstreams name no type, or a general one, for JSON.
  if (type === "" || type === "text/plain" || type === "application/octet-stream") return "whole";
  throw new GatewayError(
    "upstream_invalid_response",
    `The upstream's answer is of the type ${JSON.stringify(type.slice(0, 60))}, which ${route} does not have.`,
  );
}

function isJson(type: string): boolean {
  return type === "application/json" || type.endsWith("+json");
}
