import { GatewayError } from "@/lib/errors";
import { isObject } from "@/lib/is-object";
import { NO_USAGE, type Usage } from "@/lib/usage";
import { readAnswerFacts, type AnswerFacts } from "../../../answer-facts";
import type { AnswerEvent } from "../../../form/answer";
import type { AnswerReader } from "../../../form/halves";
import { parseObjectText, type JsonObject } from "../../../json-value";
import { estimateTokens, withLaterText } from "../../../openai-usage";
import { chargedSearches, readGrounding } from "../grounding";
import { readGoogleUsage } from "../usage";
import { readGoogleError } from "./answer";
import { firstCandidate, partsOf, readEnd, readPart } from "./said";

/** Reads the pieces of a streamed answer (ai.google.dev/api/generate-content, `streamGenerateContent`). */
export class GooglePieceReader implements AnswerReader {
  /** The piece that names the answer. */
  #first: JsonObject | undefined;
  /** The last one. */
  #last: JsonObject = {};
  #calls = 0;
  /** What was said, which citations count in; and the last that was said of the web. */
  #text = "";
  #grounding: JsonObject = {};
  #searches = 0;
  #hasSpoken = false;
  /** Counts are cumulative, and so far only. */
  #usage: Usage | undefined;
  characters = 0;
  mayEnd = false;

  read(data: string): readonly AnswerEvent[] {
    const piece = parseObjectText(data);
    if (!piece) throw new GatewayError("upstream_invalid_response", "The upstream sent an event that is not JSON.");
    if (isObject(piece["error"])) return [{ kind: "error", error: readGoogleError(data, 502), body: data }];
    const events: AnswerEvent[] = [];
    if (!this.#first) {
      this.#first = piece;
      events.push({ kind: "start", id: piece["responseId"], model: piece["modelVersion"] });
    }
    this.#usage = readGoogleUsage(piece["usageMetadata"]) ?? this.#usage;
    for (const part of partsOf(piece)) events.push(...this.#say(part));
    const grounding = firstCandidate(piece)["groundingMetadata"];
    if (isObject(grounding)) {
      this.#grounding = grounding;
      this.#searches = chargedSearches(piece);
    }
    const end = readEnd(piece, { hasSpoken: this.#hasSpoken, hasCalls: this.#calls > 0 });
    if (!end) return events;
    this.#last = piece;
    this.mayEnd = true;
    const { search, citations } = readGrounding(this.#grounding, this.#text);
    events.push(...citations.map((citation) => ({ kind: "cited" as const, citation })), ...(search ? [search] : []));
    if (end.refusal !== undefined) events.push({ kind: "refusal", text: end.refusal });
    events.push({ kind: "end", end: end.end });
    return events;
  }

  reported(): Usage | undefined {
    return this.#usage && { ...this.#usage, webSearches: this.#searches };
  }

  usage(estimatedPromptTokens: number): Usage {
    const reported = this.reported();
    if (reported) return this.mayEnd ? reported : withLaterText(reported, this.characters);
    return {
      ...NO_USAGE,
      promptTokens: estimatedPromptTokens,
      completionTokens: estimateTokens(this.characters),
      webSearches: this.#searches,
      source: "estimated",
    };
  }

  facts(): AnswerFacts {
    return readAnswerFacts(this.#last, readAnswerFacts(this.#first ?? {}));
  }

  #say(part: JsonObject): AnswerEvent[] {
    const said = readPart(part, this.#first ?? {}, this.#calls);
    if (!said) return [];
    if (said.kind === "text") {
      this.#hasSpoken = true;
      this.#text += said.text;
    }
    if (said.kind !== "call") {
      this.characters += said.text.length;
      return said.text === "" ? [] : [{ kind: said.kind, text: said.text }];
    }
    const call = this.#calls++;
    const { id, name, arguments: text } = said.call;
    this.characters += text.length;
    return [{ kind: "call", call, id, name }, { kind: "arguments", call, text }, { kind: "close" }];
  }
}
