import type { Method } from "@/lib/wire/contract";

/** What finding an operation needs to know of it. */
export interface Addressed {
  readonly method: Method;
  /** It may have one parameter, `{name}`, whose value may contain `/`. */
  readonly path: string;
  /** What the rules and the spend log call it; undefined: its path. */
  readonly route?: string | undefined;
}

/** An operation with the decoded parameters of the path that found it. */
export interface Found<Operation> {
  readonly operation: Operation;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Finds the operations of a table. */
export interface OperationIndex<Operation> {
  find(method: string, path: string): Found<Operation> | undefined;
  /** Finds an operation by the route that the rules see, where that is not its path. */
  findRoute(method: string, route: string): Found<Operation> | undefined;
  /** The operations of a path, by any method. One whose path ends in a parameter fits any string, and is left out. */
  at(path: string): readonly Operation[];
}

interface Parameterised<Operation> {
  readonly operation: Operation;
  /** What stands before and after the parameter. */
  readonly prefix: string;
  readonly suffix: string;
  readonly name: string;
}

/** Callers choose the paths, so only these are remembered: a number of paths, of a number of characters. */
const MOST_REMEMBERED = 500;
const LONGEST_REMEMBERED = 128;

/** Makes the index of a table. Paths are compared as they are written. */
export function indexOperations<Operation extends Addressed>(all: readonly Operation[]): OperationIndex<Operation> {
  const exact = new Map<string, ReadonlyMap<string, Found<Operation>>>();
  for (const { method } of all) if (!exact.has(method)) exact.set(method, exactOf(method, all));
  // The longest suffix comes first: a parameter at the end takes whatever is left.
  const parameterised = all
    .flatMap((operation) => parameterOf(operation) ?? [])
    .sort((one, other) => other.suffix.length - one.suffix.length);
  const findParameterised = (method: string, path: string): Found<Operation> | undefined => {
    const found = parameterised.find((one) => one.operation.method === method && fits(path, one));
    if (!found) return undefined;
    const value = decode(path.slice(found.prefix.length, path.length - found.suffix.length));
    return value === undefined ? undefined : { operation: found.operation, parameters: { [found.name]: value } };
  };
  /** What POST has found with a parameter, by path: every call of a tool asks for one of a few. */
  const posted = new Map<string, Found<Operation>>();
  return {
    find(method, path) {
      const known = exact.get(method)?.get(path) ?? (method === "POST" ? posted.get(path) : undefined);
      if (known) return known;
      const found = findParameterised(method, path);
      if (found && method === "POST" && path.length <= LONGEST_REMEMBERED) {
        if (posted.size >= MOST_REMEMBERED) posted.clear();
        posted.set(path, found);
      }
      return found;
    },
    findRoute(method, route) {
      const operation = all.find((one) => one.method === method && one.route === route);
      return operation && { operation, parameters: {} };
    },
    at(path) {
      const own = all.filter((operation) => operation.path === path);
      return own.length > 0
        ? own
        : parameterised.filter((one) => one.suffix !== "" && fits(path, one)).map(({ operation }) => operation);
    },
  };
}

function exactOf<Operation extends Addressed>(
  method: string,
  all: readonly Operation[],
): ReadonlyMap<string, Found<Operation>> {
  return new Map(
    all
      .filter((operation) => operation.method === method && !operation.path.includes("{"))
      .map((operation) => [operation.path, { operation, parameters: {} }]),
  );
}

function parameterOf<Operation extends Addressed>(operation: Operation): Parameterised<Operation> | undefined {
  const [, prefix, name, suffix] = /^([^{]*)\{(\w+)\}(.*)$/.exec(operation.path) ?? [];
  if (prefix === undefined || name === undefined || suffix === undefined) return undefined;
  return { operation, prefix, name, suffix };
}

function fits(path: string, { prefix, suffix }: Pick<Parameterised<unknown>, "prefix" | "suffix">): boolean {
  return path.length > prefix.length + suffix.length && path.startsWith(prefix) && path.endsWith(suffix);
}

function decode(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}
