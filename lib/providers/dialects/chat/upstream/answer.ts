import { GatewayError } from "@/lib/errors";
import { isObject } from "@/lib/is-object";
import type { AnswerEnd, NeutralAnswer, NeutralError } from "../../../form/answer";
import type { Part } from "../../../form/request";
import { listAt, objectAt, parseObjectText, textAt, type JsonObject } from "../../../json-value";
import { reportedUsage } from "../../../openai-usage";
import { readAnnotations } from "../annotations";
import { readCall } from "../tool-calls";

/** Reads a chat completion, whose choices are answers. @throws GatewayError upstream_invalid_response if it has none */
export function readCompletion(completion: JsonObject): NeutralAnswer {
  const [first, ...others] = listAt(completion, "choices").filter(isObject).map(readChoice);
  if (!first) throw new GatewayError("upstream_invalid_response", "The upstream's answer has no choices.");
  return {
    id: completion["id"],
    model: completion["model"],
    ...first,
    usage: reportedUsage(completion["usage"]),
    ...(others.length > 0 && { others }),
  };
}

function readChoice(choice: JsonObject): Pick<NeutralAnswer, "parts" | "end"> {
  const message = objectAt(choice, "message");
  const thought = reasoningOf(message);
  const text = saidIn(message);
  const citations = readAnnotations(message);
  const refusal = textAt(message, "refusal");
  const calls = listAt(message, "tool_calls").filter(isObject).map(readCall);
  const parts: Part[] = [
    ...(thought ? [{ kind: "thought" as const, text: thought, signature: undefined }] : []),
    ...(text ? [{ kind: "text" as const, text, ...(citations.length > 0 && { citations }) }] : []),
    ...(refusal ? [{ kind: "refusal" as const, text: refusal }] : []),
    ...calls,
  ];
  return { parts, end: refusal ? "filtered" : readFinishReason(choice["finish_reason"], calls.length > 0) };
}

/**
 * The thinking in a message or delta: most providers call it `reasoning_content`, some `reasoning`. Mistral's is a part
 * of the content (docs.mistral.ai/capabilities/reasoning).
 */
export function reasoningOf(message: JsonObject): string | undefined {
  return (
    textAt(message, "reasoning_content") ??
    textAt(message, "reasoning") ??
    textsIn(listAt(message, "content").flatMap((part) => (isObject(part) ? listAt(part, "thinking") : [])))
  );
}

/** The text of a message or delta. Mistral's models that think send a list of parts. */
export function saidIn(message: JsonObject): string | undefined {
  return textAt(message, "content") ?? textsIn(listAt(message, "content"));
}

function textsIn(parts: readonly unknown[]): string | undefined {
  const texts = parts.flatMap((part) => (isObject(part) ? (textAt(part, "text") ?? []) : []));
  return texts.length > 0 ? texts.join("") : undefined;
}

/** Why the answer ended. Some upstreams say "stop" even if the model called tools. */
export function readFinishReason(reason: unknown, hasCalls: boolean): AnswerEnd {
  switch (reason) {
    case "length":
      return "length";
    case "content_filter":
      return "filtered";
    case "tool_calls":
    case "function_call":
      return "calls";
    default:
      return hasCalls ? "calls" : "stop";
  }
}

/** Reads an error body. Some providers send a text where OpenAI has an object, or no envelope at all. */
export function readChatError(text: string, status: number): NeutralError {
  const body = parseObjectText(text) ?? {};
  const { error } = body;
  return {
    status,
    message:
      (isObject(error) ? textAt(error, "message") : undefined) ?? textAt(body, "error") ?? textAt(body, "message"),
    code: isObject(error) ? textAt(error, "code") : undefined,
  };
}
