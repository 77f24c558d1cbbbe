import { GatewayError } from "@/lib/errors";
import { googleError, type GoogleError } from "@/lib/google-status";
import { isObject } from "@/lib/is-object";
import type { Usage } from "@/lib/usage";
import type { ExactNumbers } from "../../../exact-numbers";
import type { AnswerEnd, NeutralAnswer, NeutralError } from "../../../form/answer";
import type { AnsweredCall } from "../../../form/halves";
import type { CallPart, ThoughtPart } from "../../../form/request";
import { listAt, parseObjectText, type JsonObject } from "../../../json-value";
import { GroundingWriter } from "../grounding";
import { sealOf } from "../thoughts";
import { googleUsage } from "../usage";
import { showsThoughts } from "./request";

/** Google says STOP for calls too. */
export const FINISH_REASONS: Readonly<Record<AnswerEnd, string>> = {
  stop: "STOP",
  calls: "STOP",
  length: "MAX_TOKENS",
  filtered: "SAFETY",
};

/**
 * Writes a whole answer of `generateContent`. What signed thoughts there are go with the next part, as Google's do.
 * @throws GatewayError upstream_invalid_response if the arguments of a call are not an object
 */
export function writeGoogleAnswer(answer: NeutralAnswer, call: AnsweredCall, exact: ExactNumbers): JsonObject {
  const written = writeOne(answer, call, exact);
  const { others = [] } = answer;
  if (others.length === 0) return written;
  const further = others.map((other) => writeOne({ ...answer, ...other }, call, exact));
  const candidates = [written, ...further].flatMap((one) => listAt(one, "candidates").filter(isObject));
  return { ...written, candidates: candidates.map((candidate, index) => ({ ...candidate, index })) };
}

function writeOne(answer: NeutralAnswer, call: AnsweredCall, exact: ExactNumbers): JsonObject {
  const isShown = showsThoughts(call.body);
  const parts: JsonObject[] = [];
  const web = new GroundingWriter();
  let thoughts: ThoughtPart[] = [];
  const add = (part: JsonObject): void => {
    parts.push(sealed(part, thoughts));
    thoughts = [];
  };
  for (const part of answer.parts) {
    if (part.kind === "thought") {
      thoughts.push(part);
      if (isShown && "text" in part && part.text !== "") parts.push({ text: part.text, thought: true });
    } else if (part.kind === "search") web.search(part);
    else if (part.kind === "call") add(writeCall(part, exact));
    else if ((part.kind === "text" || part.kind === "refusal") && part.text !== "") {
      add({ text: part.text });
      web.say(part.text);
      if (part.kind === "text") for (const citation of part.citations ?? []) web.cite(citation);
      web.close();
    }
  }
  if (sealOf(thoughts) !== undefined) add({ text: "" });
  return responseOf(
    { id: answer.id, model: answer.model ?? call.model },
    parts,
    answer.end ?? "stop",
    answer.usage,
    web.metadata(),
  );
}

/** A part with the signed thoughts that came before it. */
export function sealed(part: JsonObject, thoughts: readonly ThoughtPart[]): JsonObject {
  const thoughtSignature = sealOf(thoughts);
  return thoughtSignature === undefined ? part : { ...part, thoughtSignature };
}

/** @throws GatewayError upstream_invalid_response if the arguments are not an object */
export function writeCall(
  { id, name, arguments: given }: Pick<CallPart, "arguments"> & { readonly id: unknown; readonly name: unknown },
  exact: ExactNumbers,
): JsonObject {
  const args = given.trim() === "" ? {} : parseObjectText(exact.mark(given));
  if (!args)
    throw new GatewayError(
      "upstream_invalid_response",
      "The arguments of a call in the upstream's answer are not a JSON object.",
    );
  return { functionCall: { ...(typeof id === "string" && id !== "" && { id }), name, args } };
}

/** What says who answered. */
export interface AnswerHead {
  readonly id: unknown;
  readonly model: unknown;
  /** Which of the answers to a request it is; absent: the first. */
  readonly index?: number;
}

/** An answer, or a piece of one. `end`: why it ended; undefined: it goes on. */
export function responseOf(
  { id, model, index = 0 }: AnswerHead,
  parts: readonly JsonObject[],
  end?: AnswerEnd,
  usage?: Usage,
  groundingMetadata?: JsonObject,
): JsonObject {
  // Nothing was said, and Google's clients expect no content then.
  const isBlocked = end === "filtered" && parts.length === 0;
  const content = { parts: parts.length === 0 ? [{ text: "" }] : parts, role: "model" };
  return {
    candidates: [
      {
        ...(!isBlocked && { content }),
        ...(end !== undefined && { finishReason: FINISH_REASONS[end] }),
        ...(groundingMetadata && { groundingMetadata }),
        index,
      },
    ],
    ...(usage && { usageMetadata: googleUsage(usage) }),
    ...(typeof model === "string" && { modelVersion: model }),
    ...(typeof id === "string" && { responseId: id }),
  };
}

/** Google's envelope for an upstream's error. */
export function writeGoogleError({ status, message, code }: NeutralError): { readonly error: GoogleError } {
  return { error: googleError(status, message ?? `The upstream refused the call with status ${status}.`, code) };
}

/** An answer of `countTokens`. */
export function writeCount(tokens: number): JsonObject {
  return { totalTokens: tokens, promptTokensDetails: [{ modality: "TEXT", tokenCount: tokens }] };
}
