import type { Usage } from "@/lib/usage";
import type { Citation, Part, Quotation } from "./request";

/** A whole answer as every dialect can say it: what an upstream's half reads and a client's half writes. */
export interface NeutralAnswer {
  /** The upstream's own, whatever it is. */
  readonly id: unknown;
  /** The model that answered; undefined: the upstream does not say. */
  readonly model: unknown;
  /** Texts, thoughts, calls, refusals and searches, in order. */
  readonly parts: readonly AnswerPart[];
  /** Undefined: the upstream does not say. */
  readonly end: AnswerEnd | undefined;
  /** Of all answers together. */
  readonly usage: Usage | undefined;
  /** Further answers to the same request, if several were asked for. */
  readonly others?: readonly Pick<NeutralAnswer, "parts" | "end">[];
}

export type AnswerPart = Part | SearchPart;

/** A search of the web that the provider made for the answer. */
export interface SearchPart {
  readonly kind: "search";
  readonly id: unknown;
  readonly queries: readonly string[];
  /** What was found, if the upstream says it. */
  readonly found: readonly FoundPage[];
}

export interface FoundPage {
  readonly url: string;
  readonly title: string | undefined;
}

/** Why an answer ended: the model was done, at the limit, waits for results of calls, or was kept from answering. */
export type AnswerEnd = "stop" | "length" | "calls" | "filtered";

/** One step of a streamed answer. What begins ends what was open before; `close` says so where the upstream does. */
export type AnswerEvent =
  | StepOfAnswer
  /** A step of a further answer to the same request, which counts from 1. It has its own start and end. */
  | { readonly kind: "other"; readonly answer: number; readonly event: StepOfAnswer }
  /** Nothing comes after it. */
  | { readonly kind: "done" }
  /** `body`: as the upstream's refusals have it, if it says more than the error. */
  | { readonly kind: "error"; readonly error: NeutralError; readonly body?: string };

/** What happens in one of the answers to a request. */
export type StepOfAnswer =
  | { readonly kind: "start"; readonly id: unknown; readonly model: unknown }
  | SaidEvent
  /** A piece of the signature of the thought that is open, or of one without text. */
  | { readonly kind: "signature"; readonly text: string }
  | { readonly kind: "redacted"; readonly data: unknown }
  /** `call` counts the calls of the answer from 0. */
  | { readonly kind: "call"; readonly call: number; readonly id: unknown; readonly name: unknown }
  | SearchPart
  /** What the text is taken from that is open; the span counts from its beginning. */
  | { readonly kind: "cited"; readonly citation: Citation }
  | { readonly kind: "quoted"; readonly quotation: Quotation }
  | { readonly kind: "close" }
  | { readonly kind: "end"; readonly end: AnswerEnd };

/** Steps of the answer with this number as events of its stream. */
export function stepsOf(answer: number, steps: readonly StepOfAnswer[]): readonly AnswerEvent[] {
  return answer === 0 ? steps : steps.map((event) => ({ kind: "other", answer, event }));
}

/** A piece of what the model generated. */
export type SaidEvent =
  | { readonly kind: "text" | "refusal" | "thought"; readonly text: string }
  | { readonly kind: "arguments"; readonly call: number; readonly text: string };

/** An error that an upstream answered with. */
export interface NeutralError {
  readonly status: number;
  readonly message: string | undefined;
  /** The upstream's code for what is wrong, such as `model_not_found` or `overloaded_error`. */
  readonly code: string | undefined;
}
