import { GatewayError } from "@/lib/errors";
import { NO_USAGE, type Usage } from "@/lib/usage";
import type { StreamReader } from "../adapter";
import { readAnswerFacts, type AnswerFacts } from "../answer-facts";
import { errorEvent, namedEvent } from "../anthropic/error-event";
import { EventReader } from "../events/event-reader";
import { eventData } from "../events/event-splitter";
import { listAt, objectAt, parseObjectText, textAt, type JsonObject } from "../json-value";
import { isObject } from "@/lib/is-object";
import { estimateTokens, reportedUsage, withLaterText } from "../openai-usage";
import { BlockBuilder, type MessageEvent } from "./blocks";
import { toAnthropicError } from "./refusal";
import { toStopReason } from "./stop-reason";
import { usageView } from "./usage";

/** Translates a stream of chat completion chunks into Anthropic's stream and finds its usage. */
export class MessageStreamReader implements StreamReader {
  readonly #reader = new EventReader((event) => this.#translate(event));
  readonly #builder = new BlockBuilder();
  readonly #model: string;
  /** The usage that was reported last, and how many characters had passed by then. */
  #counted: { readonly usage: Usage; readonly characters: number } | undefined;
  #finishReason: string | undefined;
  /** The chunk that names the answer. */
  #first: JsonObject = {};
  #isRefused = false;
  #hasStarted = false;
  #isComplete = false;

  /** `model` is for upstreams whose chunks do not name it. */
  constructor({ model }: { readonly model: string }) {
    this.#model = model;
  }

  get hasContent(): boolean {
    return this.#builder.characters > 0;
  }

  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** Not every upstream sends `[DONE]`, but each sends a finish reason. */
  get mayEnd(): boolean {
    return this.#isComplete || this.#finishReason !== undefined;
  }

  push(chunk: Uint8Array): Uint8Array[] {
    return bytesOf(this.#reader.push(chunk).flat());
  }

  end(): Uint8Array[] {
    const last = this.#reader.end().flat();
    return bytesOf([...last, ...(this.#finishReason !== undefined ? this.#finish() : [])]);
  }

  usage(estimatedPromptTokens: number): Usage {
    const { characters } = this.#builder;
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

  describe(): AnswerFacts {
    const { id, model } = readAnswerFacts(this.#first);
    return { id, model, finishReasons: this.#finishReason === undefined ? [] : [this.#finishReason] };
  }

  failure(error: GatewayError): Uint8Array {
    return this.#reader.broken?.event ?? errorEvent(error);
  }

  #translate(bytes: Buffer): MessageEvent[] {
    const data = eventData(bytes).trim();
    if (this.#isComplete || data === "") return [];
    if (data === "[DONE]") return this.#finishReason === undefined ? [] : this.#finish();
    const chunk = parseObjectText(data);
    if (!chunk)
      return this.#break(new GatewayError("upstream_invalid_response", "The upstream sent an event that is not JSON."));
    if (chunk["error"] !== undefined && chunk["error"] !== null) {
      const error = new GatewayError("upstream_unreachable", "The upstream ended the stream with an error.");
      return this.#break(error, namedEvent("error", toAnthropicError(data, 500)));
    }
    const [choice] = listAt(chunk, "choices");
    const events = isObject(choice) ? this.#read(chunk, choice) : [];
    const usage = reportedUsage(chunk["usage"]);
    if (usage) this.#counted = { usage, characters: this.#builder.characters };
    return events;
  }

  #read(chunk: JsonObject, choice: JsonObject): MessageEvent[] {
    const events = this.#hasStarted ? [] : [this.#start(chunk)];
    const delta = objectAt(choice, "delta");
    this.#isRefused ||= Boolean(textAt(delta, "refusal"));
    try {
      events.push(...this.#builder.read(delta));
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      this.#break(error);
    }
    this.#finishReason = textAt(choice, "finish_reason") ?? this.#finishReason;
    return events;
  }

  /** The message starts without token counts: the prompt's size is only known at the end. */
  #start(chunk: JsonObject): MessageEvent {
    this.#hasStarted = true;
    this.#first = chunk;
    const message = {
      id: chunk["id"],
      type: "message",
      role: "assistant",
      model: chunk["model"] ?? this.#model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
    };
    return { type: "message_start", message: { ...message, usage: usageView(NO_USAGE) } };
  }

  #finish(): MessageEvent[] {
    if (this.#isComplete) return [];
    this.#isComplete = true;
    const reason = this.#isRefused ? "refusal" : toStopReason(this.#finishReason, this.#builder.hasCalls);
    return [
      ...this.#builder.close(),
      { type: "message_delta", delta: { stop_reason: reason, stop_sequence: null }, usage: usageView(this.usage(0)) },
      { type: "message_stop" },
    ];
  }

  #break(error: GatewayError, event: Uint8Array = errorEvent(error)): [] {
    this.#reader.break({ error, event });
    return [];
  }
}

function bytesOf(events: readonly MessageEvent[]): Uint8Array[] {
  return events.length === 0 ? [] : [Buffer.concat(events.map((event) => namedEvent(event.type, event)))];
}
