import type { Claims } from "../decision";
import { mapped, separated, type ClaimSource } from "./claim-source";
import { described, wrongType } from "./claim-type-error";
import { claimValue } from "./claim-value";
import { elementText } from "./element-text";
import { readPath } from "./read-path";

/**
 * Reads roles, groups or scopes: the values of all sources together, each once, in the token's order. A single string
 * counts as a list of one. `expected`: what a claim must be. @throws ClaimTypeError
 */
export function readSet(
  claims: Claims,
  sources: readonly ClaimSource[],
  expected: string = "a list of strings",
): readonly string[] {
  let values: readonly string[] = [];
  for (const source of sources) {
    const more = valuesOf(claims, source, expected);
    values = values.length === 0 ? more : [...values, ...more];
  }
  return values.length > 1 ? [...new Set(values)] : values;
}

/** Whether the token carries a claim of the expression, even an empty one. */
export function isStated(claims: Claims, sources: readonly ClaimSource[]): boolean {
  return sources.some(({ path }) => {
    const value = readPath(claims, path);
    return value !== undefined && value !== null;
  });
}

function valuesOf(claims: Claims, source: ClaimSource, expected: string): readonly string[] {
  const texts = textsOf(source, claimValue(claims, source, expected), expected);
  if (source.pattern === undefined) return texts;
  return texts.map((text) => mapped(source, text)).filter((text) => text !== undefined);
}

function textsOf(source: ClaimSource, value: unknown, expected: string): readonly string[] {
  if (value === undefined || value === null || value === "") return [];
  if (typeof value === "string") return separated(source, value);
  if (Array.isArray(value)) return value.map((element, index) => elementText(source, element, index, expected));
  if (typeof value === "object" && source.take === "keys") return Object.keys(value);
  if (typeof value === "number" && source.integers) return [elementText(source, value, undefined, expected)];
  throw wrongType(source.path.written, expected, `it ${described(value)}`);
}
