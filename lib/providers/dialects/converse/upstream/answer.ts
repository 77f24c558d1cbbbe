import { anthropicErrorType } from "@/lib/anthropic-error-type";
import { GatewayError } from "@/lib/errors";
import { isObject } from "@/lib/is-object";
import type { AnswerEnd, NeutralAnswer, NeutralError } from "../../../form/answer";
import type { Part } from "../../../form/request";
import { objectAt, parseObjectText, textAt, type JsonObject } from "../../../json-value";
import { exceptionMessage } from "../exceptions";
import { readConverseUsage } from "../usage";
import { readCited } from "./cited";

/** Reads a whole answer of Converse. @throws GatewayError upstream_invalid_response for what is none */
export function readConverseAnswer(value: JsonObject): NeutralAnswer {
  const { content } = objectAt(objectAt(value, "output"), "message");
  if (!Array.isArray(content))
    throw new GatewayError("upstream_invalid_response", "The upstream's answer has no message.");
  const stopReason = textAt(value, "stopReason");
  return {
    id: undefined,
    model: undefined,
    parts: content.filter(isObject).flatMap(readBlock),
    end: stopReason === undefined ? undefined : readConverseEnd(stopReason),
    usage: readConverseUsage(value["usage"]),
  };
}

function readBlock(block: JsonObject, index: number): Part[] {
  const text = textAt(block, "text");
  if (text !== undefined) return [{ kind: "text", text }];
  const { toolUse, reasoningContent, citationsContent } = block;
  if (isObject(toolUse))
    return [
      {
        kind: "call",
        id: textAt(toolUse, "toolUseId") ?? `call_${index}`,
        name: textAt(toolUse, "name") ?? "",
        arguments: JSON.stringify(toolUse["input"] ?? {}),
        at: `content.${index}.toolUse.input`,
      },
    ];
  if (isObject(reasoningContent)) return readThought(reasoningContent);
  return isObject(citationsContent) ? readCited(citationsContent) : [];
}

function readThought(reasoning: JsonObject): Part[] {
  const redacted = textAt(reasoning, "redactedContent");
  if (redacted !== undefined) return [{ kind: "thought", redacted }];
  const thought = objectAt(reasoning, "reasoningText");
  return [{ kind: "thought", text: textAt(thought, "text") ?? "", signature: textAt(thought, "signature") }];
}

/** Why Converse stopped (docs.aws.amazon.com/bedrock, Converse, `stopReason`). */
export function readConverseEnd(reason: string): AnswerEnd {
  switch (reason) {
    case "max_tokens":
    case "model_context_window_exceeded":
      return "length";
    case "tool_use":
      return "calls";
    case "guardrail_intervened":
    case "content_filtered":
      return "filtered";
    default:
      return "stop";
  }
}

/** Reads an error body of Bedrock, or an exception that began a stream. */
export function readBedrockError(text: string, status: number): NeutralError {
  const body = parseObjectText(text) ?? {};
  const error = isObject(body["error"]) ? body["error"] : body;
  return { status, message: exceptionMessage(error), code: textAt(error, "type") ?? anthropicErrorType(status) };
}
