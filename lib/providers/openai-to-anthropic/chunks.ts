import { objectAt, textAt, type JsonObject } from "../json-value";
import { isObject } from "@/lib/is-object";
import { toFinishReason } from "./finish-reason";

/** What an event adds to the only choice of a chat completion. */
export interface ChunkPart {
  readonly delta: JsonObject;
  readonly finishReason: string | null;
  /** Characters of generated text in this part. */
  readonly characters: number;
}

interface OpenBlock {
  readonly type: unknown;
  /** For a call: its position among the calls. */
  readonly call: number;
  /** The thinking or the arguments so far. */
  text: string;
  signature: string;
}

/** Turns each event of Anthropic's content blocks into a delta of OpenAI's stream. */
export class ChunkBuilder {
  readonly #blocks = new Map<unknown, OpenBlock>();
  #calls = 0;

  /** The part for an event; undefined if it means nothing to OpenAI's clients. */
  read(event: JsonObject): ChunkPart | undefined {
    switch (event["type"]) {
      case "message_start":
        return part({ role: "assistant", content: "" });
      case "content_block_start":
        return this.#start(event["index"], objectAt(event, "content_block"));
      case "content_block_delta":
        return this.#add(this.#blocks.get(event["index"]), objectAt(event, "delta"));
      case "content_block_stop":
        return this.#stop(event["index"]);
      case "message_delta": {
        const reason = objectAt(event, "delta")["stop_reason"];
        return typeof reason === "string" ? { ...part({}), finishReason: toFinishReason(reason) } : undefined;
      }
      default:
        return undefined;
    }
  }

  #start(index: unknown, block: JsonObject): ChunkPart | undefined {
    const { type } = block;
    const call = type === "tool_use" ? this.#calls++ : -1;
    this.#blocks.set(index, {
      type,
      call,
      text: textAt(block, "thinking") ?? "",
      signature: textAt(block, "signature") ?? "",
    });
    if (type === "tool_use") {
      const { id, name } = block;
      return part({ tool_calls: [{ index: call, id, type: "function", function: { name, arguments: "" } }] });
    }
    if (type === "redacted_thinking") return part({ thinking_blocks: [block] });
    const text = type === "text" ? textAt(block, "text") : undefined;
    return text ? part({ content: text }, text) : undefined;
  }

  #add(block: OpenBlock | undefined, delta: JsonObject): ChunkPart | undefined {
    if (!block) return undefined;
    switch (delta["type"]) {
      case "text_delta": {
        const text = textAt(delta, "text") ?? "";
        return part({ content: text }, text);
      }
      case "thinking_delta": {
        const text = textAt(delta, "thinking") ?? "";
        block.text += text;
        return part({ reasoning_content: text }, text);
      }
      case "signature_delta":
        block.signature += textAt(delta, "signature") ?? "";
        return undefined;
      case "input_json_delta": {
        const text = textAt(delta, "partial_json") ?? "";
        if (block.type !== "tool_use" || text === "") return undefined;
        block.text += text;
        return part({ tool_calls: [{ index: block.call, function: { arguments: text } }] }, text);
      }
      default:
        return undefined;
    }
  }

  #stop(index: unknown): ChunkPart | undefined {
    const block = this.#blocks.get(index);
    this.#blocks.delete(index);
    if (block?.type === "thinking" && block.signature !== "") {
      return part({ thinking_blocks: [{ type: "thinking", thinking: block.text, signature: block.signature }] });
    }
    // A call without arguments streams none, but OpenAI's clients parse them.
    if (block?.type === "tool_use" && block.text === "")
      return part({ tool_calls: [{ index: block.call, function: { arguments: "{}" } }] });
    return undefined;
  }
}

function part(delta: JsonObject, text = ""): ChunkPart {
  return { delta, finishReason: null, characters: text.length };
}

/** Whether an event is an error that the upstream sent. */
export function isErrorEvent(event: JsonObject): boolean {
  return event["type"] === "error" && isObject(event["error"]);
}
