import type { GatewayError } from "@/lib/errors";
import type { Usage } from "@/lib/usage";
import type { AnswerEnd, AnswerEvent, NeutralError, SearchPart } from "../../../form/answer";
import type { AnsweredCall, AnswerWriter } from "../../../form/halves";
import type { Citation } from "../../../form/request";
import { isObject } from "@/lib/is-object";
import { listAt, textAt, type JsonObject } from "../../../json-value";
import {
  annotationOf,
  callItem,
  contentPart,
  itemIds,
  messageItem,
  outcome,
  reasoningItem,
  responseHead,
  searchItem,
} from "./answer";
import { namespacedNames } from "../namespaces";

/** A part of a message that is being written. */
interface OpenPart {
  readonly kind: "text" | "refusal";
  text: string;
  readonly citations: Citation[];
}

/** An item of the response that is not whole yet. */
type OpenItem = { readonly index: number } & (
  | { readonly kind: "message"; readonly content: JsonObject[]; part: OpenPart | undefined }
  | { readonly kind: "thought"; text: string; signature: string }
  | { readonly kind: "call"; readonly call: number; readonly id: unknown; readonly name: unknown; arguments: string }
);
type Open<Kind extends OpenItem["kind"]> = Extract<OpenItem, { kind: Kind }>;

/**
 * Writes the events of a response (platform.openai.com/docs/api-reference/responses-streaming), each with its number. A
 * message or a thought ends where something else begins. Calls stay open until the upstream closes them or the response
 * ends, because some upstreams mix the arguments of several.
 */
export class ResponseWriter implements AnswerWriter {
  readonly #call: AnsweredCall;
  readonly #names: ReturnType<typeof namespacedNames>;
  #head: ReturnType<typeof responseHead>;
  #idOf: (index: number) => string;
  /** The items by their index; those that are open have none yet. */
  readonly #output: JsonObject[] = [];
  #items = 0;
  #current: Open<"message"> | Open<"thought"> | undefined;
  readonly #calls = new Map<number, Open<"call">>();
  #end: AnswerEnd = "stop";
  #number = 0;

  constructor(call: AnsweredCall) {
    this.#call = call;
    this.#names = namespacedNames(call.body);
    this.#head = responseHead(undefined, undefined, call);
    this.#idOf = itemIds(this.#head.id);
  }

  write(event: AnswerEvent): string {
    switch (event.kind) {
      case "start":
        this.#head = responseHead(event.id, event.model, this.#call);
        this.#idOf = itemIds(this.#head.id);
        return this.#respond("response.created", this.#head) + this.#respond("response.in_progress", this.#head);
      case "text":
      case "refusal":
        return event.text === "" ? "" : this.#say(event.kind, event.text);
      case "thought":
        return event.text === "" ? "" : this.#think(event.text);
      case "signature":
        return this.#sign(event.text);
      case "cited":
        if (this.#current?.kind === "message") this.#current.part?.citations.push(event.citation);
        else this.#citeLast(event.citation);
        return "";
      case "search":
        return this.#search(event);
      case "redacted":
        return this.#redacted(String(event.data));
      case "call":
        return this.#beginCall(event);
      case "arguments":
        return this.#argue(event.call, event.text);
      case "close":
        return this.#close();
      case "end":
        this.#end = event.end;
        return this.#close();
      default:
        return "";
    }
  }

  finish({ usage }: { readonly usage: Usage }): string {
    const closing = this.#close();
    const ended = outcome(this.#end, this.#output, usage);
    return closing + this.#respond(`response.${String(ended["status"])}`, { ...this.#head, ...ended });
  }

  error({ message, code }: NeutralError): string {
    return this.#event("error", {
      code: code ?? "server_error",
      message: message ?? "The upstream failed.",
      param: null,
    });
  }

  failure({ code, message, options }: GatewayError): string {
    return this.#event("error", { code, message, param: options.param ?? null });
  }

  #say(kind: OpenPart["kind"], delta: string): string {
    const name = kind === "text" ? "response.output_text" : "response.refusal";
    let text = "";
    let message = this.#current;
    if (message?.kind !== "message") {
      text += this.#closeCurrent();
      message = { kind: "message", index: this.#items++, content: [], part: undefined };
      this.#current = message;
      text += this.#added(message, messageItem([], this.#idOf(message.index), "in_progress"));
    }
    if (message.part?.kind !== kind) {
      text += this.#closePart(message);
      message.part = { kind, text: "", citations: [] };
      text += this.#onPart("response.content_part.added", message, { part: contentPart(message.part) });
    }
    message.part.text += delta;
    return text + this.#onPart(`${name}.delta`, message, { delta, ...(kind === "text" && { logprobs: [] }) });
  }

