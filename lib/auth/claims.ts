import type { Claims, IdentityFault } from "./decision";

/** A claim of the wrong type; identities are never read from casts. */
export class ClaimTypeError extends Error {
  override readonly name = "ClaimTypeError";
  constructor(readonly fault: IdentityFault) {
    super(fault.message);
  }
}

/**
 * The claim at a path. A literal claim of that very name wins; otherwise dots walk into objects and `\.` is a
 * literal dot. Only own members are walked, so `constructor` leads nowhere unless the provider put it there, and
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

/** A claim that must be a string; absent, null and "" are undefined. @throws ClaimTypeError */
export function readString(claims: Claims, path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  const value = readClaim(claims, path);
  if (value === undefined || value === null || value === "") return undefined;
  if (typeof value !== "string") throw wrongType(path, "a string", value);
  return storable(path, value);
}

/** A claim that must be a list of strings; a single string counts as a list of one. @throws ClaimTypeError */
export function readStrings(claims: Claims, path: string | undefined): string[] {
  if (path === undefined) return [];
  const value = readClaim(claims, path);
  if (value === undefined || value === null || value === "") return [];
  if (typeof value === "string") return [value];
  if (!isStringList(value)) throw wrongType(path, "a list of strings", value);
  return [...new Set(value)];
}

/** The token's scopes: `scope`, and `scp` as some providers call it, each a list or one space-separated string (spec 5.2). */
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

/** PostgreSQL holds neither NUL nor half a surrogate pair: such an id can name nothing there. @throws ClaimTypeError */
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
  const found = Array.isArray(value)
    ? "a list"
    : value === null
      ? "null"
      : typeof value === "object"
        ? "an object"
        : `a ${typeof value}`;
  return new ClaimTypeError({ claim, message: `The claim "${claim}" must be ${expected}, but is ${found}.` });
}
