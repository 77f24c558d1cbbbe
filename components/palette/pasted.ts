import { queryString } from "@/components/api/client";

/** What a pasted text is: an id with a place of its own, or a secret, which must never stand in an address. */
export type Pasted =
  | { readonly kind: "decision" | "call"; readonly path: string }
  | { readonly kind: "key" | "token"; readonly secret: string };

const DECISION = /^dec_[0-9a-f-]{36}$/;
const CALL = /^call_[0-9a-f-]{20,}$/;
const KEY = /^sk-\S{8,}$/;
const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]*$/;

/**
 * Recognises an id, a key or a JWT, the last two with or without `Bearer` in front; undefined: it is words to search.
 */
export function recognise(text: string): Pasted | undefined {
  const word = text.trim().replace(/^(?:authorization:\s*)?bearer\s+/i, "");
  if (DECISION.test(word)) return { kind: "decision", path: `/console/explain${queryString({ id: word })}` };
  if (CALL.test(word)) return { kind: "call", path: `/console/requests${queryString({ any_id: word })}` };
  if (KEY.test(word)) return { kind: "key", secret: word };
  if (word.startsWith("eyJ") && TOKEN.test(word)) return { kind: "token", secret: word };
  return undefined;
}

/**
 * Whether a text may hold a secret or a part of one, so that it must not be searched for: a search stands in the
 * address of a request.
 */
export function mayBeSecret(text: string): boolean {
  return /\bsk-|eyJ|\bbearer\b/i.test(text) || text.length > 128;
}
