import { ENTITY_ID_MAX_LENGTH, isEntityId } from "@/lib/entity-id";
import { isStorableText } from "@/lib/storable-text";
import type { Claims } from "../decision";
import { mapped, type ClaimSource } from "./claim-source";
import { ClaimTypeError, described, wrongType } from "./claim-type-error";
import { claimValue } from "./claim-value";
import { elementText } from "./element-text";

/**
 * Reads an id: of several sources, the first that is there. A claim that is absent, null or empty, or that does not
 * match its pattern, is not there. @throws ClaimTypeError if a claim has the wrong type or its value cannot be an id
 */
export function readId(claims: Claims, sources: readonly ClaimSource[]): string | undefined {
  for (const source of sources) {
    const id = readText(claims, source);
    if (id !== undefined) return requireId(source, id);
  }
  return undefined;
}

/** Reads a name, as an id is read, but of any length. @throws ClaimTypeError */
export function readName(claims: Claims, sources: readonly ClaimSource[]): string | undefined {
  for (const source of sources) {
    const name = readText(claims, source);
    if (name !== undefined) return name;
  }
  return undefined;
}

/** @throws ClaimTypeError if the value cannot be an id */
export function requireId({ path: { written: claim } }: ClaimSource, id: string): string {
  if (isEntityId(id)) return id;
  throw new ClaimTypeError({
    claim,
    message: `The claim "${claim}" cannot be an id: it is longer than ${ENTITY_ID_MAX_LENGTH} characters or holds control characters.`,
  });
}

function readText(claims: Claims, source: ClaimSource): string | undefined {
  const value = claimValue(claims, source, expectedOf(source));
  if (value === undefined || value === null || value === "") return undefined;
  const text = typeof value === "string" ? mapped(source, value) : textOf(source, value);
  return text === undefined || text === "" ? undefined : storable(source, text);
}

/** The text of a value that is not a string, if the expression asks for it. */
function textOf(source: ClaimSource, value: unknown): string | undefined {
  if (Array.isArray(value) && source.take === "only")
    return only(
      source,
      value,
      value.map((element, index) => elementText(source, element, index, expectedOf(source))),
    );
  if (typeof value === "object" && !Array.isArray(value) && value !== null && source.take === "keys")
    return only(source, value, Object.keys(value));
  if (typeof value === "number" && source.integers)
    return mapped(source, elementText(source, value, undefined, expectedOf(source)));
  throw wrongType(source.path.written, expectedOf(source), `it ${described(value)}`);
}

/** The only one of several strings that counts. @throws ClaimTypeError if there are more */
function only(source: ClaimSource, value: object, texts: readonly string[]): string | undefined {
  const counted = new Set(
    texts.map((text) => mapped(source, text)).filter((text) => text !== undefined && text !== ""),
  );
  if (counted.size <= 1) return counted.values().next().value;
  const what = Array.isArray(value) ? "it is a list with" : "it is an object with";
  throw wrongType(source.path.written, expectedOf(source), `${what} ${counted.size} values`);
}

/** @throws ClaimTypeError if the database could not keep the value as it is */
function storable({ path: { written: claim } }: ClaimSource, value: string): string {
  if (isStorableText(value)) return value;
  throw new ClaimTypeError({ claim, message: `The claim "${claim}" holds characters that no id can have.` });
}

function expectedOf({ take, integers }: ClaimSource): string {
  const forms = [
    "a string",
    ...(integers ? ["an integer"] : []),
    ...(take === "only" ? ["a list of one"] : []),
    ...(take === "keys" ? ["an object with one member"] : []),
  ];
  return forms.join(" or ");
}
