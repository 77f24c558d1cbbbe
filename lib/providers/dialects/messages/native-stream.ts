import { GatewayError } from "@/lib/errors";
import { NO_USAGE, type Usage } from "@/lib/usage";
import type { StreamReader } from "../../adapter";
import { NO_FACTS, readAnswerFacts, type AnswerFacts } from "../../answer-facts";
import { PassingStream } from "../../events/passing-stream";
import { statusOfError } from "../../events/refused-stream";
import { eventData } from "../../events/event-splitter";
import { generatedLength } from "../../generated-length";
import { objectAt, parseObjectText, textAt, type JsonObject } from "../../json-value";
import { estimateTokens } from "../../openai-usage";
import { errorEvent } from "./error-event";
import { mergeUsage, readAnthropicUsage } from "./usage";

const CONTENT_MEMBERS = [
  '"text":"',
  '"thinking":"',
  '"partial_json":"',
  '"text": "',
  '"thinking": "',
  '"partial_json": "',
].map((member) => Buffer.from(member));
const DELTA = Buffer.from("event: content_block_delta");

/**
 * Reads Anthropic's stream as it passes: forwards whole events without changing a byte, and finds the usage. An error
 * event from the upstream is held back until the stream ends.
 */
export class AnthropicStreamReader extends PassingStream implements StreamReader {
  #usage: JsonObject = {};
  #isCounted = false;
  /** The events that name the answer and say how it ended. */
  #telling: JsonObject[] = [];
  #hasStopped = false;

  get mayEnd(): boolean {
    return this.hasPassed || this.#hasStopped;
  }

  usage(estimatedPromptTokens: number): Usage {
    const reported = readAnthropicUsage(this.#usage);
    if (reported && this.#isCounted) return reported;
    // Until the end, only the prompt has been counted.
    return {
      ...(reported ?? { ...NO_USAGE, promptTokens: estimatedPromptTokens }),
      completionTokens: Math.max(reported?.completionTokens ?? 0, estimateTokens(this.characters)),
      source: "estimated",
    };
  }

  describe(): AnswerFacts {
    return this.#telling.reduce((facts, event) => readAnswerFacts(event, facts), NO_FACTS);
  }

  failure(error: GatewayError): Uint8Array {
    return this.reader.broken?.event ?? errorEvent(error);
  }

  protected read(event: Buffer): Buffer | undefined {
    this.characters += generatedLength(event, CONTENT_MEMBERS);
    // Parsing each delta would cost more than forwarding it.
    if (event.subarray(0, DELTA.length).equals(DELTA)) return event;
    const value = parseObjectText(eventData(event));
    switch (value?.["type"]) {
      case "message_start":
        this.#usage = mergeUsage(this.#usage, objectAt(value, "message")["usage"]);
        this.#telling = [value];
        return event;
      case "message_delta":
        this.#usage = mergeUsage(this.#usage, value["usage"]);
        this.#isCounted ||= value["usage"] !== undefined;
        if (this.#telling.length < 2) this.#telling.push(value);
        this.#hasStopped ||= textAt(objectAt(value, "delta"), "stop_reason") !== undefined;
        return event;
      case "message_stop":
        this.hasPassed = true;
        return event;
      case "error": {
        const error = new GatewayError("upstream_unreachable", "The upstream ended the stream with an error.");
        const refused = { status: statusOfError(value["error"]), body: Buffer.from(eventData(event)) };
        this.reader.break({ error, event, refused });
        return undefined;
      }
      default:
        return event;
    }
  }
}
