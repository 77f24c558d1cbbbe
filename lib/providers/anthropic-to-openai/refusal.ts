import { anthropicErrorType } from "@/lib/anthropic-error-type";
import { parseObjectText, textAt, type JsonObject } from "../json-value";
import { isObject } from "@/lib/is-object";

/** Puts an error of OpenAI's dialect into Anthropic's envelope. The status does not change. */
export function toAnthropicError(text: string, status: number): { type: "error"; error: JsonObject } {
  const body = parseObjectText(text) ?? {};
  const { error } = body;
  // Some providers send a text where OpenAI has an object, or no envelope at all.
  const message =
    (isObject(error) ? textAt(error, "message") : undefined) ?? textAt(body, "error") ?? textAt(body, "message");
  const code = isObject(error) ? textAt(error, "code") : undefined;
  return {
    type: "error",
    error: {
      type: anthropicErrorType(status),
      message: message ?? `The upstream refused the call with status ${status}.`,
      ...(code !== undefined && { code }),
    },
  };
}
