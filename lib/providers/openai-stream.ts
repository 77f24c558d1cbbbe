import { errorReply, type GatewayError } from "@/lib/errors";
import { NO_USAGE, type Usage } from "@/lib/usage";
import type { StreamReader } from "./adapter";
import { EventSplitter, eventData, joinAdjacent } from "./event-splitter";
import { generatedLength } from "./generated-length";
import { estimateTokens, readOpenAiUsage } from "./openai-usage";

const USAGE = Buffer.from('"usage"');
const CONTENT_MEMBERS = ['"content":"', '"reasoning_content":"', '"arguments":"', '"text":"', '"delta":"'].map((member) => Buffer.from(member));
const DONE = Buffer.from("[DONE]");
/** Longer events that hold the word are text about it. */
const LONGEST_DONE = 64;
const FINISH = [Buffer.from('"finish_reason":"'), Buffer.from('"finish_reason": "')];
const LAST_RESPONSE_EVENT = /^event: ?response\.(completed|incomplete|failed)\r?$/m;

type OpenAiStreamDialect = "completions" | "responses";

/**
 * Reads an OpenAI stream as it passes: forwards whole events with every byte unaltered, finds the usage, and keeps the
 * usage event from a caller who did not ask for it. Half an event is never forwarded, so that what follows a broken
 * stream can still be read.
 */
export class OpenAiStreamReader implements StreamReader {
  readonly #splitter = new EventSplitter();
  readonly #dialect: OpenAiStreamDialect;
  readonly #hidesUsage: boolean;
  #usage: Usage | undefined;
  #characters = 0;
  #events = 0;
  #isComplete = false;
  #isFinished = false;

  constructor({ dialect, hidesUsage }: { readonly dialect: OpenAiStreamDialect; readonly hidesUsage: boolean }) {
    this.#dialect = dialect;
    this.#hidesUsage = hidesUsage;
  }

  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** Not every upstream says `[DONE]`, but each says why it has finished. */
  get mayEnd(): boolean {
    return this.#isComplete || this.#isFinished;
  }

  push(chunk: Uint8Array): Uint8Array[] {
    return joinAdjacent(this.#splitter.push(chunk).filter((event) => this.#read(event)));
  }

  end(): Uint8Array[] {
    const rest = this.#splitter.flush();
    if (rest.length === 0) return [];
    return this.#read(rest) ? [rest] : [];
  }

  usage(estimatedPromptTokens: number): Usage {
    return (
      this.#usage ?? {
        ...NO_USAGE,
        promptTokens: estimatedPromptTokens,
        completionTokens: estimateTokens(this.#characters),
        source: "estimated",
      }
    );
  }

  failure(error: GatewayError): Uint8Array {
    if (this.#dialect === "completions") return Buffer.from(`data: ${JSON.stringify(errorReply(error).body)}\n\n`);
    const { code, message, options } = error;
    const event = { type: "error", code, message, param: options.param ?? null, sequence_number: this.#events };
    return Buffer.from(`event: error\ndata: ${JSON.stringify(event)}\n\n`);
  }

  /** Takes note of an event; false for the one event that only the gateway asked for. */
  #read(event: Buffer): boolean {
    this.#events++;
    this.#characters += generatedLength(event, CONTENT_MEMBERS);
    this.#isFinished ||= this.#dialect === "completions" && FINISH.some((sign) => event.includes(sign));
    this.#isComplete ||= this.#isLast(event);
    // Parsing each delta would cost more than forwarding it; only events that speak of usage are worth it.
    if (!event.includes(USAGE)) return true;
    const value = parse(eventData(event));
    const usage = readOpenAiUsage(value?.["usage"]) ?? readOpenAiUsage(member(value?.["response"], "usage"));
    if (!usage) return true;
    this.#usage = usage;
    if (!this.#hidesUsage) return true;
    const choices = value?.["choices"];
    return !(Array.isArray(choices) && choices.length === 0);
  }

  #isLast(event: Buffer): boolean {
    if (this.#dialect === "responses") return LAST_RESPONSE_EVENT.test(event.toString("latin1", 0, LONGEST_DONE));
    return event.length < LONGEST_DONE && event.includes(DONE) && eventData(event).trim() === "[DONE]";
  }
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
