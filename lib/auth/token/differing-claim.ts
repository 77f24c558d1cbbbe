import { quote } from "@/lib/quote";
import { withoutTrailing } from "@/lib/without-trailing";

/** What a claim is compared with. A number is never the same as a string of its digits. */
type Scalar = string | number | boolean;

/** How many values a sentence repeats. */
const MAX_VALUES = 5;

/**
 * Says what a claim of a token, such as `iss` or `aud`, is and what would be accepted, for administrators. Values that
 * nearly agree are pointed out, because nobody sees a slash at the end.
 */
export function describeDifference(claim: string, found: unknown, accepted: readonly Scalar[]): string {
  const values: readonly Scalar[] = (Array.isArray(found) ? found : [found]).filter(isScalar);
  const has = values.length === 0 ? `no "${claim}"` : `the "${claim}" ${shown(values)}`;
  const expected = accepted.length === 0 ? "none is accepted" : `accepted: ${shown(accepted)}`;
  return `The token has ${has}; ${expected}.${nearestMiss(values, accepted)}`;
}

/** Names the accepted values in a sentence: `"a"`, or `one of "a", "b"`. */
export function oneOf(accepted: readonly string[]): string {
  return accepted.length === 1 ? shown(accepted) : `one of ${shown(accepted)}`;
}

/** How two values may differ and still be meant as the same, the smallest difference first. */
const DIFFERENCES: readonly (readonly [what: string, simplified: (value: string) => string])[] = [
  ["white space around them", (value) => value.trim()],
  ["a slash at the end", (value) => withoutTrailing(value, "/")],
  ["case", (value) => value.toLowerCase()],
  ["http and https", (value) => value.replace(/^http:/, "https:")],
  ["api:// at the beginning", (value) => value.replace(/^api:\/\//, "")],
  [
    "localhost and 127.0.0.1",
    (value) => value.replace(/^(https?:\/\/)(127\.0\.0\.1|\[::1\])(?=[:/]|$)/, "$1localhost"),
  ],
];

/**
 * Anybody may send values, before any signature is checked: longer ones, further ones and pairs with further accepted
 * ones are not compared.
 */
const LONGEST_COMPARED = 512;
const MOST_COMPARED = 20;

/**
 * A sentence about the first pair of values that nearly agree; empty if there is none. It repeats none of them. Only
 * the first values are compared, and only short ones.
 */
export function nearestMiss(found: readonly Scalar[], accepted: readonly Scalar[]): string {
  const values = found.slice(0, MAX_VALUES).filter((value) => String(value).length <= LONGEST_COMPARED);
  const all = values.flatMap((value) => accepted.slice(0, MOST_COMPARED).map((other) => [value, other] as const));
  const alike = all.find(([value, other]) => typeof value !== typeof other && String(value) === String(other));
  if (alike)
    return ` They differ only by type: one is a text, the other a ${typeof alike.find((one) => typeof one !== "string")}.`;
  const pairs = all.map(([value, other]) => [String(value), String(other)] as const);
  for (const [value, other] of pairs) {
    const one = DIFFERENCES.find(([, simplified]) => simplified(value) === simplified(other));
    if (one) return ` They differ only by ${one[0]}.`;
  }
  if (pairs.some(([value, other]) => fullySimplified(value) === fullySimplified(other)))
    return " They differ only by details such as case or a slash at the end.";
  return pairs.some(([value, other]) => isOtherVersionOfEntra(value, other))
    ? " They are the issuers of v1 and v2 tokens of one Microsoft Entra tenant."
    : "";
}

function fullySimplified(value: string): string {
  return DIFFERENCES.reduce((text, [, simplified]) => simplified(text), value);
}

const ENTRA_V1 = /^https:\/\/sts\.windows\.net\/([^/]+)\/?$/i;
const ENTRA_V2 = /^https:\/\/login\.microsoftonline\.com\/([^/]+)\/v2\.0\/?$/i;

function isOtherVersionOfEntra(one: string, other: string): boolean {
  const tenants = [one, other].map((value) => ({ v1: ENTRA_V1.exec(value)?.[1], v2: ENTRA_V2.exec(value)?.[1] }));
  const v1 = tenants.find((tenant) => tenant.v1 !== undefined)?.v1;
  return v1 !== undefined && tenants.some(({ v2 }) => v2 === v1);
}

function shown(values: readonly Scalar[]): string {
  const some = values
    .slice(0, MAX_VALUES)
    .map((value) => (typeof value === "string" ? quote(value, 200) : String(value)));
  return values.length > MAX_VALUES ? `${some.join(", ")} and ${values.length - MAX_VALUES} more` : some.join(", ");
}

function isScalar(value: unknown): value is Scalar {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
