import { isObject } from "@/lib/is-object";
import { errorReply, GatewayError } from "@/lib/errors";
import { NO_USAGE, type Usage } from "@/lib/usage";
import type { StreamReader } from "./adapter";
import { NO_FACTS, readAnswerFacts, type AnswerFacts } from "./answer-facts";
import type { BrokenStream } from "./events/event-reader";
import { eventData } from "./events/event-splitter";
import { PassingStream } from "./events/passing-stream";
import { statusIn, statusOfError } from "./events/refused-stream";
import { readResponseUsage } from "./dialects/responses/usage";
import { keptIds } from "./kept-state";
import { generatedLength } from "./generated-length";
import { estimateTokens, reportedUsage, withLaterText } from "./openai-usage";

const USAGE = Buffer.from('"usage"');
/** Quotation marks within texts are escaped, so only members and types look like this. */
const FAILURES = ['"error"', '"response.failed"'].map((text) => Buffer.from(text));
const ERROR_EVENTS = ["event: error", "event:error"].flatMap((line) =>
  [`${line}\n`, `${line}\r`].map((text) => Buffer.from(text)),
);
const CONTENT_NAMES = ["content", "reasoning_content", "arguments", "text", "delta"];
const CONTENT_MEMBERS = CONTENT_NAMES.map((name) => Buffer.from(`"${name}":"`));
/** As Python's `json.dumps` writes them, for example. */
const SPACED_MEMBERS = CONTENT_NAMES.map((name) => Buffer.from(`"${name}": "`));
const SPACED = ['"object": ', '"type": '].map((text) => Buffer.from(text));
const DONE = Buffer.from("[DONE]");
/** A longer event that contains the word only mentions it. */
const LONGEST_DONE = 64;
const QUOTE = 0x22;
const FINISH = [Buffer.from('"finish_reason":"'), Buffer.from('"finish_reason": "')];
const EVENT_LINE = /^event: ?(\S+?)\r?$/m;
/** An `event` line comes before any data. */
const LONGEST_EVENT_LINE = 64;
const SEARCH_ENDED = "response.web_search_call.completed";

/** How many choices of an answer are described. */
const MOST_FINISHES = 8;

/** The last event of each kind of stream (OpenAI's API reference, streaming events). Completions end with `[DONE]`. */
const LAST_EVENTS = {
  completions: [],
  responses: ["response.completed", "response.incomplete", "response.failed"],
  images: ["image_generation.completed", "image_edit.completed"],
  speech: ["speech.audio.done"],
  transcriptions: ["transcript.text.done"],
} as const satisfies Record<string, readonly string[]>;

export type OpenAiStreamDialect = keyof typeof LAST_EVENTS;

/** The type as written in an event's data. Quotation marks within texts are escaped, so no text can look like it. */
const TYPE_MEMBERS = Object.fromEntries(
  Object.entries(LAST_EVENTS).map(([dialect, names]) => [
    dialect,
    names.flatMap((name) => [`"type":"${name}"`, `"type": "${name}"`].map((text) => Buffer.from(text))),
  ]),
);

/**
 * Reads an OpenAI stream as it passes: forwards whole events without changing a byte, finds the usage, and withholds
 * the usage event from a caller who did not ask for it. Half an event is never forwarded, so that whatever follows a
 * broken stream can still be read. An error event from the upstream is held back until the stream ends.
 */
export class OpenAiStreamReader extends PassingStream implements StreamReader {
  readonly #dialect: OpenAiStreamDialect;
  readonly #lastEvents: readonly string[];
  readonly #hidesUsage: boolean;
  readonly #counted: Partial<Usage>;
  readonly #expectedImages: number;
  #usage: Usage | undefined;
  #members: readonly Buffer[] = CONTENT_MEMBERS;
  /** As many had passed when the usage was reported. */
  #countedCharacters = 0;
  #events = 0;
  #images = 0;
  /** The searches of the web that have ended, which a stream that breaks does not count itself. */
  #searches = 0;
  #isFinished = false;
  /** The events that say how choices ended, or how much was used: those that describe the answer. */
  #telling: Buffer[] | undefined;
  /** The first and the last event of a response, which name what the upstream keeps. */
  #first: Buffer | undefined;
  #last: Buffer | undefined;

  /**
   * `counted` is the usage that is known without the upstream, in case it reports none; `images`: how many were asked
   * for.
   */
  constructor({
    dialect,
    hidesUsage,
    counted = {},
    images = 1,
  }: {
    readonly dialect: OpenAiStreamDialect;
    readonly hidesUsage: boolean;
    readonly counted?: Partial<Usage>;
    readonly images?: number;
  }) {
    super();
    this.#dialect = dialect;
    this.#lastEvents = LAST_EVENTS[dialect];
    this.#hidesUsage = hidesUsage;
    this.#counted = counted;
    this.#expectedImages = images;
  }

