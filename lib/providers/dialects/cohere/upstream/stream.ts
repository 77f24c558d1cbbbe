import { GatewayError } from "@/lib/errors";
import { NO_USAGE, type Usage } from "@/lib/usage";
import type { AnswerFacts } from "../../../answer-facts";
import type { AnswerEvent, SaidEvent } from "../../../form/answer";
import type { AnswerReader } from "../../../form/halves";
import { objectAt, parseObjectText, textAt, type JsonObject } from "../../../json-value";
import { estimateTokens } from "../../../openai-usage";
import { readCohereUsage } from "../usage";
import { readCohereEnd } from "./answer";

/** Reads the events of Cohere's stream (docs.cohere.com/docs/streaming, docs.cohere.com/docs/tool-use-streaming). */
export class CohereEventReader implements AnswerReader {
  /** Which call of the answer each is, by its index. */
  readonly #calls = new Map<unknown, number>();
  #id: string | undefined;
  #finishReason: string | undefined;
  #usage: Usage | undefined;
  characters = 0;
  mayEnd = false;

  read(data: string): readonly AnswerEvent[] {
    if (data === "[DONE]") return this.mayEnd ? [{ kind: "done" }] : [];
    const event = parseObjectText(data);
    if (!event) throw new GatewayError("upstream_invalid_response", "The upstream sent an event that is not JSON.");
    const message = objectAt(objectAt(event, "delta"), "message");
    switch (event["type"]) {
      case "message-start":
        this.#id = textAt(event, "id");
        return [{ kind: "start", id: this.#id, model: undefined }];
      case "content-start":
      case "content-delta":
        return this.#content(objectAt(message, "content"));
      case "tool-plan-delta":
        return this.#said("thought", textAt(message, "tool_plan"));
      case "tool-call-start":
        return this.#call(event["index"], objectAt(message, "tool_calls"));
      case "tool-call-delta":
        return this.#arguments(this.#calls.get(event["index"]), objectAt(message, "tool_calls"));
      case "content-end":
      case "tool-call-end":
        return [{ kind: "close" }];
      case "message-end":
        return this.#end(objectAt(event, "delta"));
      default:
        return event["type"] === undefined && textAt(event, "message") !== undefined ? [failed(event)] : [];
    }
  }

  reported(): Usage | undefined {
    return this.#usage;
  }

  usage(estimatedPromptTokens: number): Usage {
    if (this.#usage) return this.#usage;
    const completionTokens = estimateTokens(this.characters);
    return { ...NO_USAGE, promptTokens: estimatedPromptTokens, completionTokens, source: "estimated" };
  }

  facts(): AnswerFacts {
    const reason = this.#finishReason;
    return { id: this.#id, model: undefined, finishReasons: reason === undefined ? [] : [reason] };
  }

  #content(content: JsonObject): AnswerEvent[] {
    return [...this.#said("thought", textAt(content, "thinking")), ...this.#said("text", textAt(content, "text"))];
  }

  #said(kind: "text" | "thought", text: string | undefined): AnswerEvent[] {
    return text ? [this.#counted({ kind, text })] : [];
  }

  #call(index: unknown, started: JsonObject): AnswerEvent[] {
    const call = this.#calls.size;
    this.#calls.set(index, call);
    const { id = `call_${call}` } = started;
    const name = objectAt(started, "function")["name"];
    return [{ kind: "call", call, id, name }, ...this.#arguments(call, started)];
  }

  #arguments(call: number | undefined, delta: JsonObject): AnswerEvent[] {
    const text = textAt(objectAt(delta, "function"), "arguments");
    return call === undefined || !text ? [] : [this.#counted({ kind: "arguments", call, text })];
  }

  #end(delta: JsonObject): AnswerEvent[] {
    this.#usage = readCohereUsage(objectAt(delta, "usage"));
    const reason = textAt(delta, "finish_reason");
    this.#finishReason = reason;
    const end = readCohereEnd(reason);
    if (end === undefined) return [failed({ message: textAt(delta, "error") ?? `It broke off (${reason}).` })];
    this.mayEnd = true;
    return [{ kind: "end", end }];
  }

  #counted(event: SaidEvent): AnswerEvent {
    this.characters += event.text.length;
    return event;
  }
}

function failed(event: JsonObject): AnswerEvent {
  return { kind: "error", error: { status: 500, message: textAt(event, "message"), code: undefined } };
}
