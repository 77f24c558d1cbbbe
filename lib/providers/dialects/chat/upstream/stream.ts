import { GatewayError } from "@/lib/errors";
import { isObject } from "@/lib/is-object";
import { NO_USAGE, type Usage } from "@/lib/usage";
import { readAnswerFacts, type AnswerFacts } from "../../../answer-facts";
import type { AnswerEvent, SaidEvent } from "../../../form/answer";
import { statusIn, statusOfError } from "../../../events/refused-stream";
import type { AnswerReader } from "../../../form/halves";
import { listAt, objectAt, parseObjectText, textAt, type JsonObject } from "../../../json-value";
import { estimateTokens, reportedUsage, withLaterText } from "../../../openai-usage";
import { readAnnotations } from "../annotations";
import { readChatError, readFinishReason, reasoningOf } from "./answer";

/** Aggregators put the status beside the error or into it. */
function errorStatusOf(chunk: JsonObject): number {
  return statusIn(chunk["status"]) ?? statusIn(chunk["code"]) ?? statusOfError(chunk["error"]);
}

/** Reads the chunks of a chat completion. */
export class ChunkReader implements AnswerReader {
  /** Which call of the answer each is, by its index or id, whichever the upstream sends. */
  readonly #calls = new Map<unknown, number>();
  /** The key of the call whose arguments came last; undefined: something else came after them. */
  #key: unknown;
  /** The chunk that names the answer. */
  #first: JsonObject | undefined;
  /** The usage that was reported last, and how many characters had passed by then. */
  #counted: { readonly usage: Usage; readonly characters: number } | undefined;
  #finishReason: string | undefined;
  #isRefused = false;
  characters = 0;

  /** Not every upstream sends `[DONE]`, but each sends a finish reason. */
  get mayEnd(): boolean {
    return this.#finishReason !== undefined;
  }

  read(data: string): readonly AnswerEvent[] {
    if (data === "[DONE]") return this.mayEnd ? [{ kind: "done" }] : [];
    const chunk = parseObjectText(data);
    if (!chunk) throw new GatewayError("upstream_invalid_response", "The upstream sent an event that is not JSON.");
    if (chunk["error"] !== undefined && chunk["error"] !== null)
      return [{ kind: "error", error: readChatError(data, errorStatusOf(chunk)) }];
    const [choice] = listAt(chunk, "choices");
    const events = isObject(choice) ? this.#readChoice(chunk, choice) : [];
    const usage = reportedUsage(chunk["usage"]);
    if (usage) this.#counted = { usage, characters: this.characters };
    return events;
  }

  reported(): Usage | undefined {
    return this.#counted?.usage;
  }

  usage(estimatedPromptTokens: number): Usage {
    const { characters } = this;
    if (this.#counted) {
      const { usage } = this.#counted;
      return characters > this.#counted.characters ? withLaterText(usage, characters) : usage;
    }
    return {
      ...NO_USAGE,
      promptTokens: estimatedPromptTokens,
      completionTokens: estimateTokens(characters),
      source: "estimated",
    };
  }

  facts(): AnswerFacts {
    const { id, model } = readAnswerFacts(this.#first ?? {});
    return { id, model, finishReasons: this.#finishReason === undefined ? [] : [this.#finishReason] };
  }

  #readChoice(chunk: JsonObject, choice: JsonObject): AnswerEvent[] {
    const events: AnswerEvent[] = [];
    if (!this.#first) {
      this.#first = chunk;
      events.push({ kind: "start", id: chunk["id"], model: chunk["model"] });
    }
    const delta = objectAt(choice, "delta");
    const thought = reasoningOf(delta);
    if (thought) events.push(this.#said({ kind: "thought", text: thought }));
    const text = textAt(delta, "content");
    if (text) events.push(this.#said({ kind: "text", text }));
    if (delta["annotations"])
      events.push(...readAnnotations(delta).map((citation) => ({ kind: "cited" as const, citation })));
    const refusal = textAt(delta, "refusal");
    if (refusal && !text) events.push(this.#said({ kind: "refusal", text: refusal }));
    this.#isRefused ||= Boolean(refusal);
    for (const call of listAt(delta, "tool_calls").filter(isObject)) this.#readCall(call, events);
    const reason = textAt(choice, "finish_reason");
    if (reason !== undefined) {
      this.#finishReason = reason;
      events.push({ kind: "end", end: this.#isRefused ? "filtered" : readFinishReason(reason, this.#calls.size > 0) });
    }
    return events;
  }

  #readCall(delta: JsonObject, events: AnswerEvent[]): void {
    const { name, arguments: text } = objectAt(delta, "function");
    // Not every provider sends an index; then a new id starts a new call.
    const key = delta["index"] ?? delta["id"] ?? this.#key;
    const known = this.#calls.get(key);
    const call = known ?? this.#calls.size;
    if (known === undefined) {
      this.#calls.set(key, call);
      events.push({ kind: "call", call, id: delta["id"] ?? `call_${call}`, name });
    }
    this.#key = key;
    if (typeof text === "string" && text !== "") {
      this.characters += text.length;
      events.push({ kind: "arguments", call, text });
    }
  }

  #said(event: SaidEvent): AnswerEvent {
    this.#key = undefined;
    this.characters += event.text.length;
    return event;
  }
}