  /** Google cites when the answer ends: calls may have come after the text, whose events are over. */
  #citeLast(citation: Citation): void {
    const message = this.#output.findLast((item) => item?.["type"] === "message");
    const part = message && listAt(message, "content").findLast(isObject);
    const annotations = part?.["annotations"];
    const text = part && textAt(part, "text");
    if (Array.isArray(annotations) && text !== undefined) annotations.push(annotationOf(citation, text.length));
  }

  #closePart(message: Open<"message">): string {
    const { part } = message;
    if (!part) return "";
    const whole = contentPart(part);
    const cited = part.citations.map((citation, index) =>
      this.#onPart("response.output_text.annotation.added", message, {
        annotation_index: index,
        annotation: annotationOf(citation, part.text.length),
      }),
    );
    const done =
      part.kind === "text"
        ? this.#onPart("response.output_text.done", message, { text: part.text, logprobs: [] })
        : this.#onPart("response.refusal.done", message, { refusal: part.text });
    const text = cited.join("") + done + this.#onPart("response.content_part.done", message, { part: whole });
    message.content.push(whole);
    message.part = undefined;
    return text;
  }

  /** An event about the part of a message that is open, whose index is the number of parts before it. */
  #onPart(type: string, message: Open<"message">, more: JsonObject): string {
    return this.#event(type, {
      item_id: `msg_${this.#idOf(message.index)}`,
      output_index: message.index,
      content_index: message.content.length,
      ...more,
    });
  }

  #think(delta: string): string {
    const { thought, text } = this.#enterThought();
    const part = { type: "summary_text", text: "" };
    const begun =
      thought.text === "" ? this.#onThought("response.reasoning_summary_part.added", thought, { part }) : "";
    thought.text += delta;
    return text + begun + this.#onThought("response.reasoning_summary_text.delta", thought, { delta });
  }

  #sign(signature: string): string {
    const { thought, text } = this.#enterThought();
    thought.signature += signature;
    return text;
  }

  #enterThought(): { readonly thought: Open<"thought">; readonly text: string } {
    if (this.#current?.kind === "thought") return { thought: this.#current, text: "" };
    const closing = this.#closeCurrent();
    const thought: Open<"thought"> = { kind: "thought", index: this.#items++, text: "", signature: "" };
    this.#current = thought;
    const item = { id: `rs_${this.#idOf(thought.index)}`, type: "reasoning", summary: [] };
    return { thought, text: closing + this.#added(thought, item) };
  }

  #onThought(type: string, { index }: Open<"thought">, more: JsonObject): string {
    return this.#event(type, { item_id: `rs_${this.#idOf(index)}`, output_index: index, summary_index: 0, ...more });
  }

  #search(search: SearchPart): string {
    const closing = this.#closeCurrent();
    const index = this.#items++;
    const id = this.#idOf(index);
    const steps = ["in_progress", "searching", "completed"].map((step) =>
      this.#event(`response.web_search_call.${step}`, { item_id: `ws_${id}`, output_index: index }),
    );
    const begun = this.#added({ index }, searchItem(search, id, "in_progress"));
    return closing + begun + steps.join("") + this.#done({ index }, searchItem(search, id));
  }

  #redacted(data: string): string {
    const closing = this.#closeCurrent();
    const index = this.#items++;
    const item = reasoningItem({ kind: "thought", redacted: data }, this.#idOf(index));
    return closing + this.#added({ index }, item) + this.#done({ index }, item);
  }

  #beginCall({ call, id, name }: Extract<AnswerEvent, { kind: "call" }>): string {
    const closing = this.#closeCurrent();
    const open: Open<"call"> = { kind: "call", index: this.#items++, call, id, name, arguments: "" };
    this.#calls.set(call, open);
    return closing + this.#added(open, callItem(open, this.#idOf(open.index), this.#names, "in_progress"));
  }

  #argue(call: number, delta: string): string {
    const open = this.#calls.get(call);
    if (!open) return "";
    open.arguments += delta;
    return this.#onCall("response.function_call_arguments.delta", open, { delta });
  }

  #onCall(type: string, { index }: Open<"call">, more: JsonObject): string {
    return this.#event(type, { item_id: `fc_${this.#idOf(index)}`, output_index: index, ...more });
  }

  #close(): string {
    let text = this.#closeCurrent();
    for (const open of this.#calls.values()) {
      const item = callItem(open, this.#idOf(open.index), this.#names);
      text += this.#onCall("response.function_call_arguments.done", open, { arguments: item["arguments"] });
      text += this.#done(open, item);
    }
    this.#calls.clear();
    return text;
  }

  #closeCurrent(): string {
    const open = this.#current;
    this.#current = undefined;
    if (open?.kind === "message") {
      return this.#closePart(open) + this.#done(open, messageItem(open.content, this.#idOf(open.index)));
    }
    if (!open) return "";
    const { text, signature, index } = open;
    const part = { type: "summary_text", text };
    const ended =
      text === ""
        ? ""
        : this.#onThought("response.reasoning_summary_text.done", open, { text }) +
          this.#onThought("response.reasoning_summary_part.done", open, { part });
    return ended + this.#done(open, reasoningItem({ kind: "thought", text, signature }, this.#idOf(index)));
  }

  #added({ index }: Pick<OpenItem, "index">, item: JsonObject): string {
    return this.#event("response.output_item.added", { output_index: index, item });
  }

  #done({ index }: Pick<OpenItem, "index">, item: JsonObject): string {
    this.#output[index] = item;
    return this.#event("response.output_item.done", { output_index: index, item });
  }

  #respond(type: string, response: JsonObject): string {
    return this.#event(type, { response });
  }

  #event(type: string, more: JsonObject): string {
    const event = { type, sequence_number: this.#number++, ...more };
    return `event: ${type}\ndata: ${JSON.stringify(event)}\n\n`;
  }
}
