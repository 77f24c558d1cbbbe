import type { Claims } from "../decision";

/** The path of a claim, taken apart once so that reading it costs a few look-ups. */
export interface ClaimPath {
  /** As the configuration has it. */
  readonly written: string;
  /** The names from the outermost object to the value. */
  readonly names: readonly string[];
  /** Whether unescaped dots may belong to names: so it is with at least three names and no `\.`. */
  readonly mayJoin: boolean;
}

/** Takes a path apart. Dots lead into objects; `\.` is a dot within a name. */
export function claimPath(written: string): ClaimPath {
  const names = written.split(/(?<!\\)\./).map((name) => name.replaceAll("\\.", "."));
  return { written, names, mayJoin: names.length > 2 && !written.includes("\\.") };
}

/**
 * Reads the claim at a path: the claim with exactly that name, else the one that the dots lead to, else the one over
 * members with dots in their names, the longest names first. Undefined if there is none. Only own members are
 * followed, so `constructor` leads nowhere unless the provider sent it, and `__proto__` never does.
 */
export function readPath(claims: Claims, path: ClaimPath): unknown {
  const { written, names } = path;
  if (written !== "__proto__" && Object.hasOwn(claims, written)) return claims[written];
  if (names.length === 1 && names[0] === written) return undefined;
  const nested = readNested(claims, names);
  return nested !== undefined || !path.mayJoin ? nested : readJoined(claims, names, 0);
}

/**
 * How many readings of a path lead to a claim: 0 if it reads nothing, 1 if it is clear, 2 for more than one. Costs
 * more than reading, so it is asked once for a token and not for each call.
 */
export function countReadings(claims: Claims, path: ClaimPath): 0 | 1 | 2 {
  const { written, names, mayJoin } = path;
  if (written.includes("\\.") || names.length === 1) return isStated(readPath(claims, path)) ? 1 : 0;
  let found: 0 | 1 | 2 = 0;
  const count = (value: unknown): boolean => {
    if (isStated(value)) found = found === 0 ? 1 : 2;
    return found === 2;
  };
  if (count(Object.hasOwn(claims, written) ? claims[written] : undefined)) return found;
  if (mayJoin) visitJoined(claims, names, 0, count);
  else count(readNested(claims, names));
  return found;
}

/** The names that the outermost member on the way to the claim can have. */
export function outermostNames({ written, names, mayJoin }: ClaimPath): readonly string[] {
  const joined = mayJoin ? names.map((_, index) => names.slice(0, index + 1).join(".")) : names.slice(0, 1);
  return [...new Set([written, ...joined])];
}

function readNested(claims: Claims, names: readonly string[]): unknown {
  let value: unknown = claims;
  for (const name of names) {
    if (!hasMember(value, name)) return undefined;
    value = Reflect.get(value, name);
  }
  return value;
}

/** The first value over joined names. The whole path as one name has been tried, and is tried again at no harm. */
function readJoined(claims: Claims, names: readonly string[], from: number): unknown {
  let first: unknown;
  visitJoined(claims, names, from, (value) => {
    first = value;
    return true;
  });
  return first;
}

/**
 * Visits every value that the names lead to, joined by dots in any way but as a whole, longest names first, until
 * `visit` answers true. Each member of the token is reached at most once, so the time is bounded by its size.
 */
function visitJoined(
  value: unknown,
  names: readonly string[],
  from: number,
  visit: (value: unknown) => boolean,
): boolean {
  if (from === names.length) return visit(value);
  for (let until = names.length; until > from; until--) {
    const isWhole = from === 0 && until === names.length;
    const name = names.slice(from, until).join(".");
    if (!isWhole && hasMember(value, name) && visitJoined(Reflect.get(value, name), names, until, visit)) return true;
  }
  return false;
}

function hasMember(value: unknown, name: string): value is object {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    name !== "__proto__" &&
    Object.hasOwn(value, name)
  );
}

function isStated(value: unknown): boolean {
  return value !== undefined && value !== null;
}
