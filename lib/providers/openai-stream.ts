import { NO_USAGE, type Usage } from "@/lib/usage";
import { EventSplitter, eventData } from "./event-splitter";
import { estimateTokens, readOpenAiUsage } from "./openai-usage";

const USAGE = Buffer.from('"usage"');
const CONTENT_MEMBERS = ['"content":"', '"reasoning_content":"', '"arguments":"', '"text":"', '"delta":"'].map((member) => Buffer.from(member));
const DONE = Buffer.from("[DONE]");
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Reads an OpenAI stream as it passes: forwards every byte unaltered, finds the usage, and keeps the usage event
 * from a caller who did not ask for it.
 */
export class OpenAiStreamMeter {
  readonly #splitter = new EventSplitter();
  readonly #hidesUsage: boolean;
  #usage: Usage | undefined;
  #characters = 0;
  #isDone = false;

  constructor(options: { readonly hidesUsage: boolean }) {
    this.#hidesUsage = options.hidesUsage;
  }

  /** Whether the upstream has said that the answer is complete. */
  get isDone(): boolean {
    return this.#isDone;
  }

  /** What to forward of a chunk, in order. */
  push(chunk: Uint8Array): Uint8Array[] {
    const shown = this.#splitter.push(chunk).filter((event) => this.#read(event));
    return this.#hidesUsage ? shown : [chunk];
  }

  /** What is left to forward when the stream ends. */
  end(): Uint8Array[] {
    const rest = this.#splitter.flush();
    if (rest.length === 0) return [];
    const isShown = this.#read(rest);
    return this.#hidesUsage && isShown ? [rest] : [];
  }

  /** What the upstream reported, else an estimate from what passed. */
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

  /** Takes note of an event; false for the one event that only the gateway asked for. */
  #read(event: Buffer): boolean {
    this.#characters += contentLength(event);
    if (event.length < 64 && event.includes(DONE) && eventData(event).trim() === "[DONE]") this.#isDone = true;
    // Parsing each delta would cost more than forwarding it; only events that speak of usage are worth it.
    if (!event.includes(USAGE)) return true;
    const value = parse(eventData(event));
    const usage = readOpenAiUsage(value?.["usage"]);
    if (!usage) return true;
    this.#usage = usage;
    const choices = value?.["choices"];
    return !(Array.isArray(choices) && choices.length === 0);
  }
}

/** Bytes of generated text in a delta, near enough for an estimate. */
function contentLength(event: Buffer): number {
  let total = 0;
  for (const member of CONTENT_MEMBERS) {
    let at = event.indexOf(member);
    while (at !== -1) {
      const start = at + member.length;
      let end = event.indexOf(QUOTE, start);
      while (end > start && event[end - 1] === BACKSLASH) end = event.indexOf(QUOTE, end + 1);
      if (end === -1) break;
      total += end - start;
      at = event.indexOf(member, end);
    }
  }
  return total;
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
