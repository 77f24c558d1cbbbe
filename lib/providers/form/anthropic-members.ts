import { isObject } from "@/lib/is-object";
import { numberAt, textAt, type JsonObject } from "../json-value";
import type { Thinking } from "./request";

/** Anthropic's cache mark, which callers of other dialects may also set. */
export function readCacheMark(value: JsonObject): { cache?: JsonObject } {
  const mark = value["cache_control"];
  return isObject(mark) ? { cache: mark } : {};
}

/** Anthropic's `thinking`, likewise. */
export function readThinking(thinking: unknown): Thinking | undefined {
  if (!isObject(thinking)) return undefined;
  return { mode: textAt(thinking, "type") ?? "", budget: numberAt(thinking, "budget_tokens"), own: thinking };
}
