import { GatewayError } from "@/lib/errors";
import { isObject } from "@/lib/is-object";
import { NO_USAGE, type Usage } from "@/lib/usage";
import { readAnswerFacts, type AnswerFacts } from "../../../answer-facts";
import { ExactNumbers } from "../../../exact-numbers";
import { stepsOf, type AnswerEvent, type StepOfAnswer } from "../../../form/answer";
import type { AnswerReader } from "../../../form/halves";
import { listAt, parseObjectText, type JsonObject } from "../../../json-value";
import { estimateTokens, withLaterText } from "../../../openai-usage";
import { chargedSearches, readGrounding } from "../grounding";
import { readGoogleUsage } from "../usage";
import { readGoogleError } from "./answer";
import { firstCandidate, partsOf, readEnd, readPart } from "./said";

const CALLED = '"functionCall"';

/**
 * Reads the pieces of a streamed answer, whose candidates are answers (ai.google.dev/api/generate-content,
 * `streamGenerateContent`).
 */
export class GooglePieceReader implements AnswerReader {
  /** By their index. The answers count in the order in which they come. */
  readonly #candidates = new Map<unknown, CandidateReader>();
  readonly #exact = new ExactNumbers();
  /** The piece that names the answer. */
  #first: JsonObject | undefined;
  /** The last one. */
  #last: JsonObject = {};
  /** Counts are cumulative, and so far only. */
  #usage: Usage | undefined;
  characters = 0;

  get mayEnd(): boolean {
    if (this.#candidates.size === 0) return false;
    for (const { hasEnded } of this.#candidates.values()) if (!hasEnded) return false;
    return true;
  }

  read(data: string): readonly AnswerEvent[] {
    const piece = parseObjectText(data.includes(CALLED) ? this.#exact.mark(data) : data);
    if (!piece) throw new GatewayError("upstream_invalid_response", "The upstream sent an event that is not JSON.");
    if (isObject(piece["error"])) return [{ kind: "error", error: readGoogleError(data, 502), body: data }];
    this.#first ??= piece;
    this.#usage = readGoogleUsage(piece["usageMetadata"]) ?? this.#usage;
    const [, ...others] = listAt(piece, "candidates");
    const events = this.#readCandidate(piece);
    if (others.length === 0) return events;
    return [...events, ...others.flatMap((candidate) => this.#readCandidate({ ...piece, candidates: [candidate] }))];
  }

  reported(): Usage | undefined {
    return this.#usage && { ...this.#usage, webSearches: this.#searches() };
  }

  usage(estimatedPromptTokens: number): Usage {
    const reported = this.reported();
    if (reported) return this.mayEnd ? reported : withLaterText(reported, this.characters);
    return {
      ...NO_USAGE,
      promptTokens: estimatedPromptTokens,
      completionTokens: estimateTokens(this.characters),
      webSearches: this.#searches(),
      source: "estimated",
    };
  }

  facts(): AnswerFacts {
    return readAnswerFacts(this.#last, readAnswerFacts(this.#first ?? {}));
  }

  /** Reads the first candidate of a piece. */
  #readCandidate(piece: JsonObject): readonly AnswerEvent[] {
    const index = firstCandidate(piece)["index"] ?? 0;
    let reader = this.#candidates.get(index);
    const { responseId: id, modelVersion: model } = piece;
    const steps: StepOfAnswer[] = reader ? [] : [{ kind: "start", id, model }];
    if (!reader) this.#candidates.set(index, (reader = new CandidateReader(this.#candidates.size, this.#exact)));
    this.characters += reader.read(piece, this.#first ?? piece, steps);
    if (reader.hasEnded) this.#last = piece;
    return stepsOf(reader.answer, steps);
  }

  #searches(): number {
    const candidates = [...this.#candidates.values()].map(({ grounding }) => ({ groundingMetadata: grounding }));
    return chargedSearches({ modelVersion: this.#first?.["modelVersion"], candidates });
  }
}

/** Reads the pieces of one candidate. */
class CandidateReader {
  #calls = 0;
  /** What was said, which citations count in. */
  #text = "";
  #hasSpoken = false;
  /** The last that was said of the web. */
  grounding: JsonObject = {};
  hasEnded = false;

  /** `exact`: marks the long numbers in the calls of the pieces. */
  constructor(
    readonly answer: number,
    readonly exact: ExactNumbers,
  ) {}

  /** Adds what happens in a piece, and returns the characters that it generates. `first`: the piece with its id. */
  read(piece: JsonObject, first: JsonObject, steps: StepOfAnswer[]): number {
    let characters = 0;
    for (const part of partsOf(piece)) characters += this.#say(part, first, steps);
    const grounding = firstCandidate(piece)["groundingMetadata"];
    if (isObject(grounding)) this.grounding = grounding;
    const end = readEnd(piece, { hasSpoken: this.#hasSpoken, hasCalls: this.#calls > 0 });
    if (!end) return characters;
    this.hasEnded = true;
    const { search, citations } = readGrounding(this.grounding, this.#text);
    steps.push(...citations.map((citation) => ({ kind: "cited" as const, citation })), ...(search ? [search] : []));
    if (end.refusal !== undefined) steps.push({ kind: "refusal", text: end.refusal });
    steps.push({ kind: "end", end: end.end });
    return characters;
  }

  #say(part: JsonObject, first: JsonObject, steps: StepOfAnswer[]): number {
    const said = readPart(part, first, this.#calls);
    if (!said) return 0;
    if (said.kind === "text") {
      this.#hasSpoken = true;
      this.#text += said.text;
    }
    if (said.kind !== "call") {
      if (said.text !== "") steps.push({ kind: said.kind, text: said.text });
      return said.text.length;
    }
    const call = this.#calls++;
    const { id, name } = said.call;
    const text = this.exact.restore(said.call.arguments);
    steps.push({ kind: "call", call, id, name }, { kind: "arguments", call, text }, { kind: "close" });
    return text.length;
  }
}
