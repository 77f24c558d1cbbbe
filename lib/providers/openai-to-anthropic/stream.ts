import { errorReply, GatewayError } from "@/lib/errors";
import { NO_USAGE, type Usage } from "@/lib/usage";
import type { StreamReader } from "../adapter";
import { readAnswerFacts, type AnswerFacts } from "../answer-facts";
import { mergeUsage, readAnthropicUsage } from "../anthropic/usage";
import { EventReader } from "../events/event-reader";
import { eventData } from "../events/event-splitter";
import { objectAt, parseObjectText, type JsonObject } from "../json-value";
import { estimateTokens } from "../openai-usage";
import { ChunkBuilder, isErrorEvent, type ChunkPart } from "./chunks";
import { toOpenAiError } from "./refusal";
import { usageView } from "./usage";

/** Translates Anthropic's stream into chat completion chunks, event by event, and finds its usage. */
export class ChatStreamReader implements StreamReader {
  readonly #reader = new EventReader((event) => this.#translate(event));
  readonly #builder = new ChunkBuilder();
  readonly #created: number;
  readonly #showsUsage: boolean;
  #head: JsonObject = {};
  #stopReason: unknown;
  #usage: JsonObject = {};
  #characters = 0;
  #isCounted = false;
  #hasStopped = false;
  #isComplete = false;

  /** `created` is in seconds since the epoch. */
  constructor({ created, showsUsage }: { readonly created: number; readonly showsUsage: boolean }) {
    this.#created = created;
    this.#showsUsage = showsUsage;
  }

  get hasContent(): boolean {
    return this.#characters > 0;
  }

  get isComplete(): boolean {
    return this.#isComplete;
  }

  get mayEnd(): boolean {
    return this.#isComplete || this.#hasStopped;
  }

  push(chunk: Uint8Array): Uint8Array[] {
    return bytesOf(this.#reader.push(chunk));
  }

  end(): Uint8Array[] {
    return bytesOf([...this.#reader.end(), this.#hasStopped ? this.#finish() : ""]);
  }

  usage(estimatedPromptTokens: number): Usage {
    const reported = readAnthropicUsage(this.#usage);
    if (reported && this.#isCounted) return reported;
    return {
      ...(reported ?? { ...NO_USAGE, promptTokens: estimatedPromptTokens }),
      completionTokens: Math.max(reported?.completionTokens ?? 0, estimateTokens(this.#characters)),
      source: "estimated",
    };
  }

  describe(): AnswerFacts {
    return readAnswerFacts({ ...this.#head, stop_reason: this.#stopReason });
  }

  failure(error: GatewayError): Uint8Array {
    return this.#reader.broken?.event ?? Buffer.from(eventOf(errorReply(error).body));
  }

  #translate(bytes: Buffer): string {
    const data = eventData(bytes);
    if (this.#isComplete || data.trim() === "") return "";
    const event = parseObjectText(data);
    if (!event)
      return this.#break(new GatewayError("upstream_invalid_response", "The upstream sent an event that is not JSON."));
    if (isErrorEvent(event)) {
      return this.#break(
        new GatewayError("upstream_unreachable", "The upstream ended the stream with an error."),
        toOpenAiError(data, 500),
      );
    }
    this.#note(event);
    const part = this.#builder.read(event);
    this.#characters += part?.characters ?? 0;
    return (part ? this.#chunk(part) : "") + (event["type"] === "message_stop" ? this.#finish() : "");
  }

  #note(event: JsonObject): void {
    if (event["type"] === "message_start") {
      const message = objectAt(event, "message");
      this.#head = {
        id: message["id"],
        object: "chat.completion.chunk",
        created: this.#created,
        model: message["model"],
      };
      this.#usage = mergeUsage(this.#usage, message["usage"]);
    }
    if (event["type"] === "message_delta") {
      this.#usage = mergeUsage(this.#usage, event["usage"]);
      this.#isCounted ||= event["usage"] !== undefined;
      this.#stopReason = objectAt(event, "delta")["stop_reason"] ?? this.#stopReason;
    }
  }

  #chunk({ delta, finishReason }: ChunkPart): string {
    this.#hasStopped ||= finishReason !== null;
    const choice = { index: 0, delta, logprobs: null, finish_reason: finishReason };
    // In the reference, every chunk before the last has a null usage if the caller asked for usage.
    return eventOf({ ...this.#head, choices: [choice], ...(this.#showsUsage && { usage: null }) });
  }

  #finish(): string {
    if (this.#isComplete) return "";
    this.#isComplete = true;
    const usage = readAnthropicUsage(this.#usage);
    const last = this.#showsUsage && usage ? eventOf({ ...this.#head, choices: [], usage: usageView(usage) }) : "";
    return `${last}data: [DONE]\n\n`;
  }

  #break(error: GatewayError, body: object = errorReply(error).body): string {
    this.#reader.break({ error, event: Buffer.from(eventOf(body)) });
    return "";
  }
}

function eventOf(value: object): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

function bytesOf(texts: readonly string[]): Uint8Array[] {
  const text = texts.join("");
  return text === "" ? [] : [Buffer.from(text)];
}
