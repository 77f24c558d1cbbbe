import { anthropicErrorType } from "@/lib/anthropic-error-type";
import { GatewayError } from "@/lib/errors";
import { isObject } from "@/lib/is-object";
import { NO_USAGE, type Usage } from "@/lib/usage";
import type { AnswerFacts } from "../../../answer-facts";
import type { AnswerEvent, SaidEvent } from "../../../form/answer";
import type { AnswerReader } from "../../../form/halves";
import { objectAt, parseObjectText, textAt, type JsonObject } from "../../../json-value";
import { estimateTokens } from "../../../openai-usage";
import { exceptionMessage, exceptionStatus } from "../exceptions";
import { readConverseUsage } from "../usage";
import { readConverseEnd } from "./answer";
import { citedEvents } from "./cited";

/**
 * Reads the events of ConverseStream, each an object whose only member is named for its kind
 * (docs.aws.amazon.com/bedrock, ConverseStreamOutput).
 */
export class ConverseEventReader implements AnswerReader {
  /** The calls that are open, by the index of their block: which call of the answer each is. */
  readonly #calls = new Map<unknown, number>();
  #callCount = 0;
  #stopReason: string | undefined;
  #usage: Usage | undefined;
  characters = 0;

  get mayEnd(): boolean {
    return this.#stopReason !== undefined;
  }

  read(data: string): readonly AnswerEvent[] {
    const event = parseObjectText(data);
    const [named] = Object.entries(event ?? {});
    if (!named) throw new GatewayError("upstream_invalid_response", "The upstream sent an event that is not JSON.");
    const [kind, value] = named;
    const body = isObject(value) ? value : {};
    switch (kind) {
      case "messageStart":
        return [{ kind: "start", id: undefined, model: undefined }];
      case "contentBlockStart":
        return this.#open(body["contentBlockIndex"], objectAt(objectAt(body, "start"), "toolUse"));
      case "contentBlockDelta":
        return this.#add(body["contentBlockIndex"], objectAt(body, "delta"));
      case "contentBlockStop":
        this.#calls.delete(body["contentBlockIndex"]);
        return [{ kind: "close" }];
      case "messageStop":
        this.#stopReason = textAt(body, "stopReason") ?? "end_turn";
        return [{ kind: "end", end: readConverseEnd(this.#stopReason) }];
      case "metadata":
        this.#usage = readConverseUsage(body["usage"]) ?? this.#usage;
        return this.mayEnd ? [{ kind: "done" }] : [];
      default:
        return kind.toLowerCase().endsWith("exception") || kind.toLowerCase().endsWith("error")
          ? [failure(kind, body)]
          : [];
    }
  }

  reported(): Usage | undefined {
    return this.#usage;
  }

  usage(estimatedPromptTokens: number): Usage {
    return (
      this.#usage ?? {
        ...NO_USAGE,
        promptTokens: estimatedPromptTokens,
        completionTokens: estimateTokens(this.characters),
        source: "estimated",
      }
    );
  }

  facts(): AnswerFacts {
    const finishReasons = this.#stopReason === undefined ? [] : [this.#stopReason];
    return { id: undefined, model: undefined, finishReasons };
  }

  #open(index: unknown, { toolUseId, name }: JsonObject): AnswerEvent[] {
    if (typeof name !== "string") return [];
    const call = this.#callCount++;
    this.#calls.set(index, call);
    return [{ kind: "call", call, id: toolUseId, name }];
  }

  #add(index: unknown, delta: JsonObject): AnswerEvent[] {
    const text = textAt(delta, "text");
    if (text !== undefined) return text === "" ? [] : [this.#said({ kind: "text", text })];
    const { toolUse, reasoningContent, citation } = delta;
    if (isObject(toolUse)) {
      const input = textAt(toolUse, "input");
      const call = this.#calls.get(index);
      return call === undefined || !input ? [] : [this.#said({ kind: "arguments", call, text: input })];
    }
    if (isObject(reasoningContent)) return this.#think(reasoningContent);
    return isObject(citation) ? citedEvents(citation) : [];
  }

  #think(reasoning: JsonObject): AnswerEvent[] {
    const text = textAt(reasoning, "text");
    const signature = textAt(reasoning, "signature");
    const redacted = textAt(reasoning, "redactedContent");
    return [
      ...(text ? [this.#said({ kind: "thought", text })] : []),
      ...(signature ? [{ kind: "signature" as const, text: signature }] : []),
      ...(redacted ? [{ kind: "redacted" as const, data: redacted }] : []),
    ];
  }

  #said(event: SaidEvent): AnswerEvent {
    this.characters += event.text.length;
    return event;
  }
}

function failure(kind: string, body: JsonObject): AnswerEvent {
  const status = exceptionStatus(kind);
  return { kind: "error", error: { status, message: exceptionMessage(body), code: anthropicErrorType(status) } };
}
