import { GatewayError } from "@/lib/errors";
import { isObject } from "@/lib/is-object";
import type { AnswerEnd } from "../../../form/answer";
import type { CallPart } from "../../../form/request";
import { listAt, objectAt, textAt, type JsonObject } from "../../../json-value";
import { signedId } from "../../../form/call-id";

/** What one part of an answer says; undefined: nothing that other dialects' clients can read. */
export type Said =
  | { readonly kind: "text" | "thought"; readonly text: string }
  | { readonly kind: "call"; readonly call: CallPart };

/** The parts of the first candidate. */
export function partsOf(answer: JsonObject): readonly JsonObject[] {
  return listAt(objectAt(firstCandidate(answer), "content"), "parts").filter(isObject);
}

export function firstCandidate(answer: JsonObject): JsonObject {
  const [candidate] = listAt(answer, "candidates");
  return isObject(candidate) ? candidate : {};
}

/**
 * What a part says. `callCount`: how many calls of the answer came before. Google gives few calls an id, but other
 * dialects need one that no other call of the conversation has. Only the signature of a call must come back.
 */
export function readPart(part: JsonObject, answer: JsonObject, callCount: number): Said | undefined {
  const text = textAt(part, "text");
  if (text !== undefined) return { kind: part["thought"] === true ? "thought" : "text", text };
  const called = part["functionCall"];
  if (!isObject(called)) return undefined;
  const id = textAt(called, "id") || `call_${(textAt(answer, "responseId") ?? "").slice(0, 24)}_${callCount}`;
  return {
    kind: "call",
    call: {
      kind: "call",
      id: signedId(id, textAt(part, "thoughtSignature")),
      name: textAt(called, "name") ?? "",
      arguments: JSON.stringify(called["args"] ?? {}),
      at: "functionCall.args",
    },
  };
}

/** The model tried to answer, and made nothing that can be used. */
const UNUSABLE: ReadonlySet<string> = new Set([
  "MALFORMED_FUNCTION_CALL",
  "MALFORMED_RESPONSE",
  "UNEXPECTED_TOOL_CALL",
  "TOO_MANY_TOOL_CALLS",
  "MISSING_THOUGHT_SIGNATURE",
  "NO_IMAGE",
  "IMAGE_OTHER",
]);

/** How an answer ended. `refusal`: what its caller learns of a filter. */
export interface GoogleEnd {
  readonly end: AnswerEnd;
  readonly refusal?: string;
}

/**
 * Why an answer ended (ai.google.dev/api/generate-content#FinishReason), or why the prompt was blocked; undefined: it
 * goes on. An end that is neither the model's own nor the limit gets a sentence, for nobody can use an empty answer.
 * @throws GatewayError upstream_invalid_response if the model made nothing that can be used
 */
export function readEnd(
  answer: JsonObject,
  { hasSpoken, hasCalls }: { readonly hasSpoken: boolean; readonly hasCalls: boolean },
): GoogleEnd | undefined {
  const feedback = objectAt(answer, "promptFeedback");
  const blocked = textAt(feedback, "blockReason");
  if (blocked !== undefined)
    return {
      end: "filtered",
      refusal: told("The provider blocked the prompt", blocked, feedback["blockReasonMessage"]),
    };
  const candidate = firstCandidate(answer);
  const reason = textAt(candidate, "finishReason");
  const message = candidate["finishMessage"];
  switch (reason) {
    case undefined:
    case "FINISH_REASON_UNSPECIFIED":
      return undefined;
    case "MAX_TOKENS":
      return { end: "length" };
    case "STOP":
      if (!hasSpoken && !hasCalls && partsOf(answer).some((part) => "inlineData" in part)) throw unreadable();
      if (!hasSpoken && !hasCalls)
        throw unusable("The model ended its answer without saying anything", reason, message);
      return { end: hasCalls ? "calls" : "stop" };
    default:
      if (UNUSABLE.has(reason)) throw unusable("The model's answer cannot be used", reason, message);
      return { end: "filtered", refusal: told("The provider ended the answer", reason, message) };
  }
}

/** Pictures and sound have no place in answers of other dialects. */
function unreadable(): GatewayError {
  const message = "The model answered with a picture or a sound, which only Google's clients can read.";
  return new GatewayError("upstream_invalid_response", message);
}

function unusable(what: string, reason: string, message: unknown): GatewayError {
  return new GatewayError("upstream_invalid_response", told(what, reason, message));
}

function told(what: string, reason: string, message: unknown): string {
  const more = typeof message === "string" && message !== "" ? ` ${message.slice(0, 500)}` : "";
  return `${what}: ${reason.slice(0, 60)}.${more}`;
}
