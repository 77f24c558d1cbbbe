import { anthropicErrorType } from "@/lib/anthropic-error-type";
import { objectAt, parseObjectText, textAt } from "../json-value";

/** Puts Anthropic's error body into OpenAI's envelope. The status does not change. */
export function toOpenAiError(
  text: string,
  status: number,
): { error: { message: string; type: string; param: null; code: string } } {
  const error = objectAt(parseObjectText(text) ?? {}, "error");
  const type = textAt(error, "type") ?? anthropicErrorType(status);
  return {
    error: {
      message: textAt(error, "message") ?? `The upstream refused the call with status ${status}.`,
      type,
      param: null,
      code: type,
    },
  };
}
