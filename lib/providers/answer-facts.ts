import { isObject } from "@/lib/is-object";
import { listAt, objectAt, textAt, type JsonObject } from "./json-value";

/** What an upstream says about its answer beside the content: for traces. */
export interface AnswerFacts {
  /** The upstream's own id of the answer. */
  readonly id: string | undefined;
  /** The model that answered, which may be more exact than the requested one. */
  readonly model: string | undefined;
  /** Why each choice ended, in the upstream's words. */
  readonly finishReasons: readonly string[];
}

/** An answer that can describe itself. Its facts are read only then, since few calls are traced. */
export interface DescribedAnswer {
  describe(): AnswerFacts;
}

export const NO_FACTS: AnswerFacts = { id: undefined, model: undefined, finishReasons: [] };

/**
 * Adds the facts of a whole answer, or of one event of a stream, to those that are known: OpenAI's completions and
 * responses, Anthropic's messages, Google's answers.
 */
export function readAnswerFacts(value: JsonObject, known: AnswerFacts = NO_FACTS): AnswerFacts {
  const answer = isObject(value["response"])
    ? value["response"]
    : isObject(value["message"])
      ? value["message"]
      : value;
  const finishReasons = finishReasonsOf(value, answer);
  return {
    id: textAt(answer, "id") ?? textAt(answer, "responseId") ?? known.id,
    model: textAt(answer, "model") ?? textAt(answer, "modelVersion") ?? known.model,
    finishReasons: finishReasons.length > 0 ? [...known.finishReasons, ...finishReasons] : known.finishReasons,
  };
}

function finishReasonsOf(value: JsonObject, answer: JsonObject): string[] {
  const choices = listAt(answer, "choices").filter(isObject);
  const stopReason = textAt(answer, "stop_reason") ?? textAt(objectAt(value, "delta"), "stop_reason");
  // A response has no reason, but says whether it was cut short.
  const status = answer["object"] === "response" ? responseEnd(answer) : undefined;
  const candidates = listAt(answer, "candidates").filter(isObject);
  return [
    ...choices.map((choice) => textAt(choice, "finish_reason")),
    ...candidates.map((candidate) => textAt(candidate, "finishReason")),
    stopReason,
    status,
  ].filter((reason) => reason !== undefined);
}

function responseEnd(response: JsonObject): string | undefined {
  return textAt(objectAt(response, "incomplete_details"), "reason") ?? textAt(response, "status");
}
