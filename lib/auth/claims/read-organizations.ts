import type { Claims } from "../decision";
import { mapped, type ClaimSource } from "./claim-source";
import { described, wrongType } from "./claim-type-error";
import { claimValue } from "./claim-value";
import { elementText } from "./element-text";
import { requireId } from "./read-id";

const EXPECTED = "a string, a list of strings or an object";

/**
 * Reads the organisations that a token names: of several sources, the first that names any. The claim is an id, a list
 * of ids or an object whose members are called by ids, because Keycloak has it in all three shapes. @throws
 * ClaimTypeError
 */
export function readOrganizations(claims: Claims, sources: readonly ClaimSource[]): readonly string[] {
  for (const source of sources) {
    const ids = textsOf(source, claimValue(claims, source, EXPECTED))
      .map((text) => mapped(source, text))
      .filter((text) => text !== undefined)
      .filter((text) => text !== "");
    if (ids.length > 0) return [...new Set(ids.map((id) => requireId(source, id)))];
  }
  return [];
}

function textsOf(source: ClaimSource, value: unknown): readonly string[] {
  if (value === undefined || value === null) return [];
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.map((element, index) => elementText(source, element, index, EXPECTED));
  if (typeof value === "object") return Object.keys(value);
  if (typeof value === "number" && source.integers) return [elementText(source, value, undefined, EXPECTED)];
  throw wrongType(source.path.written, EXPECTED, `it ${described(value)}`);
}
