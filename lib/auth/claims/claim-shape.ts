import type { TokenClaim } from "./token-claims";

/** Longer strings are neither e-mail addresses nor anything else that this distinguishes. */
const LONGEST_TOLD_APART = 256;
/** Integers between these are taken for seconds since the epoch: the years 2001 to 2286. */
const SECONDS = { first: 1_000_000_000, last: 9_999_999_999 };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const URL_START = /^[a-z][a-z\d+.-]{0,15}:\/\/[^\s]+$/i;
const EMAIL = /^[^\s@]+@([^\s@]+)$/;

/**
 * What a value looks like, in words that do not give it away: `uuid`, `string(12)`, `list of url`. `emailDomain`: the
 * configured domain, the only one that is named.
 */
export function claimShape(
  { type, value }: Pick<TokenClaim, "type" | "value">,
  emailDomain: string | undefined,
): string {
  switch (type) {
    case "string":
      return textShape(String(value), emailDomain);
    case "number":
      return numberShape(Number(value));
    case "list":
      return listShape(Array.isArray(value) ? value : []);
    case "boolean":
    case "null":
    case "object":
      return type;
  }
}

/** Whether a member's name looks like somebody's or something's id, so that the name itself is a value. */
export function isValueLike(name: string): boolean {
  return UUID.test(name) || (name.includes("@") && EMAIL.test(name)) || /\d{5}/.test(name);
}

function textShape(text: string, emailDomain: string | undefined): string {
  if (text === "") return "empty string";
  if (text.length > LONGEST_TOLD_APART) return "long string";
  if (UUID.test(text)) return "uuid";
  if (URL_START.test(text)) return "url";
  const domain = EMAIL.exec(text)?.[1]?.toLowerCase();
  if (domain !== undefined) return domain === emailDomain?.toLowerCase() ? `email @${domain}` : "email";
  const words = text.split(" ").length;
  return words > 1 ? `${words} words` : `string(${text.length})`;
}

function numberShape(number: number): string {
  if (!Number.isSafeInteger(number)) return "number";
  return number >= SECONDS.first && number <= SECONDS.last ? "time" : "integer";
}

/**
 * Only the kind of the first element counts, because the elements of a list are alike in every token that is meant to
 * be read.
 */
function listShape(list: readonly unknown[]): string {
  const [first] = list;
  if (list.length === 0) return "empty list";
  if (typeof first !== "string")
    return `list of ${first === null ? "null" : Array.isArray(first) ? "list" : typeof first}`;
  const shape = textShape(first, undefined);
  return `list of ${/^(uuid|url|email)$/.test(shape) ? shape : "string"}`;
}
