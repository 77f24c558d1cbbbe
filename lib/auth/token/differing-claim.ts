import { quote } from "@/lib/quote";

/** How many values a sentence repeats. */
const MAX_VALUES = 5;

/**
 * Says what a claim of a token, such as `iss` or `aud`, is and what would be accepted, for administrators. Values that differ only by a
 * slash at the end or by case are pointed out, because nobody sees that difference.
 */
export function describeDifference(claim: string, found: unknown, accepted: readonly string[]): string {
  const values = typeof found === "string" ? [found] : Array.isArray(found) ? found.filter(isText) : [];
  const has = values.length === 0 ? `no "${claim}"` : `the "${claim}" ${shown(values)}`;
  const expected = accepted.length === 0 ? "none is accepted" : `accepted: ${shown(accepted)}`;
  const near = values.some((value) => accepted.some((other) => isNear(value, other)));
  return `The token has ${has}; ${expected}.${near ? " They differ only by a slash at the end or by case." : ""}`;
}

function isNear(one: string, other: string): boolean {
  return simplified(one) === simplified(other);
}

function simplified(value: string): string {
  return value.toLowerCase().replace(/\/+$/, "");
}

function shown(values: readonly string[]): string {
  const some = values.slice(0, MAX_VALUES).map((value) => quote(value, 200));
  return values.length > MAX_VALUES ? `${some.join(", ")} and ${values.length - MAX_VALUES} more` : some.join(", ");
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
