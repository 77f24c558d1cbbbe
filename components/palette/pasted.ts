import { queryString } from "@/components/api/client";
import { DECISION_ID } from "@/lib/wire/decision-id";
import { withoutTrailing } from "@/lib/without-trailing";

/** What a pasted text is: an id that has a page, or a secret, which must never appear in an address. */
export type Pasted =
  | { readonly kind: "decision" | "call"; readonly path: string }
  | { readonly kind: "key" | "token"; readonly secret: string };

const CALL = /^call_[0-9a-f-]{20,}$/;
const KEY = /^sk-\S{8,}$/;
const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]*$/;

/** What stands around a secret or an id where it was copied: quotes, a comma, the name of a header or a variable. */
const WRAPPING = [
  /^["'`\u2018-\u201f<]+/,
  /^-H\s+/,
  /^(?:export\s+)?[\w-]+["'`]?\s*[:=]\s*(?=["'`]*(?:bearer\s|sk-|eyJ|dec_|call_))/i,
  /^bearer\s+/i,
];

const ENDINGS = [..."\"'`\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f>,;"];

/** A string without the wrapping, however often it is wrapped. */
function unwrapped(text: string): string {
  const trimmed = text.trim();
  const inner = WRAPPING.reduce(
    (rest, around) => withoutTrailing(rest.replace(around, ""), ...ENDINGS).trim(),
    trimmed,
  );
  return inner === trimmed ? trimmed : unwrapped(inner);
}

/**
 * Recognises an id, a key or a JWT as it is copied: with or without quotes, `Bearer`, or the name of a header or a
 * variable in front. Undefined: the text is words to search for.
 */
export function recognise(text: string): Pasted | undefined {
  const word = unwrapped(text);
  if (DECISION_ID.test(word)) return { kind: "decision", path: `/console/explain${queryString({ id: word })}` };
  if (CALL.test(word)) return { kind: "call", path: `/console/requests${queryString({ any_id: word })}` };
  if (KEY.test(word)) return { kind: "key", secret: word };
  if (word.startsWith("eyJ") && TOKEN.test(word)) return { kind: "token", secret: word };
  return undefined;
}

/**
 * Whether a text may be a secret or part of one. Such a text is never searched for, because the search stands in the
 * address of its request.
 */
export function mayBeSecret(text: string): boolean {
  return /\bsk-|eyJ|\bbearer\b/i.test(text) || text.length > 128;
}
