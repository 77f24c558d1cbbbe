import { isObject } from "@/lib/is-object";
import type { Claims } from "../decision";

/** One claim of a token, with the path that a claim field would name it by. */
export interface TokenClaim {
  readonly path: string;
  /** From the outermost object to the value. */
  readonly names: readonly string[];
  readonly type: "string" | "number" | "boolean" | "null" | "list" | "object";
  readonly value: unknown;
}

/** A token is small; these bounds are for claims that somebody writes into a question. */
const MOST_CLAIMS = 200;
const DEEPEST = 6;

/** Every claim of a token in its order, objects before what is in them. */
export function listClaims(claims: Claims): readonly TokenClaim[] {
  const found: TokenClaim[] = [];
  const visit = (object: Claims, outer: readonly string[]): void => {
    for (const [name, value] of Object.entries(object)) {
      if (found.length >= MOST_CLAIMS) return;
      const names = [...outer, name];
      found.push({ path: pathOf(names), names, type: typeOf(value), value });
      if (isObject(value) && names.length < DEEPEST) visit(value, names);
    }
  };
  visit(claims, []);
  return found;
}

/** An outermost name is read as it is, whatever is in it. Within others, `\.` stands for a dot. */
function pathOf(names: readonly string[]): string {
  const [first = "", ...rest] = names;
  if (rest.length === 0 && !first.includes("\\")) return first;
  return names.map((name) => name.replaceAll(".", "\\.")).join(".");
}

function typeOf(value: unknown): TokenClaim["type"] {
  if (value === null) return "null";
  if (Array.isArray(value)) return "list";
  if (typeof value === "string") return "string";
  if (typeof value === "number") return "number";
  return typeof value === "boolean" ? "boolean" : "object";
}
