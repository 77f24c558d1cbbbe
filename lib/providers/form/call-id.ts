/**
 * Google signs the thoughts before a call, and refuses the call in the next turn without that signature. Clients of
 * other dialects keep only `id`, `type` and `function` of a call, so the id carries it, in the letters that every
 * dialect takes in an id. LiteLLM writes such ids with the same mark.
 */
const MARK = "__thought__";
const MARK_BYTES = Buffer.from(MARK);

/** The id of a call with its signature, which is bytes in base64. */
export function signedId(id: string, signature: string | undefined): string {
  if (!signature) return id;
  return `${id}${MARK}${signature.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** An id without its signature, and that signature as Google wrote it; undefined: the id carries none. */
export function openId(signed: string): { readonly id: string; readonly signature: string | undefined } {
  const at = signed.indexOf(MARK);
  if (at === -1) return { id: signed, signature: undefined };
  const letters = signed
    .slice(at + MARK.length)
    .replaceAll("-", "+")
    .replaceAll("_", "/")
    .replaceAll("=", "");
  const padding = "=".repeat((4 - (letters.length % 4)) % 4);
  return { id: signed.slice(0, at), signature: letters === "" ? undefined : letters + padding };
}

/** An id as other providers take it: they limit its length. */
export function plainId(id: string): string {
  return openId(id).id;
}

/**
 * The bytes of a JSON text in which the ids of calls carry no signatures. All other bytes stay as they came: a caller
 * who changes from Google's models to another provider's has them in the conversation.
 */
export function withPlainIds(bytes: Buffer): Buffer {
  if (!bytes.includes(MARK_BYTES)) return bytes;
  return Buffer.from(
    bytes
      .toString("utf8")
      .replaceAll(
        /("(?:id|call_id|tool_call_id|tool_use_id)"\s{0,8}:\s{0,8}"[\w.:-]{1,200}?)__thought__[\w+/=-]*"/g,
        '$1"',
      ),
  );
}
