import { errorTypeOf } from "../anthropic/error-type";
import { isObject, parseObjectText, textAt, type JsonObject } from "../json-value";

/** An error of OpenAI's dialect in Anthropic's envelope; the status stays what it is. */
export function toAnthropicError(text: string, status: number): { type: "error"; error: JsonObject } {
  const body = parseObjectText(text) ?? {};
  const { error } = body;
  // Some providers have a text where OpenAI has an object, or no envelope at all.
  const message =
    (isObject(error) ? textAt(error, "message") : undefined) ?? textAt(body, "error") ?? textAt(body, "message");
  const code = isObject(error) ? textAt(error, "code") : undefined;
  return {
    type: "error",
    error: {
      type: errorTypeOf(status),
      message: message ?? `The upstream refused the call with status ${status}.`,
      ...(code !== undefined && { code }),
    },
  };
}
