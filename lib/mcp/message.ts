import { isUtf8 } from "node:buffer";
import { isObject } from "@/lib/is-object";
import { hasNamesOnce, type NameVisitor, scanNames } from "@/lib/json/member-names";
import { type ExactNumbers } from "@/lib/providers/exact-numbers";
import type { JsonObject } from "@/lib/providers/json-value";
import { RPC } from "./protocol";

export type MessageId = string | number;

/** A JSON-RPC message. `value` is all of it, so that members that nobody here knows are passed on. */
export type Message =
  | ({ readonly kind: "request"; readonly id: MessageId; readonly method: string; readonly params: JsonObject } & Whole)
  | ({ readonly kind: "notification"; readonly method: string; readonly params: JsonObject } & Whole)
  | ({
      readonly kind: "result";
      readonly id: MessageId;
      readonly result: JsonObject;
      /** Of all of it, as it came; undefined: it has not been read from a text. */
      readonly text: string | undefined;
    } & Whole)
  | ({ readonly kind: "error"; readonly id: MessageId | undefined; readonly error: RpcError } & Whole);

interface Whole {
  readonly value: JsonObject;
}
export type RequestMessage = Extract<Message, { kind: "request" }>;

/** An error as JSON-RPC says it. */
export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** Why a text is not a message that may be answered. */
export interface MessageFault {
  readonly fault: RpcError;
  /** Undefined: the text has none that can be read. */
  readonly id?: MessageId | undefined;
}

/**
 * Reads a message. Numbers that a double would round are kept by `numbers`, which writes them again. A list of messages
 * is refused in every era: one decision, one row and one answer belong to each request. `mostLevels`: of objects and
 * lists inside one another.
 */
export function readMessage(bytes: Buffer, numbers: ExactNumbers, mostLevels = DEEPEST): Message | MessageFault {
  if (!isUtf8(bytes)) return faulty(RPC.parseError, "The message is not UTF-8.");
  let value: unknown;
  const text = bytes.toString("utf8");
  try {
    value = JSON.parse(numbers.mark(text));
  } catch {
    return faulty(RPC.parseError, "The message is not valid JSON.");
  }
  if (Array.isArray(value))
    return faulty(RPC.invalidRequest, "Send one message in each request: lists of messages are not taken.");
  if (!isObject(value)) return faulty(RPC.invalidRequest, "The message must be a JSON object.");
  const most = Math.min(mostLevels, DEEPEST);
  const fault = hasNamesOnce(text, value, most) ? undefined : scanNames(text, strict(most));
  return fault === undefined ? messageOf(value, text) : faulty(RPC.invalidRequest, fault);
}

/** A message that is parsed already. */
export function messageOf(value: JsonObject, text?: string): Message | MessageFault {
  const { id: given, method, params = {} } = value;
  const id = idOf(given);
  if (value["jsonrpc"] !== "2.0") return faulty(RPC.invalidRequest, '"jsonrpc" must be "2.0".', id);
  if (given !== undefined && given !== null && id === undefined)
    return faulty(RPC.invalidRequest, '"id" must be a string or a whole number.');
  if (method !== undefined) {
    if (typeof method !== "string" || method === "" || method.length > LONGEST_METHOD)
      return faulty(RPC.invalidRequest, '"method" must be the name of a method.', id);
    if (!isObject(params)) return faulty(RPC.invalidRequest, '"params" must be an object.', id);
    if (given === undefined) return { kind: "notification", method, params, value };
    if (id === undefined) return faulty(RPC.invalidRequest, '"id" must not be null.');
    return { kind: "request", id, method, params, value };
  }
  if (isObject(value["result"]) && id !== undefined)
    return { kind: "result", id, result: value["result"], value, text };
  const error = errorOf(value["error"]);
  if (error) return { kind: "error", id, error, value };
  return faulty(RPC.invalidRequest, "The message is neither a request nor a notification nor a response.", id);
}

const LONGEST_METHOD = 128;
/** Whatever reads a deeper one recursively, here or at a server, may run out of stack. */
const DEEPEST = 500;

/** Looks for what may not stand in a message, although it is JSON. */
function strict(mostLevels: number): NameVisitor {
  return {
    opened: (depth) => (depth > mostLevels ? "The message is nested too deeply." : undefined),
    named: (name, isRepeated) => (isRepeated ? `${quoted(name)} occurs twice in one object.` : undefined),
  };
}

function idOf(value: unknown): MessageId | undefined {
  return typeof value === "string" || (typeof value === "number" && Number.isInteger(value)) ? value : undefined;
}

function errorOf(value: unknown): RpcError | undefined {
  if (!isObject(value)) return undefined;
  const { code, message, data } = value;
  if (typeof code !== "number" || typeof message !== "string") return undefined;
  return data === undefined ? { code, message } : { code, message, data };
}

export function isFaulty(read: Message | MessageFault): read is MessageFault {
  return "fault" in read;
}

function faulty(code: number, message: string, id?: MessageId): MessageFault {
  return id === undefined ? { fault: { code, message } } : { fault: { code, message }, id };
}

function quoted(name: string): string {
  return JSON.stringify(name.slice(0, 60));
}

/** A response with a result. */
export function resultMessage(id: MessageId, result: JsonObject): JsonObject {
  return { jsonrpc: "2.0", id, result };
}

/** A response with an error. `id` is left out where the request's could not be read. */
export function errorMessage(id: MessageId | undefined, error: RpcError): JsonObject {
  return id === undefined ? { jsonrpc: "2.0", error } : { jsonrpc: "2.0", id, error };
}
