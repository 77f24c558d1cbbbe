import { isObject } from "@/lib/is-object";
import { GatewayError } from "@/lib/errors";
import { NO_USAGE, type Usage } from "@/lib/usage";
import { readResponseUsage } from "./dialects/responses/usage";
import type { JsonObject } from "./json-value";
import { reportedUsage } from "./openai-usage";

/**
 * Reads a complete answer. @throws GatewayError upstream_invalid_response for what is not a JSON object: if passed on,
 * half an answer would look complete
 */
export function readAnswer(route: string, bytes: Buffer): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString("utf8"));
  } catch (cause) {
    throw new GatewayError("upstream_invalid_response", "The upstream's answer is not valid JSON.", { cause });
  }
  if (!isObject(value))
    throw new GatewayError("upstream_invalid_response", `The upstream's answer to ${route} is not a JSON object.`);
  return value;
}

/** JSON without the byte order mark that some servers put before it, and most clients refuse. */
export function withoutByteOrderMark(json: Buffer): Buffer {
  return json[0] === 0xef && json[1] === 0xbb && json[2] === 0xbf ? json.subarray(3) : json;
}

/** The usage that a complete answer reports: in `usage`, or where rerankers and transcriptions have it. */
export function readAnswerUsage(route: string, value: JsonObject): Usage | undefined {
  const usage = reportedUsage(value["usage"]);
  switch (route) {
    case "/images/generations":
    case "/images/edits":
      return withImages(usage, value["data"]);
    case "/audio/transcriptions":
    case "/audio/translations":
      // `verbose_json` reports the length of the recording.
      return usage ?? reportedUsage({ seconds: Number(value["duration"]) });
    case "/responses":
      return readResponseUsage(value);
    case "/rerank":
      return usage ?? rerankUsage(value["meta"]);
    default:
      return usage;
  }
}

/** Count images even if tokens are reported: some models are charged by the image. */
function withImages(usage: Usage | undefined, data: unknown): Usage | undefined {
  const images = Array.isArray(data) ? data.length : 0;
  return images === 0 ? usage : { ...(usage ?? NO_USAGE), images };
}

/** Cohere's reference, v2/rerank: `billed_units` is what is charged, `tokens` is what was read. */
function rerankUsage(meta: unknown): Usage | undefined {
  if (!isObject(meta)) return undefined;
  const billed = isObject(meta["billed_units"]) ? meta["billed_units"] : {};
  const tokens = reportedUsage(meta["tokens"]) ?? reportedUsage(billed);
  const searchUnits = billed["search_units"];
  if (typeof searchUnits !== "number" || !Number.isInteger(searchUnits) || searchUnits < 1) return tokens;
  return { ...(tokens ?? NO_USAGE), searchUnits };
}
