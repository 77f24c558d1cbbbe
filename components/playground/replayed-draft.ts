import type { CallContent, ContentPart, ContentTurn } from "@/lib/wire/content";
import { isObject } from "@/lib/is-object";
import { type Draft, EMPTY_DRAFT } from "./draft";
import type { Message, ToolCall } from "./message";
import { PARAMETERS } from "./parameters";

/**
 * A draft that asks again, as the reader, what a call has asked. Its answer is left out. Undefined: the call has no
 * conversation.
 */
export function replayedDraft(
  model: string,
  { conversation, request, route }: Pick<CallContent, "conversation" | "request" | "route">,
): Draft | undefined {
  const asked = conversation && withoutAnswer(conversation);
  if (!asked || asked.length === 0) return undefined;
  const said = asked.filter(({ role }) => role !== "system").flatMap(messagesOf(callsIn(asked)));
  const body = route === "/chat/completions" && isObject(request.content) ? request.content : {};
  return {
    ...EMPTY_DRAFT,
    model,
    system: asked
      .filter(({ role }) => role === "system")
      .map(textIn)
      .join("\n\n"),
    messages: said.length > 0 ? said : EMPTY_DRAFT.messages,
    parameters: Object.fromEntries(
      PARAMETERS.flatMap(({ name }) => (isPlain(body[name]) ? [[name, String(body[name])]] : [])),
    ),
    tools: Array.isArray(body["tools"]) ? JSON.stringify(body["tools"], null, 2) : "",
  };
}

/** Everything before the turns with which the model answered. */
function withoutAnswer(conversation: readonly ContentTurn[]): readonly ContentTurn[] {
  const last = conversation.findLastIndex(({ role }) => role !== "assistant");
  return conversation.slice(0, last + 1);
}

/** The calls of tools in a conversation, by their ids. */
function callsIn(turns: readonly ContentTurn[]): ReadonlyMap<string, ToolCall> {
  const calls = turns.flatMap(({ parts }) => parts.flatMap((part) => (part.type === "call" ? [part] : [])));
  return new Map(calls.map(({ id, name, arguments: given }) => [id, { id, name, arguments: given }]));
}

function messagesOf(calls: ReadonlyMap<string, ToolCall>) {
  return (turn: ContentTurn): Message[] => {
    const results = turn.parts.flatMap((part): Message[] => {
      if (part.type !== "result") return [];
      const resultOf = calls.get(part.call_id) ?? { id: part.call_id, name: "", arguments: "" };
      return [{ role: "tool", content: part.text, resultOf }];
    });
    const made = turn.parts.flatMap((part) => (part.type === "call" ? (calls.get(part.id) ?? []) : []));
    const images = turn.parts.flatMap((part) => (part.type === "image" && part.url !== null ? [part.url] : []));
    const message: Message = {
      role: turn.role,
      content: textIn(turn),
      ...(images.length > 0 && { images }),
      ...(made.length > 0 && { calls: made }),
    };
    const isEmpty = message.content === "" && images.length === 0 && made.length === 0;
    return isEmpty ? results : [...results, message];
  };
}

function textIn({ parts }: ContentTurn): string {
  return parts.flatMap((part: ContentPart) => (part.type === "text" ? [part.text] : [])).join("\n\n");
}

function isPlain(value: unknown): value is string | number {
  return typeof value === "string" || typeof value === "number";
}
