import { GatewayError } from "@/lib/errors";
import { NO_USAGE, type Usage } from "@/lib/usage";
import type { AnswerEnd, AnswerEvent, NeutralError, SearchPart } from "../../../form/answer";
import type { AnswerWriter } from "../../../form/halves";
import type { JsonObject } from "../../../json-value";
import { errorEvent, namedEvent } from "../error-event";
import { writeQuotation } from "../quotation";
import { writeCitation, writeSearch } from "../search";
import { messagesUsage, STOP_REASONS, writeMessagesError } from "./answer";

interface OpenBlock {
  readonly index: number;
  readonly kind: "text" | "thought" | "call";
  /** For a call: which of the answer's calls it is. */
  readonly call: number;
}

/** Writes the events of Anthropic's stream, in which one block is open at a time. */
export class MessageWriter implements AnswerWriter {
  readonly #model: string;
  #open: OpenBlock | undefined;
  #blocks = 0;
  #end: AnswerEnd = "stop";

  /** `model` is for upstreams that do not name theirs. */
  constructor({ model }: { readonly model: string }) {
    this.#model = model;
  }

  write(event: AnswerEvent): string {
    switch (event.kind) {
      case "start":
        return this.#start(event);
      case "text":
      case "refusal":
        if (event.text === "") return "";
        return this.#enter("text", { type: "text", text: "" }) + this.#add({ type: "text_delta", text: event.text });
      case "thought":
        if (event.text === "") return "";
        return this.#enterThought() + this.#add({ type: "thinking_delta", thinking: event.text });
      case "signature":
        return this.#enterThought() + this.#add({ type: "signature_delta", signature: event.text });
      case "redacted":
        return this.#begin("text", { type: "redacted_thinking", data: event.data }) + this.#close();
      case "cited":
        return this.#cite(writeCitation(event.citation));
      case "quoted":
        return this.#cite(writeQuotation(event.quotation));
      case "search":
        return this.#search(event);
      case "call":
        return this.#begin("call", { type: "tool_use", id: event.id, name: event.name, input: {} }, event.call);
      case "arguments":
        return this.#arguments(event);
      case "close":
        return this.#close();
      case "end":
        this.#end = event.end;
        return "";
      default:
        return "";
    }
  }

  finish({ usage }: { readonly usage: Usage }): string {
    const delta = { stop_reason: STOP_REASONS[this.#end], stop_sequence: null };
    return (
      this.#close() +
      eventText({ type: "message_delta", delta, usage: messagesUsage(usage) }) +
      eventText({ type: "message_stop" })
    );
  }

  error(error: NeutralError): string {
    return namedEvent("error", writeMessagesError(error)).toString();
  }

  failure(error: GatewayError): string {
    return errorEvent(error).toString();
  }

  /** The message starts without token counts: the prompt's size is only known at the end. */
  #start({ id, model }: Extract<AnswerEvent, { kind: "start" }>): string {
    const message = {
      id,
      type: "message",
      role: "assistant",
      model: model ?? this.#model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: messagesUsage(NO_USAGE),
    };
    return eventText({ type: "message_start", message });
  }

  #search(search: SearchPart): string {
    const [call, result] = writeSearch(search);
    return (
      this.#begin("text", { ...call, input: {} }) +
      this.#add({ type: "input_json_delta", partial_json: JSON.stringify(call["input"]) }) +
      this.#begin("text", result) +
      this.#close()
    );
  }

  #cite(citation: JsonObject): string {
    return this.#enter("text", { type: "text", text: "" }) + this.#add({ type: "citations_delta", citation });
  }

  #enterThought(): string {
    return this.#enter("thought", { type: "thinking", thinking: "", signature: "" });
  }

  #enter(kind: OpenBlock["kind"], block: JsonObject): string {
    return this.#open?.kind === kind ? "" : this.#begin(kind, block);
  }

  #begin(kind: OpenBlock["kind"], block: JsonObject, call = -1): string {
    const closing = this.#close();
    this.#open = { index: this.#blocks++, kind, call };
    return closing + eventText({ type: "content_block_start", index: this.#open.index, content_block: block });
  }

  #arguments({ call, text }: Extract<AnswerEvent, { kind: "arguments" }>): string {
    // A closed block cannot be reopened, and the missing part would be part of an argument.
    if (this.#open?.call !== call)
      throw new GatewayError("upstream_invalid_response", "The upstream mixes the arguments of several calls.");
    return this.#add({ type: "input_json_delta", partial_json: text });
  }

  #add(delta: JsonObject): string {
    return eventText({ type: "content_block_delta", index: this.#open?.index, delta });
  }

  #close(): string {
    const open = this.#open;
    this.#open = undefined;
    return open ? eventText({ type: "content_block_stop", index: open.index }) : "";
  }
}

/** An event in Anthropic's form, named by its type. */
function eventText(event: JsonObject & { readonly type: string }): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}
