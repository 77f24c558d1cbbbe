import { anthropicErrorType } from "@/lib/anthropic-error-type";
import { GatewayError } from "@/lib/errors";
import { isObject } from "@/lib/is-object";
import type { AnswerEnd, AnswerPart, NeutralAnswer, NeutralError } from "../../../form/answer";
import { listAt, objectAt, parseObjectText, textAt, type JsonObject } from "../../../json-value";
import { readQuotation } from "../quotation";
import { readCitation, readSearch } from "../search";
import { readAnthropicUsage } from "../usage";

/** Reads a whole message. @throws GatewayError upstream_invalid_response for what is none */
export function readMessage(message: JsonObject): NeutralAnswer {
  const { id, model, content } = message;
  if (!Array.isArray(content))
    throw new GatewayError("upstream_invalid_response", "The upstream's answer is not a message.");
  const stopReason = textAt(message, "stop_reason");
  const explanation = textAt(objectAt(message, "stop_details"), "explanation");
  return {
    id,
    model,
    parts: [
      ...content.filter(isObject).flatMap((block, index, all) => readBlock(block, index, all)),
      ...(explanation === undefined ? [] : [{ kind: "refusal" as const, text: explanation }]),
    ],
    end: stopReason === undefined ? undefined : readStopReason(stopReason),
    usage: readAnthropicUsage(message["usage"]),
  };
}

/** Blocks of Anthropic's other tools say nothing to the clients of other dialects. */
function readBlock(block: JsonObject, index: number, all: readonly JsonObject[]): AnswerPart[] {
  switch (block["type"]) {
    case "text": {
      const cited = listAt(block, "citations");
      const citations = cited.flatMap(readCitation);
      const quotations = citations.length > 0 ? [] : cited.flatMap(readQuotation);
      return [
        {
          kind: "text",
          text: textAt(block, "text") ?? "",
          ...(citations.length > 0 && { citations }),
          ...(quotations.length > 0 && { quotations }),
        },
      ];
    }
    case "web_search_tool_result": {
      const asked = all.find(({ id }) => id !== undefined && id === block["tool_use_id"]);
      return [readSearch(block, JSON.stringify(asked?.["input"] ?? {}))];
    }
    case "thinking":
      return [{ kind: "thought", text: textAt(block, "thinking") ?? "", signature: textAt(block, "signature") }];
    case "redacted_thinking":
      return [{ kind: "thought", redacted: textAt(block, "data") ?? "" }];
    case "tool_use":
      return [
        {
          kind: "call",
          id: textAt(block, "id") ?? `call_${index}`,
          name: textAt(block, "name") ?? "",
          arguments: JSON.stringify(block["input"] ?? {}),
          at: `content.${index}.input`,
        },
      ];
    default:
      return [];
  }
}

/** Why Anthropic stopped (platform.claude.com/docs/en/build-with-claude/handling-stop-reasons). */
export function readStopReason(reason: string): AnswerEnd {
  switch (reason) {
    case "max_tokens":
    case "model_context_window_exceeded":
      return "length";
    case "tool_use":
      return "calls";
    case "refusal":
      return "filtered";
    default:
      // end_turn, stop_sequence, pause_turn and unknown reasons: the model has finished.
      return "stop";
  }
}

/** Reads Anthropic's error body. */
export function readMessagesError(text: string, status: number): NeutralError {
  const error = objectAt(parseObjectText(text) ?? {}, "error");
  return { status, message: textAt(error, "message"), code: textAt(error, "type") ?? anthropicErrorType(status) };
}
