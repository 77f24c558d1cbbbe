import { GatewayError } from "@/lib/errors";
import { isObject } from "@/lib/is-object";
import { statusIn } from "./events/refused-stream";
import { parseObjectText } from "./json-value";
import { modelRoute } from "./model-routes";

/**
 * How to read an answer: as a stream of events, as unstructured bytes that pass as they come, or as a whole. If a
 * stream was requested and the content type says nothing, the first bytes decide (`beginsEvents`).
 */
export type AnswerKind = "events" | "bytes" | "whole" | "events or whole";

/**
 * Decides by content type how to read a route's answer of status 200 to 299. `stream`: whether the call asked for one.
 * @throws GatewayError upstream_invalid_response for a type that the route cannot have, such as a proxy's error page
 */
export function answerKind(route: string, contentType: string | undefined, stream = false): AnswerKind {
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
  // Some upstreams send JSON, or events, without a type or with a general one.
  if (type === "" || type === "text/plain" || type === "application/octet-stream")
    return stream ? "events or whole" : "whole";
  throw new GatewayError(
    "upstream_invalid_response",
    `The upstream's answer is of the type ${JSON.stringify(type.slice(0, 60))}, which ${route} does not have.`,
  );
}

function isJson(type: string): boolean {
  return type === "application/json" || type.endsWith("+json");
}

/** How a line of an event stream begins (WHATWG HTML §9.2.6). No other kind of answer begins like this. */
const EVENT_LINES = ["data:", "event:", ":", "id:", "retry:"].map((text) => Buffer.from(text));
const BYTE_ORDER_MARK = Buffer.from("\uFEFF");
/** Bytes. Nothing is sent before the first event but blank lines. */
const LONGEST_BLANK = 4_096;

/** Whether an answer that begins with these bytes is a stream of events; undefined: more of them are needed. */
export function beginsEvents(bytes: Buffer): boolean | undefined {
  let start = bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
  while (start < bytes.length && isBlank(bytes[start])) start++;
  const text = bytes.subarray(start);
  if (EVENT_LINES.some((line) => text.subarray(0, line.length).equals(line))) return true;
  const mayBecome = [BYTE_ORDER_MARK, ...EVENT_LINES].some((line) => line.subarray(0, text.length).equals(text));
  return mayBecome && bytes.length < LONGEST_BLANK ? undefined : false;
}

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
}

const ERROR = Buffer.from('"error"');
/** Bytes. No error is longer; an answer may be. */
const LONGEST_ERROR = 64 * 1024;
/** Each answer of a model has one of these members, even an answer that also names an error. */
const ANSWERED = ["choices", "content", "data", "output", "results", "text"];
const UNNAMED = 502;

/**
 * The HTTP status of an error that came with status 200: the one that it names, otherwise 502. Undefined for an answer.
 * Some aggregators send errors in this way once they have sent the head (openrouter.ai/docs, errors).
 */
export function errorStatus(bytes: Buffer): number | undefined {
  // Almost every answer leaves here. Parsing it twice would cost more than everything else that is done with it.
  if (bytes.length > LONGEST_ERROR || !bytes.includes(ERROR)) return undefined;
  const value = parseObjectText(bytes.toString("utf8"));
  if (!value || ANSWERED.some((name) => value[name] !== undefined)) return undefined;
  const { error } = value;
  if (isObject(error))
    return statusIn(error["status"]) ?? statusIn(error["code"]) ?? statusIn(value["code"]) ?? UNNAMED;
  return typeof error === "string" && error !== "" ? (statusIn(value["status"]) ?? UNNAMED) : undefined;
}
