import { GatewayError } from "@/lib/errors";
import { listAt, objectAt, textAt, type JsonObject } from "../json-value";
import { isObject } from "@/lib/is-object";
import { reasoningOf } from "./answer";

/** One event of Anthropic's stream; `type` is its name. */
export type MessageEvent = JsonObject & { readonly type: string };

interface OpenBlock {
  readonly index: number;
  readonly kind: "text" | "thinking" | "call";
  /** For a call: its index or id, whichever the upstream sends. */
  readonly key?: unknown;
}

/** Turns the deltas of chat completion chunks into Anthropic's content blocks, of which one is open at a time. */
export class BlockBuilder {
  #open: OpenBlock | undefined;
  #blocks = 0;
  readonly #calls = new Set<unknown>();
  /** Characters of generated text so far. */
  characters = 0;

  get hasCalls(): boolean {
    return this.#calls.size > 0;
  }

  /** @throws GatewayError upstream_invalid_response if the upstream continues a call that has ended */
  read(delta: JsonObject): MessageEvent[] {
    const events: MessageEvent[] = [];
    const thinking = reasoningOf(delta);
    const text = textAt(delta, "content") || textAt(delta, "refusal");
    if (thinking)
      events.push(
        ...this.#enter("thinking", { type: "thinking", thinking: "", signature: "" }),
        this.#add({ type: "thinking_delta", thinking }, thinking),
      );
    if (text)
      events.push(...this.#enter("text", { type: "text", text: "" }), this.#add({ type: "text_delta", text }, text));
    for (const call of listAt(delta, "tool_calls").filter(isObject)) events.push(...this.#call(call));
    return events;
  }

  /** Ends the open block, if there is one. */
  close(): MessageEvent[] {
    const open = this.#open;
    this.#open = undefined;
    return open ? [{ type: "content_block_stop", index: open.index }] : [];
  }

  #call(call: JsonObject): MessageEvent[] {
    const { name, arguments: text } = objectAt(call, "function");
    // Not every provider sends an index; then a new id starts a new call.
    const key = call["index"] ?? call["id"] ?? this.#open?.key;
    const events = this.#isAt(key)
      ? []
      : this.#enterCall(key, { type: "tool_use", id: call["id"] ?? `call_${this.#calls.size}`, name, input: {} });
    if (typeof text === "string" && text !== "")
      events.push(this.#add({ type: "input_json_delta", partial_json: text }, text));
    return events;
  }

  #isAt(key: unknown): boolean {
    return this.#open?.kind === "call" && this.#open.key === key;
  }

  #enterCall(key: unknown, block: JsonObject): MessageEvent[] {
    // A closed block cannot be reopened, and the missing part would be part of an argument.
    if (this.#calls.has(key))
      throw new GatewayError("upstream_invalid_response", "The upstream mixes the arguments of several calls.");
    this.#calls.add(key);
    return this.#start({ index: this.#blocks, kind: "call", key }, block);
  }

  #enter(kind: "text" | "thinking", block: JsonObject): MessageEvent[] {
    return this.#open?.kind === kind ? [] : this.#start({ index: this.#blocks, kind }, block);
  }

  #start(open: OpenBlock, block: JsonObject): MessageEvent[] {
    const closing = this.close();
    this.#open = open;
    this.#blocks++;
    return [...closing, { type: "content_block_start", index: open.index, content_block: block }];
  }

  #add(delta: JsonObject, text: string): MessageEvent {
    this.characters += text.length;
    return { type: "content_block_delta", index: this.#open?.index, delta };
  }
}
