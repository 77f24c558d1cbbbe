import { GatewayError, errorReply } from "@/lib/errors";
import { isObject } from "@/lib/is-object";
import { NO_USAGE, type Usage } from "@/lib/usage";
import type { StreamReader } from "../../adapter";
import { NO_FACTS, readAnswerFacts, type AnswerFacts } from "../../answer-facts";
import { PassingStream } from "../../events/passing-stream";
import { eventData } from "../../events/event-splitter";
import { generatedLength } from "../../generated-length";
import { parseObjectText } from "../../json-value";
import { estimateTokens, withLaterText } from "../../openai-usage";
import { chargedSearches } from "./grounding";
import { readGoogleError } from "./upstream/answer";
import { readGoogleUsage } from "./usage";

const CONTENT_MEMBERS = ['"text":"', '"text": "', '"name":"', '"name": "'].map((member) => Buffer.from(member));
const ENDS = Buffer.from('"finishReason"');
const COUNTS = Buffer.from('"usageMetadata"');
const BLOCKED = Buffer.from('"blockReason"');
const SEARCHED = Buffer.from('"webSearchQueries"');
const FAILS = Buffer.from('"error"');
const ANSWERS = Buffer.from('"candidates"');

/**
 * Reads Google's stream as it passes: forwards whole events without changing a byte, and finds the usage, of which each
 * event has the sum so far. Only the last one is parsed. An error event from the upstream is held back until the stream
 * ends.
 */
export class GoogleStreamReader extends PassingStream implements StreamReader {
  #counted: Buffer | undefined;
  #ended: Buffer | undefined;
  #searched: Buffer | undefined;

  get mayEnd(): boolean {
    return this.#ended !== undefined;
  }

  override end(): Uint8Array[] {
    const rest = super.end();
    this.hasPassed = this.mayEnd;
    return rest;
  }

  usage(estimatedPromptTokens: number): Usage {
    const webSearches = this.#searched ? chargedSearches(valueOf(this.#searched)) : 0;
    const reported = this.#counted && readGoogleUsage(valueOf(this.#counted)["usageMetadata"], webSearches);
    if (reported) return this.mayEnd ? reported : withLaterText(reported, this.characters);
    const completionTokens = estimateTokens(this.characters);
    return { ...NO_USAGE, promptTokens: estimatedPromptTokens, completionTokens, webSearches, source: "estimated" };
  }

  describe(): AnswerFacts {
    const last = this.#ended ?? this.#counted;
    return last ? readAnswerFacts(valueOf(last)) : NO_FACTS;
  }

  failure(error: GatewayError): Uint8Array {
    return this.reader.broken?.event ?? Buffer.from(`data: ${JSON.stringify(errorReply(error, "google").body)}\n\n`);
  }

  protected read(event: Buffer): Buffer | undefined {
    if (event.includes(FAILS) && !event.includes(ANSWERS) && isObject(valueOf(event)["error"])) {
      const error = new GatewayError("upstream_unreachable", "The upstream ended the stream with an error.");
      const body = eventData(event);
      this.reader.break({
        error,
        event,
        refused: { status: readGoogleError(body, 502).status, body: Buffer.from(body) },
      });
      return undefined;
    }
    this.characters += generatedLength(event, CONTENT_MEMBERS);
    if (event.includes(COUNTS)) this.#counted = event;
    if (event.includes(SEARCHED)) this.#searched = event;
    if (event.includes(ENDS) || event.includes(BLOCKED)) this.#ended = event;
    return event;
  }
}

function valueOf(event: Buffer): Readonly<Record<string, unknown>> {
  return parseObjectText(eventData(event)) ?? {};
}
