import type { Turn } from "../../../form/request";
import { textAt, type JsonObject } from "../../../json-value";
import type { BlockWriter } from "./content";

export interface ConverseMessage {
  readonly role: "user" | "assistant";
  readonly content: JsonObject[];
}

/**
 * System messages come first, wherever they stand. Roles must alternate and the user must begin, so adjacent turns of
 * one role become one; a document needs a text beside it (docs.aws.amazon.com/bedrock, Converse, `messages`).
 */
export function writeConversation(
  turns: readonly Turn[],
  writer: BlockWriter,
): { readonly system: readonly JsonObject[]; readonly messages: readonly ConverseMessage[] } {
  const system: JsonObject[] = [];
  const messages: ConverseMessage[] = [];
  for (const { role, parts } of turns) {
    const blocks = writer.blocks(parts);
    if (blocks.length === 0) continue;
    const last = messages.at(-1);
    if (role === "system") system.push(...blocks);
    else if (last?.role === role) last.content.push(...blocks);
    else messages.push({ role, content: blocks });
  }
  if (messages[0]?.role !== "user") messages.unshift({ role: "user", content: [{ text: "." }] });
  for (const { content } of messages) besideDocuments(content);
  trimPrefill(messages);
  return { system, messages };
}

function besideDocuments(content: JsonObject[]): void {
  const has = (name: string): boolean => content.some((block) => block[name] !== undefined);
  if (has("document") && !has("text")) content.push({ text: "." });
}

/** White space at the end of the answer that the model is to continue is refused. */
function trimPrefill(messages: ConverseMessage[]): void {
  const last = messages.at(-1);
  const block = last?.content.at(-1);
  if (last?.role !== "assistant" || !block) return;
  const text = textAt(block, "text")?.trimEnd();
  if (text !== undefined) last.content.splice(-1, 1, { text });
}