  /** Sounds and images have events without anything before them. */
  override get hasContent(): boolean {
    return super.hasContent || (this.#events > 0 && (this.#dialect === "speech" || this.#dialect === "images"));
  }

  override get isComplete(): boolean {
    return super.isComplete && !this.reader.broken;
  }

  /** Not every upstream sends `[DONE]`, but each sends a finish reason. */
  get mayEnd(): boolean {
    return this.hasPassed || this.#isFinished;
  }

  usage(estimatedPromptTokens: number): Usage {
    const images = this.#images;
    if (this.#usage) {
      const isEarly = this.characters > this.#countedCharacters;
      const usage = isEarly ? withLaterText(this.#usage, this.characters) : this.#usage;
      return images > 0 ? { ...usage, images } : usage;
    }
    return {
      ...NO_USAGE,
      promptTokens: estimatedPromptTokens,
      completionTokens: estimateTokens(this.characters),
      images,
      webSearches: this.#searches,
      ...this.#counted,
      source: "estimated",
    };
  }

  describe(): AnswerFacts {
    return (this.#telling ?? []).reduce(
      (facts, event) => readAnswerFacts(parse(eventData(event)) ?? {}, facts),
      NO_FACTS,
    );
  }

  kept(): readonly string[] {
    const response = [this.#last, this.#first]
      .map((event) => (event ? member(parse(eventData(event)), "response") : undefined))
      .find(isObject);
    return response ? keptIds(response) : [];
  }

  failure(error: GatewayError): Uint8Array {
    const { broken } = this.reader;
    if (broken) return broken.event;
    if (this.#dialect !== "responses") return Buffer.from(`data: ${JSON.stringify(errorReply(error).body)}\n\n`);
    const { code, message, options } = error;
    const event = { type: "error", code, message, param: options.param ?? null, sequence_number: this.#events };
    return Buffer.from(`event: error\ndata: ${JSON.stringify(event)}\n\n`);
  }

  /** Undefined for the usage event that only the gateway asked for, and for an error, which is held back. */
  protected read(event: Buffer): Buffer | undefined {
    this.#events++;
    const isShown = this.#note(event);
    const mayFail = isErrorEvent(event) || FAILURES.some((sign) => event.includes(sign));
    const broken = mayFail ? ownError(event) : undefined;
    if (broken) this.reader.break(broken);
    return isShown && !broken ? event : undefined;
  }

  /** Returns false for the usage event that only the gateway asked for. */
  #note(event: Buffer): boolean {
    if (this.#events === 1 && SPACED.some((sign) => event.includes(sign))) this.#members = SPACED_MEMBERS;
    this.characters += generatedLength(event, this.#members);
    if (this.#dialect === "completions" && FINISH.some((sign) => hasText(event, sign))) {
      this.#isFinished = true;
      this.#keep(event);
    }
    if (this.#dialect === "responses" && this.#events === 1) this.#first = event;
    if (this.#isLast(event)) {
      if (this.#dialect === "responses") this.#last = event;
      if (this.#dialect === "images") this.#images++;
      this.#isFinished = true;
      this.hasPassed = this.#dialect !== "images" || this.#images >= this.#expectedImages;
    }
    // Parsing each delta would cost more than forwarding it, so only events that mention usage are parsed.
    if (!event.includes(USAGE)) return true;
    const value = parse(eventData(event));
    const response = value?.["response"];
    const usage = reportedUsage(value?.["usage"]) ?? (isObject(response) ? readResponseUsage(response) : undefined);
    if (!usage) return true;
    this.#usage = usage;
    this.#countedCharacters = this.characters;
    if (this.#dialect !== "completions") this.#keep(event);
    if (!this.#hidesUsage) return true;
    const choices = value?.["choices"];
    return !(Array.isArray(choices) && choices.length === 0);
  }

  #keep(event: Buffer): void {
    this.#telling ??= [];
    if (this.#telling.length < MOST_FINISHES) this.#telling.push(event);
  }

  #isLast(event: Buffer): boolean {
    if (this.#dialect !== "completions") {
      const name = EVENT_LINE.exec(event.toString("latin1", 0, LONGEST_EVENT_LINE))?.[1];
      if (name === SEARCH_ENDED) this.#searches++;
      return name === undefined
        ? (TYPE_MEMBERS[this.#dialect]?.some((member) => event.includes(member)) ?? false)
        : this.#lastEvents.includes(name);
    }
    return event.length < LONGEST_DONE && event.includes(DONE) && eventData(event).trim() === "[DONE]";
  }
}

/** Whether the member that begins so has a text. Some providers send an empty reason with each delta. */
function hasText(event: Buffer, member: Buffer): boolean {
  let at = event.indexOf(member);
  while (at !== -1 && event[at + member.length] === QUOTE) at = event.indexOf(member, at + member.length);
  return at !== -1;
}

/** Whether an event is called `error`, whatever its data is. */
function isErrorEvent(event: Buffer): boolean {
  return ERROR_EVENTS.some((name) => event.subarray(0, name.length).equals(name));
}

/**
 * The upstream's failure in an event: a member `error` (completions), an event type (responses), or the event's name.
 */
function ownError(event: Buffer): BrokenStream | undefined {
  const value = parse(eventData(event));
  const type = value?.["type"];
  const error =
    type === "response.failed"
      ? member(value?.["response"], "error")
      : type === "error" || isErrorEvent(event)
        ? (value?.["error"] ?? value ?? true)
        : value?.["error"];
  if (error === undefined || error === null || error === false) return undefined;
  const message = member(error, "message");
  const detail = typeof message === "string" ? `: ${message.slice(0, 500)}` : ".";
  return {
    error: new GatewayError("upstream_unreachable", `The upstream ended the stream with an error${detail}`),
    event,
    refused: {
      status: statusIn(value?.["status"]) ?? statusIn(value?.["code"]) ?? statusOfError(error),
      body: Buffer.from(JSON.stringify({ error: typeof error === "object" ? error : { message } })),
    },
  };
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
