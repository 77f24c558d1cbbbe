import { readsEvery } from "./claim-path";
import type { ClaimSource } from "./claim-source";
import { described, wrongType } from "./claim-type-error";

/**
 * The text of a string, or of an integer where the expression asks for it. `index`: its place in a list; undefined: it
 * stands alone. `expected`: what the claim must be. @throws ClaimTypeError
 */
export function elementText(
  { path, integers }: ClaimSource,
  value: unknown,
  index: number | undefined,
  expected: string,
): string {
  if (typeof value === "string") return value;
  if (integers && Number.isSafeInteger(value)) return String(value);
  // A path through every element leaves out those without the claim, so an index would name another element.
  const subject = index === undefined ? "it" : readsEvery(path) ? "one of its elements" : `its element ${index + 1}`;
  throw wrongType(path.written, expected, `${subject} ${integers ? describedNumber(value) : described(value)}`);
}

/** JSON.parse has rounded an integer beyond 2^53, so two different ids could become one. */
function describedNumber(value: unknown): string {
  if (typeof value !== "number") return described(value);
  return Number.isInteger(value) ? "is an integer beyond 2^53" : "is a number that is not an integer";
}
