import { isObject } from "@/lib/is-object";
import type { Claims } from "../decision";
import { joinedName, listNameOf, type ClaimPath, type ListName } from "./claim-path";

/**
 * Reads the claim at a path: the claim with exactly that name, else the one that the dots lead to, else the one through
 * members with dots in their names, the longest names first. A name with its brackets comes before the list that they
 * lead into. Undefined if there is none. Only own members are followed, so `constructor` leads nowhere unless the
 * provider sent it, and `__proto__` never does.
 */
export function readPath(claims: Claims, path: ClaimPath): unknown {
  const { written, names, lists } = path;
  const whole = member(claims, written);
  if (whole !== undefined || (names.length === 1 && names[0] === written && !lists)) return whole;
  const found = find(claims, path);
  if (found instanceof Obstacle) return undefined;
  return found instanceof Elements ? found.values : found;
}

/**
 * What stands where a path needs something else, as words that follow "but": `"groups" is a string`. Undefined: the
 * path reads something, or nothing stands in its way.
 */
export function obstacleOf(claims: Claims, path: ClaimPath): string | undefined {
  if (!path.lists || member(claims, path.written) !== undefined) return undefined;
  const found = find(claims, path);
  return found instanceof Obstacle ? found.description : undefined;
}

/**
 * How many readings of a path lead to a claim: 0 if it reads nothing, 1 if it is clear, 2 for more than one. It costs
 * more than reading, so call it once for a token and not for each call.
 */
export function countReadings(claims: Claims, path: ClaimPath): 0 | 1 | 2 {
  const { written, names } = path;
  const isOneName = names.length === 1 && names[0] === written;
  const whole = !isOneName && isStated(member(claims, written)) ? 1 : 0;
  return atMostTwo(whole + readings(claims, path, 0));
}

/** The values of every element of a list. */
class Elements {
  constructor(readonly values: readonly unknown[]) {}
}

/** Something on the way that is not what the path needs there. `description`: see `obstacleOf`. */
class Obstacle {
  constructor(readonly description: string) {}
}

/** The value, Elements, an Obstacle if nothing is found because of one, or undefined. */
function find(claims: Claims, path: ClaimPath): unknown {
  const nested = follow(claims, path, 0, false);
  if (!path.mayJoin || (nested !== undefined && !(nested instanceof Obstacle))) return nested;
  const joined = follow(claims, path, 0, true);
  return joined === undefined || joined instanceof Obstacle ? (nested ?? joined) : joined;
}

/**
 * The first value that the names lead to. `joins`: whether dots may belong to names, the longest names first. Each
 * member of the token is reached at most once, so the time is bounded by its size.
 */
function follow(value: unknown, path: ClaimPath, from: number, joins: boolean): unknown {
  const { names, lists } = path;
  if (from === names.length) return value;
  let obstacle: Obstacle | undefined;
  for (const until of joins ? joinsIn(value, names, from) : [from + 1]) {
    const inner = member(value, joinedName(names, from, until));
    const found = inner === undefined ? undefined : follow(inner, path, until, joins);
    if (found instanceof Obstacle) obstacle ??= found;
    else if (found !== undefined) return found;
    const list = lists?.[until - 1];
    const listed = list && member(value, listNameOf(names, from, until - 1, list));
    const element = list && enter(listed, { path, list, until, joins }, 0);
    if (element instanceof Obstacle) obstacle ??= element;
    else if (element !== undefined) return element;
  }
  return obstacle;
}

/** A list on the way. `until`: the place of the name behind it. */
interface Entered {
  readonly path: ClaimPath;
  readonly list: ListName;
  readonly until: number;
  readonly joins: boolean;
}

/** What the brackets from the one at `depth` on, and the names behind them, lead to. Null is absent. */
function enter(value: unknown, entered: Entered, depth: number): unknown {
  const { path, list, until, joins } = entered;
  if (value === null || value === undefined) return undefined;
  const asked = list.elements[depth];
  if (asked === undefined && (until === path.names.length || isObject(value))) return follow(value, path, until, joins);
  if (asked === undefined || !Array.isArray(value)) return obstacleAt(entered, depth, value);
  if (asked !== "every") return enter(value[asked], entered, depth + 1);
  const found = value.map((element) => enter(element, entered, depth + 1)).filter(isStated);
  const obstacle = found.find((one) => one instanceof Obstacle);
  if (obstacle || (found.length === 0 && value.length > 0)) return obstacle;
  return new Elements(found.flatMap((one) => (one instanceof Elements ? one.values : [one])));
}

function obstacleAt({ path, list, until }: Entered, depth: number, value: unknown): Obstacle {
  const brackets = list.elements.slice(0, depth).map((element) => (element === "every" ? "[]" : `[${element}]`));
  const holder = [...path.names.slice(0, until - 1), list.name].join(".") + brackets.join("");
  const kind = Array.isArray(value) ? "a list" : typeof value === "object" ? "an object" : `a ${typeof value}`;
  return new Obstacle(`"${holder}" ${brackets.includes("[]") ? "has" : "is"} ${kind}`);
}

/** How many ways lead from a value to a claim. Of several elements, those of the one with the most. */
function readings(value: unknown, path: ClaimPath, from: number): 0 | 1 | 2 {
  const { names, lists, mayJoin } = path;
  if (from === names.length) return isStated(value) ? 1 : 0;
  let count: 0 | 1 | 2 = 0;
  for (const until of mayJoin ? joinsIn(value, names, from) : [from + 1]) {
    if (count === 2) break;
    const name = joinedName(names, from, until);
    // The whole path as one name has been counted already.
    const inner = name === path.written && names.length > 1 ? undefined : member(value, name);
    if (inner !== undefined) count = atMostTwo(count + readings(inner, path, until));
    const list = lists?.[until - 1];
    const listed = list && member(value, listNameOf(names, from, until - 1, list));
    if (list && listed !== undefined) count = atMostTwo(count + readingsIn(listed, path, list, until, 0));
  }
  return count;
}

function readingsIn(value: unknown, path: ClaimPath, list: ListName, until: number, depth: number): 0 | 1 | 2 {
  const asked = list.elements[depth];
  if (asked === undefined) return readings(value, path, until);
  if (!Array.isArray(value)) return 0;
  if (asked !== "every") return readingsIn(value[asked], path, list, until, depth + 1);
  if (value.length === 0) return 1;
  return value.reduce<0 | 1 | 2>((most, element) => {
    const count = readingsIn(element, path, list, until, depth + 1);
    return count > most ? count : most;
  }, 0);
}

function atMostTwo(count: number): 0 | 1 | 2 {
  return count === 0 ? 0 : count === 1 ? 1 : 2;
}

/**
 * Until which places names can be one member's, the longest first. Only members with a dot in their name are compared,
 * so that the time is bounded by the size of the token, and not by the ways in which a long path can be joined.
 */
function joinsIn(value: unknown, names: readonly string[], from: number): readonly number[] {
  const untils = new Set([from + 1]);
  const first = `${names[from]}.`;
  for (const name of isObject(value) ? Object.keys(value) : [])
    if (name.startsWith(first)) untils.add(from + name.split(".").length);
  return [...untils].filter((until) => until <= names.length).sort((one, other) => other - one);
}

/** An own member of an object; undefined if there is none. A list has no members: only brackets lead into it. */
function member(value: unknown, name: string): unknown {
  return isObject(value) && name !== "__proto__" && Object.hasOwn(value, name) ? value[name] : undefined;
}

function isStated(value: unknown): boolean {
  return value !== undefined && value !== null;
}
