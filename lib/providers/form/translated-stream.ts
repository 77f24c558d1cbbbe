import { GatewayError } from "@/lib/errors";
import type { Usage } from "@/lib/usage";
import type { StreamReader } from "../adapter";
import type { AnswerFacts } from "../answer-facts";
import { EventReader } from "../events/event-reader";
import type { RefusedStream } from "../events/refused-stream";
import { eventData } from "../events/event-splitter";
import type { JsonObject } from "../json-value";
import type { AnswerEvent, NeutralError, StepOfAnswer } from "./answer";
import type { AnswerTextEvents } from "./forced-answer";
import type { AnswerReader, AnswerWriter } from "./halves";

/** Reads an upstream's stream in its dialect and writes it in the caller's, event by event. */
export class TranslatedStream implements StreamReader {
  readonly #events = new EventReader((event) => this.#translate(event));
  #isComplete = false;

  constructor(
    readonly reader: AnswerReader,
    readonly writer: AnswerWriter,
    /** What the answer is called if the upstream does not say it. */
    readonly name?: { readonly id: () => string; readonly model: string },
    /** Turns calls of the gateway's own tool into text; absent: there are none. */
    readonly answers?: AnswerTextEvents,
  ) {}

  get refused(): RefusedStream | undefined {
    return this.#events.broken?.refused;
  }

  get hasContent(): boolean {
    return this.reader.characters > 0;
  }

  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** Not every upstream says that it is done, but each says how its answer ends. */
  get mayEnd(): boolean {
    return this.#isComplete || this.reader.mayEnd;
  }

  push(chunk: Uint8Array): Uint8Array[] {
    return bytesOf(this.#events.push(chunk));
  }

  end(): Uint8Array[] {
    const last = this.#events.end();
    if (this.reader.mayEnd) last.push(this.#finish());
    return bytesOf(last);
  }

  usage(estimatedPromptTokens: number): Usage {
    return this.reader.usage(estimatedPromptTokens);
  }

  describe(): AnswerFacts {
    return this.reader.facts();
  }

  failure(error: GatewayError): Uint8Array {
    return this.#events.broken?.event ?? Buffer.from(this.writer.failure(error));
  }

  #translate(bytes: Buffer): string {
    const data = eventData(bytes).trim();
    if (this.#isComplete || data === "") return "";
    let text = "";
    try {
      for (const event of this.reader.read(data))
        if (this.answers) for (const one of this.answers.read(event)) text += this.#write(one);
        else text += this.#write(event);
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      this.#break(error, this.writer.failure(error));
    }
    return text;
  }

  #write(event: AnswerEvent): string {
    if (event.kind === "done") return this.#finish();
    if (event.kind === "start") return this.writer.write(this.#named(event));
    if (event.kind === "other" && event.event.kind === "start")
      return this.writer.write({ ...event, event: this.#named(event.event) });
    if (event.kind !== "error") return this.writer.write(event);
    this.#break(
      new GatewayError("upstream_unreachable", "The upstream ended the stream with an error."),
      this.writer.error(event.error),
      refusedBy(event.error, event.body),
    );
    return "";
  }

  /** Some clients refuse an answer without an id or a model. Cohere's has no model, Converse's neither. */
  #named(event: Extract<StepOfAnswer, { kind: "start" }>): StepOfAnswer {
    if (!this.name) return event;
    return { ...event, id: event.id ?? this.name.id(), model: event.model ?? this.name.model };
  }

  #finish(): string {
    if (this.#isComplete) return "";
    this.#isComplete = true;
    return this.writer.finish({ reported: this.reader.reported(), usage: this.reader.usage(0) });
  }

  #break(error: GatewayError, text: string, refused?: RefusedStream): void {
    this.#events.break({ error, event: Buffer.from(text), ...(refused && { refused }) });
  }
}

function bytesOf(texts: readonly string[]): Uint8Array[] {
  const text = texts.join("");
  return text === "" ? [] : [Buffer.from(text)];
}

/** An error that the form has read, in words that every upstream's half reads. */
function refusedBy({ status, message, code }: NeutralError, body: string | undefined): RefusedStream {
  const error: JsonObject = { message, type: code, code };
  return { status, body: Buffer.from(body ?? JSON.stringify({ error })) };
}
