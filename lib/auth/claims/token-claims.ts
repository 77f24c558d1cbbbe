import { isObject } from "@/lib/is-object";
import type { Claims } from "../decision";

/** One claim of a token, with the path that a claim field would name it by. */
export interface TokenClaim {
  /** `groups[].id`: what every object of a list has. */
  readonly path: string;
  /** The names from the outermost object to the value. The name of a list of objects ends in `[]`. */
  readonly names: readonly string[];
  readonly type: "string" | "number" | "boolean" | "null" | "list" | "object";
  /** Behind `[]`, a list of the values of as many elements as are looked at. */
  readonly value: unknown;
}

/** A token is small; these bounds are for claims that somebody writes into a question. */
const MOST_CLAIMS = 200;
const DEEPEST = 6;
/** How many objects of a list are looked at, and how many members they may have together to be alike. */
const MOST_ELEMENTS = 200;
const MOST_MEMBERS = 30;

/** Every claim of a token in its order, objects and lists before what is in them. */
export function listClaims(claims: Claims): readonly TokenClaim[] {
  const found: TokenClaim[] = [];
  /** `objects`: one, or those of a list, whose members count together. `way`: the path that leads to them. */
  const visit = (objects: readonly Claims[], outer: readonly string[], way: string, isList: boolean): void => {
    for (const name of new Set(objects.flatMap((object) => Object.keys(object)))) {
      if (found.length >= MOST_CLAIMS) return;
      const names = [...outer, name];
      const path = way === "" && !name.includes("\\") ? name : way + escaped(name);
      const all = objects.filter((object) => Object.hasOwn(object, name)).map((object) => object[name]);
      const values = isList ? all.filter((value) => value !== null) : all;
      const areLists = values.every(Array.isArray);
      if (!isList) found.push({ path, names, type: typeOf(values[0]), value: values[0] });
      else if (areLists)
        found.push({ path: `${path}[]`, names, type: "list", value: values.flat().filter((one) => one !== null) });
      else found.push({ path, names, type: "list", value: values });
      if (names.length >= DEEPEST) continue;
      if (values.every(isObject)) visit(values, names, `${way}${escaped(name)}.`, isList);
      const elements = areLists ? objectsIn(values.flat()) : undefined;
      if (elements) visit(elements, [...outer, `${name}[]`], `${way}${escaped(name)}[].`, true);
    }
  };
  visit([claims], [], "", false);
  return found;
}

/** The elements of a list; undefined: some are not objects, or they have too many members to be alike. */
function objectsIn(list: readonly unknown[]): readonly Claims[] | undefined {
  const elements = list.slice(0, MOST_ELEMENTS);
  if (elements.length === 0 || !elements.every(isObject)) return undefined;
  const members = new Set(elements.flatMap((element) => Object.keys(element)));
  return members.size > MOST_MEMBERS ? undefined : elements;
}

/** An outermost name is read as it is, whatever is in it. On the way to others, dots and brackets need a `\`. */
function escaped(name: string): string {
  return name.replaceAll(/[.[\]]/g, "\\$&");
}

function typeOf(value: unknown): TokenClaim["type"] {
  if (value === null) return "null";
  if (Array.isArray(value)) return "list";
  if (typeof value === "string") return "string";
  if (typeof value === "number") return "number";
  return typeof value === "boolean" ? "boolean" : "object";
}
