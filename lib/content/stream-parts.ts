import { EventSplitter, eventData } from "@/lib/providers/events/event-splitter";
import { UPSTREAMS } from "@/lib/providers/dialects/halves";
import type { AnswerEvent, AnswerPart, StepOfAnswer } from "@/lib/providers/form/answer";
import type { AnswerReader } from "@/lib/providers/form/halves";

/** The dialects that callers speak. */
export type CallerDialect = "chat" | "messages" | "responses" | "google";

/** What a stream said, put together: the parts of each answer, how the first one ended, and the error in it. */
export interface StreamParts {
  readonly answers: readonly (readonly AnswerPart[])[];
  readonly end: string | undefined;
  readonly error: string | undefined;
}

/** How many events are read before other work comes between. */
const EVENTS_AT_ONCE = 500;

/**
 * Puts together what a stream of a dialect said, so that what is spread over many events can be masked and read.
 * `yieldToOthers` is awaited now and then. Undefined: an event of it cannot be read.
 */
export async function streamParts(
  dialect: CallerDialect,
  chunks: readonly Uint8Array[],
  yieldToOthers: () => Promise<void>,
): Promise<StreamParts | undefined> {
  const reader: AnswerReader = UPSTREAMS[dialect].reader();
  const splitter = new EventSplitter();
  const said = new SaidParts();
  let count = 0;
  try {
    for (const chunk of [...chunks, Buffer.from("\n\n")])
      for (const event of splitter.push(chunk)) {
        const data = eventData(event);
        if (data !== "") for (const step of reader.read(data)) said.add(step);
        count += 1;
        if (count % EVENTS_AT_ONCE === 0) await yieldToOthers();
      }
  } catch {
    return undefined;
  }
  return said.answers.length === 0 && said.error === undefined ? undefined : said;
}

/** The parts so far. Pieces of one text, and of the arguments of one call, are joined. */
class SaidParts implements StreamParts {
  readonly answers: AnswerPart[][] = [];
  end: string | undefined;
  error: string | undefined;
  /** Of each answer, the positions of its calls among its parts. */
  readonly #calls: number[][] = [];
  readonly #closed: boolean[] = [];

  add(event: AnswerEvent): void {
    if (event.kind === "other") this.#step(event.answer, event.event);
    else if (event.kind === "error") this.error = event.error.message ?? event.error.code ?? "error";
    else if (event.kind !== "done") this.#step(0, event);
  }

  #step(answer: number, step: StepOfAnswer): void {
    const parts = (this.answers[answer] ??= []);
    const calls = (this.#calls[answer] ??= []);
    switch (step.kind) {
      case "text":
      case "refusal":
        this.#say(answer, parts, { kind: step.kind, text: step.text });
        return;
      case "thought":
        this.#say(answer, parts, { kind: "thought", text: step.text, signature: undefined });
        return;
      case "call":
        calls[step.call] = parts.length;
        parts.push({ kind: "call", id: textOf(step.id), name: textOf(step.name), arguments: "", at: "" });
        return;
      case "arguments": {
        const at = calls[step.call];
        const called = at === undefined ? undefined : parts[at];
        if (at !== undefined && called?.kind === "call")
          parts[at] = { ...called, arguments: called.arguments + step.text };
        return;
      }
      case "search":
        parts.push(step);
        return;
      case "close":
        this.#closed[answer] = true;
        return;
      case "end":
        if (answer === 0) this.end = step.end;
        return;
      default:
    }
  }

  /** Adds to the text that is open, or begins one. */
  #say(answer: number, parts: AnswerPart[], piece: Extract<AnswerPart, { text: string }>): void {
    const last = parts.at(-1);
    const goesOn = !this.#closed[answer] && last !== undefined && "text" in last && last.kind === piece.kind;
    if (goesOn) parts[parts.length - 1] = { ...last, text: last.text + piece.text };
    else parts.push(piece);
    this.#closed[answer] = false;
  }
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
