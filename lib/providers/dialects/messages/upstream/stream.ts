import { GatewayError } from "@/lib/errors";
import { isObject } from "@/lib/is-object";
import { NO_USAGE, type Usage } from "@/lib/usage";
import { readAnswerFacts, type AnswerFacts } from "../../../answer-facts";
import { ExactNumbers } from "../../../exact-numbers";
import type { AnswerEvent, SaidEvent } from "../../../form/answer";
import { statusOfError } from "../../../events/refused-stream";
import type { AnswerReader } from "../../../form/halves";
import { objectAt, parseObjectText, textAt, type JsonObject } from "../../../json-value";
import { estimateTokens } from "../../../openai-usage";
import { readQuotation } from "../quotation";
import { readCitation, readSearch } from "../search";
import { mergeUsage, readAnthropicUsage } from "../usage";
import { readMessagesError, readStopReason } from "./answer";

const CALLED = '"tool_use"';

/** Reads the events of Anthropic's stream (platform.claude.com/docs/en/build-with-claude/streaming). */
export class MessageEventReader implements AnswerReader {
  /** The calls that are open, by the index of their block: which call of the answer each is. */
  readonly #calls = new Map<unknown, number>();
  /** The arguments with which a call began, by the index of its block, as long as no others have come. */
  readonly #given = new Map<unknown, JsonObject>();
  readonly #exact = new ExactNumbers();
  /** The arguments of the provider's own searches so far, by the index of their block and by their id. */
  readonly #searches = new Map<unknown, { input: string }>();
  #callCount = 0;
  #id: unknown;
  #model: unknown;
  #stopReason: unknown;
  #usage: JsonObject = {};
  #isCounted = false;
  characters = 0;
  mayEnd = false;

  read(data: string): readonly AnswerEvent[] {
    const event = parseObjectText(data.includes(CALLED) ? this.#exact.mark(data) : data);
    if (!event) throw new GatewayError("upstream_invalid_response", "The upstream sent an event that is not JSON.");
    switch (event["type"]) {
      case "message_start":
        return this.#start(objectAt(event, "message"));
      case "content_block_start":
        return this.#open(event["index"], objectAt(event, "content_block"));
      case "content_block_delta":
        return this.#add(event["index"], objectAt(event, "delta"));
      case "content_block_stop":
        return this.#close(event["index"]);
      case "message_delta":
        return this.#end(event);
      case "message_stop":
        return [{ kind: "done" }];
      case "error":
        return isObject(event["error"])
          ? [{ kind: "error", error: readMessagesError(data, statusOfError(event["error"])) }]
          : [];
      default:
        return [];
    }
  }

  reported(): Usage | undefined {
    return readAnthropicUsage(this.#usage);
  }

  usage(estimatedPromptTokens: number): Usage {
    const reported = this.reported();
    if (reported && this.#isCounted) return reported;
    // Until the end, only the prompt has been counted.
    return {
      ...(reported ?? { ...NO_USAGE, promptTokens: estimatedPromptTokens }),
      completionTokens: Math.max(reported?.completionTokens ?? 0, estimateTokens(this.characters)),
      source: "estimated",
    };
  }

  facts(): AnswerFacts {
    return readAnswerFacts({ id: this.#id, model: this.#model, stop_reason: this.#stopReason });
  }

  #start(message: JsonObject): AnswerEvent[] {
    this.#id = message["id"];
    this.#model = message["model"];
    this.#usage = mergeUsage(this.#usage, message["usage"]);
    return [{ kind: "start", id: this.#id, model: this.#model }];
  }

  #open(index: unknown, block: JsonObject): AnswerEvent[] {
    switch (block["type"]) {
      case "text": {
        const text = textAt(block, "text");
        return text ? [this.#said({ kind: "text", text })] : [];
      }
      case "thinking": {
        const text = textAt(block, "thinking");
        const signature = textAt(block, "signature");
        return [...(text ? [this.#said({ kind: "thought", text })] : []), ...(signature ? [signed(signature)] : [])];
      }
      case "redacted_thinking":
        return [{ kind: "redacted", data: block["data"] }];
      case "server_tool_use": {
        const search = { input: "" };
        this.#searches.set(index, search).set(block["id"], search);
        return [];
      }
      case "web_search_tool_result":
        return [readSearch(block, this.#searches.get(block["tool_use_id"])?.input ?? "")];
      case "tool_use": {
        const call = this.#callCount++;
        this.#calls.set(index, call);
        const given = objectAt(block, "input");
        if (Object.keys(given).length > 0) this.#given.set(index, given);
        return [{ kind: "call", call, id: block["id"], name: block["name"] }];
      }
      default:
        return [];
    }
  }

  #add(index: unknown, delta: JsonObject): AnswerEvent[] {
    switch (delta["type"]) {
      case "text_delta":
        return [this.#said({ kind: "text", text: textAt(delta, "text") ?? "" })];
      case "thinking_delta":
        return [this.#said({ kind: "thought", text: textAt(delta, "thinking") ?? "" })];
      case "citations_delta":
        return citedEvents(delta["citation"]);
      case "signature_delta":
        return [signed(textAt(delta, "signature") ?? "")];
      case "input_json_delta": {
        const text = textAt(delta, "partial_json");
        const call = this.#calls.get(index);
        const search = this.#searches.get(index);
        if (search && text) search.input += text;
        if (text) this.#given.delete(index);
        // Arguments of Anthropic's own tools belong to no call of the caller's.
        return call === undefined || !text ? [] : [this.#said({ kind: "arguments", call, text })];
      }
      default:
        return [];
    }
  }

  #close(index: unknown): AnswerEvent[] {
    const call = this.#calls.get(index);
    const given = this.#given.get(index);
    this.#calls.delete(index);
    this.#given.delete(index);
    const close = { kind: "close" as const };
    if (call === undefined || !given) return [close];
    return [this.#said({ kind: "arguments", call, text: this.#exact.restore(JSON.stringify(given)) }), close];
  }

  #end(event: JsonObject): AnswerEvent[] {
    this.#usage = mergeUsage(this.#usage, event["usage"]);
    this.#isCounted ||= event["usage"] !== undefined;
    const reason = textAt(objectAt(event, "delta"), "stop_reason");
    if (reason === undefined) return [];
    this.#stopReason = reason;
    this.mayEnd = true;
    return [{ kind: "end", end: readStopReason(reason) }];
  }

  #said(event: SaidEvent): AnswerEvent {
    this.characters += event.text.length;
    return event;
  }
}

function citedEvents(value: unknown): AnswerEvent[] {
  const citations = readCitation(value);
  if (citations.length > 0) return citations.map((citation) => ({ kind: "cited", citation }));
  return readQuotation(value).map((quotation) => ({ kind: "quoted", quotation }));
}

function signed(text: string): AnswerEvent {
  return { kind: "signature", text };
}
