import type { Claims, IdentityFault } from "./decision";

/** A claim has the wrong type. Values are never cast into an identity. */
export class ClaimTypeError extends Error {
  override readonly name = "ClaimTypeError";
  constructor(readonly fault: IdentityFault) {
    super(fault.message);
  }
}

/**
 * Reads the claim at a path. A claim with exactly that name wins; otherwise dots lead into objects and `\.` is a
 * literal dot. Only own members are followed, so `constructor` leads nowhere unless the provider sent it, and
 * `__proto__` never does.
 */
export function readClaim(claims: Claims, path: string): unknown {
  if (path !== "__proto__" && Object.hasOwn(claims, path)) return claims[path];
  let value: unknown = claims;
  for (const name of splitPath(path)) {
    if (name === "__proto__") return undefined;
    if (typeof value !== "object" || value === null || Array.isArray(value) || !Object.hasOwn(value, name))
      return undefined;
    value = Reflect.get(value, name);
  }
  return value;
}

/** Reads a claim that must be a string; absent, null and "" give undefined. @throws ClaimTypeError */
export function readString(claims: Claims, path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  const value = readClaim(claims, path);
  if (value === undefined || value === null || value === "") return undefined;
  if (typeof value !== "string") throw wrongType(path, "a string", value);
  return storable(path, value);
}

/** Reads a claim that must be a list of strings; a single string counts as a list of one. @throws ClaimTypeError */
export function readStrings(claims: Claims, path: string | undefined): string[] {
  if (path === undefined) return [];
  const value = readClaim(claims, path);
  if (value === undefined || value === null || value === "") return [];
  if (typeof value === "string") return [value];
  if (!isStringList(value)) throw wrongType(path, "a list of strings", value);
  return [...new Set(value)];
}

/**
 * Reads the token's scopes from `scope` and `scp` (some providers' name for it). Each is a list or one space-separated
 * string (spec 5.2).
 */
export function readScopes(claims: Claims): string[] {
  const scopes = ["scope", "scp"].flatMap((name) => {
    const value = Object.hasOwn(claims, name) ? claims[name] : undefined;
    if (value === undefined || value === null) return [];
    if (typeof value === "string") return value.split(/\s+/).filter(Boolean);
    if (!isStringList(value)) throw wrongType(name, "a list of strings or one string", value);
    return value;
  });
  return [...new Set(scopes)];
}

/** PostgreSQL can store neither NUL nor half a surrogate pair, so no id contains them. @throws ClaimTypeError */
function storable(claim: string, value: string): string {
  if (!/[\0\p{Surrogate}]/u.test(value)) return value;
  throw new ClaimTypeError({ claim, message: `The claim "${claim}" holds characters that no id can have.` });
}

function splitPath(path: string): string[] {
  return path.split(/(?<!\\)\./).map((name) => name.replaceAll("\\.", "."));
}

function isStringList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function wrongType(claim: string, expected: string, value: unknown): ClaimTypeError {
  return new ClaimTypeError({
    claim,
    message: `The claim "${claim}" must be ${expected}, but ${found(value, expected)}.`,
  });
}

function found(value: unknown, expected: string): string {
  if (Array.isArray(value)) return expected.startsWith("a list") ? "contains other values" : "is a list";
  if (value === null) return "is null";
  return typeof value === "object" ? "is an object" : `is a ${typeof value}`;
}
