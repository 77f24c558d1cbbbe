import { isGeminiSince } from "../../../families/gemini/version";
import type { Target, Writing } from "../../../form/halves";
import { invalid } from "../../../form/parameters";
import type { CallPart, Part, ResultPart, Turn } from "../../../form/request";
import { parseObjectText, type JsonObject } from "../../../json-value";
import { openId } from "../../../form/call-id";
import { UNSIGNED } from "../thoughts";
import { writeMedia } from "./media";

const SIGNS_SINCE = 300;

interface Content {
  readonly role: "user" | "model";
  readonly parts: JsonObject[];
}

/** The `systemInstruction` and `contents` for the turns. @throws GatewayError invalid_request */
export function writeConversation(
  turns: readonly Turn[],
  target: Target,
  writing: Writing,
): { readonly system: readonly JsonObject[]; readonly contents: readonly Content[] } {
  const system: JsonObject[] = [];
  const merged: { role: Turn["role"]; parts: Part[] }[] = [];
  for (const { role, parts } of turns) {
    const last = merged.at(-1);
    if (role === "system") system.push(...parts.flatMap(textPart));
    else if (last?.role === role) last.parts.push(...parts);
    else merged.push({ role, parts: [...parts] });
  }
  const writer = new ContentWriter(target, writing);
  return { system, contents: merged.flatMap((turn) => writer.write(turn)).filter(({ parts }) => parts.length > 0) };
}

/**
 * Google answers calls by name, in the order of the calls, all of a turn in one content, with nothing else in it. So
 * what a caller says with the results follows them in a content of its own.
 */
class ContentWriter {
  /** The names of the calls so far, by their ids. */
  readonly #names = new Map<string, string>();
  /** The ids of the calls of the last turn, in order. */
  #called: string[] = [];
  readonly #isSigning: boolean;

  constructor(
    readonly target: Target,
    readonly writing: Writing,
  ) {
    this.#isSigning = isGeminiSince(target.baseModel ?? target.model, SIGNS_SINCE);
  }

  write({ role, parts }: Turn): Content[] {
    if (role === "user") return this.#ask(parts);
    this.#called = [];
    return [{ role: "model", parts: parts.flatMap((part) => this.#said(part)) }];
  }

  #ask(parts: readonly Part[]): Content[] {
    const results = parts.filter((part) => part.kind === "result");
    const said = parts.flatMap((part) => (part.kind === "result" ? part.parts.filter(isShown) : [part]));
    const order = new Map(this.#called.map((id, index) => [id, index]));
    const ordered = results
      .map((result) => ({ result, at: order.get(openId(result.callId).id) ?? order.size }))
      .sort((one, other) => one.at - other.at);
    return [
      { role: "user", parts: ordered.map(({ result }) => this.#result(result)) },
      { role: "user", parts: said.flatMap((part) => this.#said(part)) },
    ];
  }

  #said(part: Part): JsonObject[] {
    switch (part.kind) {
      case "call":
        return [this.#call(part)];
      case "text":
      case "refusal":
        return textPart(part);
      case "thought":
        return [];
      case "image":
      case "document":
      case "audio":
        return writeMedia(part);
      default:
        if (part.kind === "own") throw this.writing.refuse(part);
        return [];
    }
  }

  #call(call: CallPart): JsonObject {
    const { id, signature } = openId(call.id);
    const given = call.arguments;
    const args = given.trim() === "" ? {} : parseObjectText(this.writing.exact.mark(given));
    if (!args) throw invalid(call.at, `${call.at} must be a JSON object, as a text.`);
    this.#names.set(id, call.name);
    // Google signs the first of the calls of a turn.
    const signed = signature ?? (this.#isSigning && this.#called.length === 0 ? UNSIGNED : undefined);
    this.#called.push(id);
    return {
      functionCall: { ...this.#idOf(id), name: call.name, args },
      ...(signed !== undefined && { thoughtSignature: signed }),
    };
  }

  #result({ callId, parts, isError }: ResultPart): JsonObject {
    const { id } = openId(callId);
    const name = this.#names.get(id);
    if (name === undefined)
      throw invalid("messages", `The result of the call ${JSON.stringify(id.slice(0, 60))} answers no call before it.`);
    const text = parts.flatMap((part) => (part.kind === "text" ? [part.text] : [])).join("\n\n");
    return { functionResponse: { ...this.#idOf(id), name, response: { [isError ? "error" : "output"]: text } } };
  }

  /** Vertex AI goes by the order alone. */
  #idOf(id: string): { id?: string } {
    return this.target.provider === "vertex_ai" ? {} : { id };
  }
}

/** Empty texts are left out, because Google refuses them. */
function textPart(part: Part): JsonObject[] {
  return (part.kind === "text" || part.kind === "refusal") && part.text !== "" ? [{ text: part.text }] : [];
}

function isShown({ kind }: Part): boolean {
  return kind === "image" || kind === "document" || kind === "audio" || kind === "own";
}
