import { errorReply, type GatewayError } from "@/lib/errors";
import type { Usage } from "@/lib/usage";
import type { AnswerEnd, AnswerEvent, NeutralError } from "../../../form/answer";
import type { AnswerWriter } from "../../../form/halves";
import type { Citation } from "../../../form/request";
import type { JsonObject } from "../../../json-value";
import { urlCitation } from "../annotations";
import { chatUsage } from "../usage";
import { FINISH_REASONS, thinkingBlock, writeChatError } from "./answer";

/** What is open: a thought, whose text and signature are sent together once they are whole, or a call. */
type Open =
  | { readonly kind: "thought"; text: string; signature: string }
  | { readonly kind: "call"; readonly call: number };

/** Writes chat completion chunks. */
export class ChunkWriter implements AnswerWriter {
  readonly #created: number;
  readonly #showsUsage: boolean;
  readonly #choice: number;
  /** Who writes the further answers, by their number. */
  readonly #others = new Map<number, ChunkWriter>();
  #head: JsonObject = {};
  #open: Open | undefined;
  /** The calls that have no arguments so far. Some upstreams mix the arguments of several. */
  readonly #bare = new Set<number>();
  /** Characters of all texts so far, and of those before the one that is open. */
  #said = 0;
  #before = 0;
  #cited: Citation[] = [];
  /** Where the last text is that has ended. */
  #last = { offset: 0, length: 0 };

  /** `created` is in seconds since the epoch; `choice`: which of the answers this is. */
  constructor({
    created,
    showsUsage,
    choice = 0,
  }: {
    readonly created: number;
    readonly showsUsage: boolean;
    readonly choice?: number;
  }) {
    this.#created = created;
    this.#showsUsage = showsUsage;
    this.#choice = choice;
  }

  write(event: AnswerEvent): string {
    if (event.kind === "other") return this.#other(event.answer).write(event.event);
    if (event.kind === "text") this.#said += event.text.length;
    else if (event.kind === "cited") return this.#cite(event.citation);
    else if (this.#before !== this.#said) return this.#endText() + this.#write(event);
    return this.#write(event);
  }

  #write(event: AnswerEvent): string {
    switch (event.kind) {
      case "start":
        this.#head = { id: event.id, object: "chat.completion.chunk", created: this.#created, model: event.model };
        return this.#chunk({ role: "assistant", content: "" });
      case "text":
        return this.#close() + this.#chunk({ content: event.text });
      case "refusal":
        return this.#close() + this.#chunk({ refusal: event.text });
      case "thought":
        return this.#enterThought((open) => (open.text += event.text)) + this.#chunk({ reasoning_content: event.text });
      case "signature":
        return this.#enterThought((open) => (open.signature += event.text));
      case "redacted":
        return this.#close() + this.#chunk({ thinking_blocks: [{ type: "redacted_thinking", data: event.data }] });
      case "call":
        return this.#enterCall(event);
      case "arguments":
        this.#bare.delete(event.call);
        return this.#chunk({ tool_calls: [{ index: event.call, function: { arguments: event.text } }] });
      case "close":
        return this.#close() + this.#closeCalls();
      case "end":
        return this.#close() + this.#closeCalls() + this.#chunk({}, event.end);
      default:
        return "";
    }
  }

  finish({ reported }: { readonly reported: Usage | undefined }): string {
    const usage = this.#showsUsage && reported;
    const last = usage ? eventOf({ ...this.#head, choices: [], usage: chatUsage(usage) }) : "";
    let closing = this.#close() + this.#closeCalls();
    for (const other of this.#others.values()) closing += other.#close() + other.#closeCalls();
    return `${closing}${last}data: [DONE]\n\n`;
  }

  error(error: NeutralError): string {
    return eventOf(writeChatError(error));
  }

  failure(error: GatewayError): string {
    return eventOf(errorReply(error).body);
  }

  #other(choice: number): ChunkWriter {
    let other = this.#others.get(choice);
    if (!other) {
      other = new ChunkWriter({ created: this.#created, showsUsage: this.#showsUsage, choice });
      this.#others.set(choice, other);
    }
    return other;
  }

  /** Google cites when the answer ends: calls may have come after the text. */
  #cite(citation: Citation): string {
    if (this.#before !== this.#said) this.#cited.push(citation);
    else if (this.#last.length > 0)
      return this.#chunk({ annotations: [{ type: "url_citation", url_citation: urlCitation(citation, this.#last) }] });
    return "";
  }

  /** What a text cites is only sure once the text is whole. */
  #endText(): string {
    const at = { offset: this.#before, length: this.#said - this.#before };
    const annotations = this.#cited.map((citation) => ({
      type: "url_citation",
      url_citation: urlCitation(citation, at),
    }));
    this.#before = this.#said;
    this.#last = at;
    this.#cited = [];
    return annotations.length > 0 ? this.#chunk({ annotations }) : "";
  }

  #enterThought(add: (open: Extract<Open, { kind: "thought" }>) => void): string {
    const closing = this.#open?.kind === "thought" ? "" : this.#close();
    const open = this.#open?.kind === "thought" ? this.#open : { kind: "thought" as const, text: "", signature: "" };
    this.#open = open;
    add(open);
    return closing;
  }

  #enterCall({ call, id, name }: Extract<AnswerEvent, { kind: "call" }>): string {
    const closing = this.#close();
    this.#open = { kind: "call", call };
    this.#bare.add(call);
    return (
      closing + this.#chunk({ tool_calls: [{ index: call, id, type: "function", function: { name, arguments: "" } }] })
    );
  }

  #close(): string {
    const open = this.#open;
    this.#open = undefined;
    if (open?.kind === "thought" && open.signature !== "")
      return this.#chunk({ thinking_blocks: [thinkingBlock(open)] });
    return "";
  }

  /** A call without arguments streams none, but OpenAI's clients parse them. */
  #closeCalls(): string {
    let text = "";
    for (const index of this.#bare) text += this.#chunk({ tool_calls: [{ index, function: { arguments: "{}" } }] });
    this.#bare.clear();
    return text;
  }

  #chunk(delta: JsonObject, end?: AnswerEnd): string {
    const reason = end === undefined ? null : FINISH_REASONS[end];
    const choice = { index: this.#choice, delta, logprobs: null, finish_reason: reason };
    // In the reference, every chunk before the last has a null usage if the caller asked for usage.
    return eventOf({ ...this.#head, choices: [choice], ...(this.#showsUsage && { usage: null }) });
  }
}

function eventOf(value: object): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}
