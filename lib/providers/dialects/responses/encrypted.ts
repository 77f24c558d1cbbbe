import { textAt, type JsonObject } from "../../json-value";

/**
 * What OpenAI encrypted of a thought travels through other dialects as its signature, with the id of its item, which
 * OpenAI wants back. The first letters keep it apart from the signatures of others, and from them what only OpenAI can
 * read.
 */
const PREFIX = "openai:";

/** The signature of the thought in a reasoning item; undefined: OpenAI has encrypted none. */
export function signatureOf(item: JsonObject): string | undefined {
  const encrypted = textAt(item, "encrypted_content");
  return encrypted ? `${PREFIX}${textAt(item, "id") ?? ""}:${encrypted}` : undefined;
}

/** Whether a signature is one that only OpenAI can read. */
export function isEncrypted(signature: string | undefined): signature is string {
  return signature?.startsWith(PREFIX) === true;
}

/** The reasoning item of a thought; undefined: OpenAI has not encrypted it. */
export function encryptedItem(text: string, signature: string | undefined): JsonObject | undefined {
  if (!isEncrypted(signature)) return undefined;
  const [id = "", encrypted = ""] = signature.slice(PREFIX.length).split(":", 2);
  return {
    type: "reasoning",
    ...(id !== "" && { id }),
    summary: text === "" ? [] : [{ type: "summary_text", text }],
    encrypted_content: encrypted,
  };
}
