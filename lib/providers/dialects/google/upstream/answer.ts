import { GatewayError } from "@/lib/errors";
import { isObject } from "@/lib/is-object";
import type { AnswerPart, NeutralAnswer, NeutralError } from "../../../form/answer";
import { listAt, numberAt, objectAt, parseObjectText, textAt, type JsonObject } from "../../../json-value";
import { chargedSearches, readGrounding } from "../grounding";
import { readGoogleUsage } from "../usage";
import { firstCandidate, partsOf, readEnd, readPart } from "./said";

/**
 * Reads a whole answer of `generateContent`. @throws GatewayError upstream_invalid_response for what is none, and for
 * one that nobody can use
 */
export function readGoogleAnswer(answer: JsonObject): NeutralAnswer {
  const [, ...further] = listAt(answer, "candidates");
  const first = readOne(answer);
  const others = further.map((candidate) => readOne({ ...answer, candidates: [candidate] }));
  return others.length > 0 ? { ...first, others } : first;
}

/** The first candidate. */
function readOne(answer: JsonObject): NeutralAnswer {
  const parts: AnswerPart[] = [];
  let hasSpoken = false;
  let calls = 0;
  for (const part of partsOf(answer)) {
    const said = readPart(part, answer, calls);
    if (said?.kind === "call") {
      calls += 1;
      parts.push(said.call);
    } else if (said?.kind === "thought") parts.push({ kind: "thought", text: said.text, signature: undefined });
    else if (said) {
      hasSpoken = true;
      if (said.text !== "") parts.push({ kind: "text", text: said.text });
    }
  }
  const end = readEnd(answer, { hasSpoken, hasCalls: calls > 0 });
  if (!end && Object.keys(firstCandidate(answer)).length === 0)
    throw new GatewayError("upstream_invalid_response", "The upstream's answer has no candidates.");
  if (end?.refusal !== undefined) parts.push({ kind: "refusal", text: end.refusal });
  return {
    id: answer["responseId"],
    model: answer["modelVersion"],
    parts: withGrounding(joined(parts), objectAt(firstCandidate(answer), "groundingMetadata")),
    end: end?.end,
    usage: readGoogleUsage(answer["usageMetadata"], chargedSearches(answer)),
  };
}

/** Texts that follow each other are one: Google cuts them where a signature or a citation ends. */
function joined(parts: readonly AnswerPart[]): AnswerPart[] {
  const whole: AnswerPart[] = [];
  for (const part of parts) {
    const last = whole.at(-1);
    if (part.kind === "text" && last?.kind === "text")
      whole[whole.length - 1] = { ...last, text: last.text + part.text };
    else if (part.kind === "thought" && "text" in part && last?.kind === "thought" && "text" in last)
      whole[whole.length - 1] = { ...last, text: last.text + part.text };
    else whole.push(part);
  }
  return whole;
}

/** The search comes first, and what it found belongs to the texts. */
function withGrounding(parts: readonly AnswerPart[], metadata: JsonObject): AnswerPart[] {
  const text = parts.find((part) => part.kind === "text");
  const { search, citations } = readGrounding(metadata, text?.text ?? "");
  const cited = parts.map((part) => (part === text && citations.length > 0 ? { ...part, citations } : part));
  return search ? [search, ...cited] : cited;
}

/** Reads Google's error body. */
export function readGoogleError(text: string, status: number): NeutralError {
  const error = readErrorObject(text);
  const code = numberAt(error, "code");
  return {
    status: code !== undefined && code >= 400 && code <= 599 ? code : status,
    message: textAt(error, "message"),
    code: textAt(error, "status"),
  };
}

/** The error in an error body, which some of Google's doors send as a list of one; empty if there is none. */
export function readErrorObject(text: string): JsonObject {
  const [first] = listAt(parseObjectText(`{"list":${text}}`) ?? {}, "list");
  return objectAt(parseObjectText(text) ?? (isObject(first) ? first : {}), "error");
}
