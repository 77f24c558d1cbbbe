import { GatewayError } from "@/lib/errors";
import { isObject } from "@/lib/is-object";
import { NO_USAGE, type Usage } from "@/lib/usage";
import { readAnswerFacts, type AnswerFacts } from "../../../answer-facts";
import { stepsOf, type AnswerEvent, type SaidEvent, type StepOfAnswer } from "../../../form/answer";
import { statusIn, statusOfError } from "../../../events/refused-stream";
import type { AnswerReader } from "../../../form/halves";
import { listAt, objectAt, parseObjectText, textAt, type JsonObject } from "../../../json-value";
import { estimateTokens, reportedUsage, withLaterText } from "../../../openai-usage";
import { readAnnotations } from "../annotations";
import { readChatError, readFinishReason, reasoningOf, saidIn } from "./answer";
import { CallReader } from "./streamed-calls";

/** Aggregators put the status beside the error or into it. */
function errorStatusOf(chunk: JsonObject): number {
  return statusIn(chunk["status"]) ?? statusIn(chunk["code"]) ?? statusOfError(chunk["error"]);
}

/** Reads the chunks of a chat completion, whose choices are answers. */
export class ChunkReader implements AnswerReader {
  /** By their index. The answers count in the order in which they come. */
  readonly #choices = new Map<unknown, ChoiceReader>();
  /** The chunk that names the answer. */
  #first: JsonObject | undefined;
  /** The usage that was reported last, and how many characters had passed by then. */
  #counted: { readonly usage: Usage; readonly characters: number } | undefined;
  characters = 0;

  /** Not every upstream sends `[DONE]`, but each sends a finish reason for each choice. */
  get mayEnd(): boolean {
    if (this.#choices.size === 0) return false;
    for (const { finishReason } of this.#choices.values()) if (finishReason === undefined) return false;
    return true;
  }

  read(data: string): readonly AnswerEvent[] {
    if (data === "[DONE]") return this.mayEnd ? [{ kind: "done" }] : [];
    const chunk = parseObjectText(data);
    if (!chunk) throw new GatewayError("upstream_invalid_response", "The upstream sent an event that is not JSON.");
    if (chunk["error"] !== undefined && chunk["error"] !== null)
      return [{ kind: "error", error: readChatError(data, errorStatusOf(chunk)) }];
    const [choice, ...others] = listAt(chunk, "choices");
    let events = isObject(choice) ? this.#readChoice(chunk, choice) : [];
    for (const other of others) if (isObject(other)) events = [...events, ...this.#readChoice(chunk, other)];
    const usage = reportedUsage(chunk["usage"]);
    if (usage) this.#counted = { usage, characters: this.characters };
    return events;
  }

  reported(): Usage | undefined {
    return this.#counted?.usage;
  }

  usage(estimatedPromptTokens: number): Usage {
    const { characters } = this;
    if (this.#counted) {
      const { usage } = this.#counted;
      return characters > this.#counted.characters ? withLaterText(usage, characters) : usage;
    }
    return {
      ...NO_USAGE,
      promptTokens: estimatedPromptTokens,
      completionTokens: estimateTokens(characters),
      source: "estimated",
    };
  }

  facts(): AnswerFacts {
    const { id, model } = readAnswerFacts(this.#first ?? {});
    const finishReasons = [...this.#choices.values()].flatMap(({ finishReason }) => finishReason ?? []);
    return { id, model, finishReasons };
  }

  #readChoice(chunk: JsonObject, choice: JsonObject): readonly AnswerEvent[] {
    this.#first ??= chunk;
    const index = choice["index"] ?? 0;
    let reader = this.#choices.get(index);
    const steps: StepOfAnswer[] = reader ? [] : [{ kind: "start", id: chunk["id"], model: chunk["model"] }];
    if (!reader) this.#choices.set(index, (reader = new ChoiceReader(this.#choices.size)));
    this.characters += reader.read(choice, steps);
    return stepsOf(reader.answer, steps);
  }
}

/** Reads the chunks of one choice. */
class ChoiceReader {
  readonly #calls = new CallReader();
  #isRefused = false;
  finishReason: string | undefined;

  constructor(readonly answer: number) {}

  /** Adds what happens in a chunk, and returns the characters that it generates. */
  read(choice: JsonObject, steps: StepOfAnswer[]): number {
    const delta = objectAt(choice, "delta");
    let characters = 0;
    const say = (step: SaidEvent): void => {
      this.#calls.interrupt();
      characters += step.text.length;
      steps.push(step);
    };
    const thought = reasoningOf(delta);
    if (thought) say({ kind: "thought", text: thought });
    const text = saidIn(delta);
    if (text) say({ kind: "text", text });
    if (delta["annotations"])
      steps.push(...readAnnotations(delta).map((citation) => ({ kind: "cited" as const, citation })));
    const refusal = textAt(delta, "refusal");
    if (refusal && !text) say({ kind: "refusal", text: refusal });
    this.#isRefused ||= Boolean(refusal);
    for (const call of listAt(delta, "tool_calls").filter(isObject)) characters += this.#calls.read(call, steps);
    const reason = textAt(choice, "finish_reason");
    // Some providers send an empty one with each delta.
    if (reason) {
      this.finishReason = reason;
      this.#calls.end();
      steps.push({ kind: "end", end: this.#isRefused ? "filtered" : readFinishReason(reason, this.#calls.count > 0) });
    }
    return characters;
  }
}
