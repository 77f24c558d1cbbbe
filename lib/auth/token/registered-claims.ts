import type { Claims } from "../decision";

/** The claims of RFC 7519 §4.1 that the gateway reads. */
const REGISTERED = {
  iss: { isValid: isText, expected: "a string" },
  sub: { isValid: isText, expected: "a string" },
  aud: { isValid: isTextOrTexts, expected: "a string or a list of strings" },
  exp: { isValid: Number.isFinite, expected: "a number" },
  nbf: { isValid: Number.isFinite, expected: "a number" },
  iat: { isValid: Number.isFinite, expected: "a number" },
} satisfies Record<string, { isValid: (value: unknown) => boolean; expected: string }>;
const ENTRIES = Object.entries(REGISTERED);

/**
 * Says which registered claim has the wrong type, in one sentence. It does so even if no setting makes the claim count:
 * a malformed claim is never ignored. Numbers must be finite, because 1e999 would never expire.
 */
export function claimFault(claims: Claims): string | undefined {
  for (const [name, { isValid, expected }] of ENTRIES) {
    if (Object.hasOwn(claims, name) && !isValid(claims[name])) return `The claim "${name}" must be ${expected}.`;
  }
  return undefined;
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}

function isTextOrTexts(value: unknown): boolean {
  return isText(value) || (Array.isArray(value) && value.every(isText));
}
