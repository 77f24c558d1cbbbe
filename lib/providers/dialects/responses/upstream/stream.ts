import { GatewayError } from "@/lib/errors";
import { NO_USAGE, type Usage } from "@/lib/usage";
import { readAnswerFacts, type AnswerFacts } from "../../../answer-facts";
import type { AnswerEvent } from "../../../form/answer";
import { statusOfError } from "../../../events/refused-stream";
import type { AnswerReader } from "../../../form/halves";
import { objectAt, parseObjectText, textAt, type JsonObject } from "../../../json-value";
import { estimateTokens } from "../../../openai-usage";
import { readChatError } from "../../chat/upstream/answer";
import { readAnnotation } from "../../chat/annotations";
import { signatureOf } from "../encrypted";
import { isChargedSearch, readResponseUsage } from "../usage";
import { endOf, readSearch } from "./answer";

function failure(error: unknown): AnswerEvent {
  return { kind: "error", error: readChatError(JSON.stringify({ error }), statusOfError(error)) };
}

/** What is only known at the end of an item other than a call. Citations count from the beginning of their message. */
function ended(item: JsonObject): AnswerEvent[] {
  if (item["type"] === "web_search_call") return [readSearch(item)];
  if (item["type"] === "message") return [{ kind: "close" }];
  const signature = item["type"] === "reasoning" ? signatureOf(item) : undefined;
  return signature === undefined ? [] : [{ kind: "signature", text: signature }, { kind: "close" }];
}

/** Reads the events of a response. */
export class ResponseEventReader implements AnswerReader {
  /** The calls by the index of their item: which call of the answer each is. */
  readonly #calls = new Map<unknown, number>();
  /** The calls whose arguments have come, if only in part. */
  readonly #argued = new Set<number>();
  #response: JsonObject = {};
  /** The searches so far, which a stream that breaks does not count itself. */
  #searches = 0;
  #hasThought = false;
  #isRefused = false;
  characters = 0;
  mayEnd = false;

  read(data: string): readonly AnswerEvent[] {
    const event = parseObjectText(data);
    if (!event) throw new GatewayError("upstream_invalid_response", "The upstream sent an event that is not JSON.");
    switch (event["type"]) {
      case "response.created":
        this.#response = objectAt(event, "response");
        return [{ kind: "start", id: this.#response["id"], model: this.#response["model"] }];
      case "response.output_text.delta":
        return this.#said("text", event);
      case "response.refusal.delta":
        return this.#said("refusal", event);
      case "response.reasoning_summary_part.added":
        return this.#separate();
      case "response.reasoning_summary_text.delta":
      case "response.reasoning_text.delta":
        this.#hasThought = true;
        return this.#said("thought", event);
      case "response.output_item.added":
        return this.#open(event["output_index"], objectAt(event, "item"));
      case "response.function_call_arguments.delta":
        return this.#argue(event["output_index"], textAt(event, "delta"));
      case "response.output_text.annotation.added":
        return readAnnotation(objectAt(event, "annotation")).map((citation) => ({ kind: "cited", citation }));
      case "response.output_item.done":
        if (isChargedSearch(event["item"])) this.#searches += 1;
        return this.#close(event["output_index"], objectAt(event, "item"));
      case "response.completed":
      case "response.incomplete":
        return this.#end(objectAt(event, "response"));
      case "response.failed":
        return [failure(objectAt(event, "response")["error"])];
      case "error":
        return [failure(event["error"] ?? event)];
      default:
        return [];
    }
  }

  reported(): Usage | undefined {
    return readResponseUsage(this.#response);
  }

  usage(estimatedPromptTokens: number): Usage {
    return (
      this.reported() ?? {
        ...NO_USAGE,
        promptTokens: estimatedPromptTokens,
        completionTokens: estimateTokens(this.characters),
        webSearches: this.#searches,
        source: "estimated",
      }
    );
  }

  facts(): AnswerFacts {
    return readAnswerFacts(this.#response);
  }

  #open(index: unknown, item: JsonObject): AnswerEvent[] {
    this.#hasThought = false;
    if (item["type"] !== "function_call") return [];
    const call = this.#calls.size;
    this.#calls.set(index, call);
    return [{ kind: "call", call, id: item["call_id"] ?? `call_${call}`, name: item["name"] }];
  }

  /** A summary has several parts, which other dialects have as one text. */
  #separate(): AnswerEvent[] {
    return this.#hasThought ? [{ kind: "thought", text: "\n\n" }] : [];
  }

  /** Some upstreams send a call whole, and only when it is done. */
  #close(index: unknown, item: JsonObject): AnswerEvent[] {
    if (item["type"] !== "function_call") return ended(item);
    const begun = this.#calls.has(index) ? [] : this.#open(index, item);
    const hasCome = this.#argued.has(this.#calls.get(index) ?? -1);
    return hasCome ? begun : [...begun, ...this.#argue(index, textAt(item, "arguments"))];
  }

  #argue(index: unknown, text: string | undefined): AnswerEvent[] {
    const call = this.#calls.get(index);
    if (call === undefined || !text) return [];
    this.#argued.add(call);
    this.characters += text.length;
    return [{ kind: "arguments", call, text }];
  }

  #said(kind: "text" | "refusal" | "thought", event: JsonObject): AnswerEvent[] {
    const text = textAt(event, "delta");
    if (!text) return [];
    this.#isRefused ||= kind === "refusal";
    this.characters += text.length;
    return [{ kind, text }];
  }

  #end(response: JsonObject): AnswerEvent[] {
    this.#response = response;
    this.mayEnd = true;
    const end = endOf(response, { isRefused: this.#isRefused, hasCalls: this.#calls.size > 0 });
    return [{ kind: "end", end }, { kind: "done" }];
  }
}
