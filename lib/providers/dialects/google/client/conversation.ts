import { isObject } from "@/lib/is-object";
import { invalid } from "../../../form/parameters";
import type { CallPart, Part, ResultPart, Turn } from "../../../form/request";
import type { JsonObject } from "../../../json-value";
import { member, objectOf, textOf } from "../spelling";
import { openSeal } from "../thoughts";
import { partsOf, readContent } from "./content";

const ROLES: ReadonlyMap<unknown, Turn["role"]> = new Map([
  [undefined, "user"],
  ["user", "user"],
  ["function", "user"],
  ["model", "assistant"],
] as const);

/** The turns of `systemInstruction` and `contents`. @throws GatewayError invalid_request */
export function readTurns(instruction: unknown, contents: unknown): Turn[] {
  const system = readSystem(instruction);
  if (!Array.isArray(contents)) throw invalid("contents", '"contents" must be a list of contents.');
  const reader = new TurnReader();
  contents.forEach((content: unknown, index) => reader.read(content, `contents.${index}`));
  return system.length === 0 ? reader.turns : [{ role: "system", parts: system }, ...reader.turns];
}

function readSystem(instruction: unknown): Part[] {
  return partsOf(instruction, "systemInstruction").flatMap(({ part, at }) => {
    const read = readContent(part, at);
    if (read && read.kind !== "text") throw invalid(at, `${at}: a system instruction may only contain text.`);
    return read ?? [];
  });
}

/**
 * Reads one content after the other. What a model said in one turn may come as several contents, because clients keep
 * each piece of a stream as one; other dialects need a turn's calls together. Google's calls need no ids, so a result
 * may name its function alone: it belongs to the first call of that function that has none yet.
 */
class TurnReader {
  readonly turns: { role: Turn["role"]; parts: Part[] }[] = [];
  readonly #open: CallPart[] = [];
  #calls = 0;

  read(content: unknown, path: string): void {
    if (!isObject(content)) throw invalid(path, `${path} must be a content with parts.`);
    const role = ROLES.get(member(content, "role"));
    if (role === undefined) throw invalid(`${path}.role`, `${path}.role must be user or model.`);
    const last = this.turns.at(-1);
    const turn = last && role === "assistant" && last.role === role ? last : { role, parts: [] };
    if (turn !== last) this.turns.push(turn);
    for (const { part, at } of partsOf(content, path)) this.#add(turn.parts, part, at);
  }

  #add(parts: Part[], part: JsonObject, at: string): void {
    parts.push(...openSeal(textOf(part, "thoughtSignature")));
    if (member(part, "functionCall") !== undefined) {
      parts.push(this.#readCall(objectOf(part, "functionCall"), `${at}.functionCall`));
      return;
    }
    if (member(part, "functionResponse") !== undefined) {
      parts.push(this.#readResult(objectOf(part, "functionResponse"), `${at}.functionResponse`));
      return;
    }
    // The signature that follows it has the whole thought; without one no model reads it again.
    if (member(part, "thought") === true) return;
    const read = readContent(part, at);
    const last = parts.at(-1);
    if (read?.kind === "text" && last?.kind === "text")
      parts[parts.length - 1] = { ...last, text: last.text + read.text };
    else if (read) parts.push(read);
  }

  #readCall(call: JsonObject, at: string): CallPart {
    const name = textOf(call, "name");
    if (!name) throw invalid(`${at}.name`, `${at}.name must be the name of a function.`);
    const read: CallPart = {
      kind: "call",
      id: textOf(call, "id") || `call_${this.#calls}`,
      name,
      arguments: JSON.stringify(member(call, "args") ?? {}),
      at: `${at}.args`,
    };
    this.#calls += 1;
    this.#open.push(read);
    return read;
  }

  #readResult(result: JsonObject, at: string): ResultPart {
    const id = textOf(result, "id");
    const name = textOf(result, "name");
    const index = this.#open.findIndex((call) => (id ? call.id === id : call.name === name));
    const [call] = index === -1 ? [] : this.#open.splice(index, 1);
    const callId = call?.id ?? id;
    if (!callId) throw invalid(`${at}.name`, `${at} answers no functionCall before it.`);
    return { kind: "result", callId, ...readResponse(objectOf(result, "response")), ...withMedia(result, at) };
  }
}

/** Google's convention: `output` is the result or, without it, `error` what went wrong; otherwise all of it counts. */
function readResponse(response: JsonObject): Pick<ResultPart, "parts" | "isError"> {
  const { output, error } = response;
  const isError = output === undefined && error !== undefined;
  const says = output ?? error ?? response;
  return { parts: [{ kind: "text", text: typeof says === "string" ? says : JSON.stringify(says) }], isError };
}

function withMedia(result: JsonObject, at: string): Partial<Pick<ResultPart, "parts">> {
  const media = partsOf(result, at).flatMap(({ part, at: path }) => readContent(part, path) ?? []);
  return media.length === 0 ? {} : { parts: [...readResponse(objectOf(result, "response")).parts, ...media] };
}
