import { claimPath } from "@/lib/auth/claims/claim-path";
import { CLAIM_TYPES } from "@/lib/auth/claims/claim-types";
import { isObject } from "@/lib/is-object";
import type { SeenClaims } from "@/lib/wire/claim-catalogue";

type SeenClaim = SeenClaims["issuers"][number]["claims"][number];

/** A claim that recent tokens of any issuer had, as fields offer it. */
export interface KnownClaim extends Pick<SeenClaim, "path" | "types" | "ids"> {
  /** What is known of it: `string, uuid, in 40 of 42 tokens`. */
  readonly note: string;
}

/**
 * The claims of all issuers, each path once: those that most tokens had first, and members behind their object.
 */
export function knownClaims({ issuers }: SeenClaims): readonly KnownClaim[] {
  const tokens = issuers.reduce((total, issuer) => total + issuer.tokens, 0);
  const byPath = new Map<string, SeenClaim>();
  for (const claim of issuers.flatMap(({ claims }) => claims)) {
    const known = byPath.get(claim.path);
    byPath.set(claim.path, known ? both(known, claim) : claim);
  }
  return [...byPath.values()]
    .sort((one, other) => other.tokens - one.tokens)
    .map(({ path, types, shapes, ids, tokens: stated }) => ({
      path,
      types,
      ids,
      note: [
        types.join(" or "),
        ...shapes.filter((shape) => !isTypeName(shape)),
        `in ${stated} of ${tokens} tokens`,
      ].join(", "),
    }));
}

/**
 * The claims seen in the tokens of one issuer, or in all tokens if none are recorded for this issuer. An `issuer` with
 * `{tid}` stands for every tenant.
 */
export function seenOf(seen: SeenClaims, issuer: string): SeenClaims {
  const [before = "", ...after] = issuer.split("{tid}");
  const isMeant = (other: string | null): boolean =>
    other === issuer ||
    (after.length > 0 && other !== null && other.startsWith(before) && other.endsWith(after.at(-1) ?? ""));
  const own = seen.issuers.filter((one) => isMeant(one.issuer));
  return own.length === 0 ? seen : { ...seen, issuers: own };
}

function isTypeName(shape: string): boolean {
  return CLAIM_TYPES.some((type) => type === shape);
}

function both(one: SeenClaim, other: SeenClaim): SeenClaim {
  return {
    ...one,
    tokens: one.tokens + other.tokens,
    types: [...new Set([...one.types, ...other.types])],
    shapes: [...new Set([...one.shapes, ...other.shapes])],
    ids: [...one.ids, ...other.ids],
  };
}

/** The claims with one more, which gets an example value. Undefined: a value of another type is in the way. */
export function withClaim(
  claims: Readonly<Record<string, unknown>>,
  claim: KnownClaim,
  all: readonly KnownClaim[],
): Record<string, unknown> | undefined {
  // A dot leads into an object, and brackets into a list, only if one was seen. Otherwise they belong to the name.
  const isNested = all.some(
    ({ path, types }) =>
      (types.includes("object") && claim.path.startsWith(`${path}.`)) ||
      (types.includes("list") && claim.path.startsWith(`${path}[].`)),
  );
  if (!isNested) return withMember(claims, [claim.path], exampleOf(claim));
  const { names } = claimPath(claim.path);
  const isOfEach = names.slice(0, -1).some((name) => name.endsWith(EVERY));
  const example = exampleOf(claim);
  // Behind brackets, the values of all elements were seen as a list. One element gets one of them.
  return withMember(claims, names, isOfEach && Array.isArray(example) ? (example[0] as unknown) : example);
}

const EVERY = "[]";

function withMember(
  object: Readonly<Record<string, unknown>>,
  [name = "", ...inner]: readonly string[],
  value: unknown,
): Record<string, unknown> | undefined {
  if (inner.length === 0)
    return name.endsWith(EVERY) ? { ...object, [name.slice(0, -EVERY.length)]: [value] } : { ...object, [name]: value };
  if (name.endsWith(EVERY)) return withElement(object, name.slice(0, -EVERY.length), inner, value);
  const member = Object.hasOwn(object, name) ? object[name] : {};
  const changed = isObject(member) ? withMember(member, inner, value) : undefined;
  return changed && { ...object, [name]: changed };
}

/** `withMember` for the first object of a list. */
function withElement(
  object: Readonly<Record<string, unknown>>,
  name: string,
  inner: readonly string[],
  value: unknown,
): Record<string, unknown> | undefined {
  const list: unknown = Object.hasOwn(object, name) ? object[name] : [];
  if (!Array.isArray(list)) return undefined;
  const [first = {}, ...others] = list as readonly unknown[];
  const changed = isObject(first) ? withMember(first, inner, value) : undefined;
  return changed && { ...object, [name]: [changed, ...others] };
}

function exampleOf({ types, ids }: KnownClaim): unknown {
  const text = ids[0]?.id ?? "…";
  switch (types[0]) {
    case "list":
      return [text];
    case "number":
      return 1;
    case "boolean":
      return true;
    case "null":
      return null;
    case "object":
      return {};
    case "string":
    case undefined:
      return text;
  }
}
