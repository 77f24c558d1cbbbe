import { withoutTrailing } from "@/lib/without-trailing";

/** The path of a claim, taken apart once so that reading it costs a few lookups. */
export interface ClaimPath {
  /** As the configuration has it. */
  readonly written: string;
  /** The names from the outermost object to the value, with the brackets behind them. */
  readonly names: readonly string[];
  /** Whether unescaped dots may belong to names: true with at least three names and no `\.`. */
  readonly mayJoin: boolean;
  /** For each name that ends in brackets, the list that they lead into. Undefined if no name ends so. */
  readonly lists: readonly (ListName | undefined)[] | undefined;
}

/** A name that ends in brackets, read as that of a list. */
export interface ListName {
  /** Without the brackets. */
  readonly name: string;
  /** From left to right: the index of an element, from 0, or every element. */
  readonly elements: readonly (number | "every")[];
}

const NAME_END = /(?<!\\)\./;

/** Takes a path apart. Dots lead into objects and brackets into lists; `\.`, `\[` and `\]` stand in a name. */
export function claimPath(written: string): ClaimPath {
  const parts = written.split(NAME_END);
  const lists = parts.map(listName);
  return {
    written,
    names: parts.map(unescaped),
    mayJoin: parts.length > 2 && !written.includes("\\."),
    lists: lists.some((list) => list !== undefined) ? lists : undefined,
  };
}

/** Whether a path reads every element of a list, so that it gives a list. */
export function readsEvery({ lists }: ClaimPath): boolean {
  return lists?.some((list) => list?.elements.includes("every")) ?? false;
}

/** Whether brackets belong to a name though they are not escaped: `a[-1]`, `a[x]`, `[0]`, `a[0]b`. */
export function hasPlainBrackets(written: string): boolean {
  return written.split(NAME_END).some((part) => {
    const { end } = trailingBrackets(part);
    return /(?<!\\)[[\]]/.test(end === 0 ? part : part.slice(0, end));
  });
}

/**
 * Which of these names is that of the outermost member on the way to the claim: the whole path, else the one with the
 * fewest dots, a name with its brackets before the list that they lead into. Undefined: none. The names are compared
 * with the path; joining all that a path can have would take the square of its dots.
 */
export function outermostName(
  { written, names, mayJoin, lists }: ClaimPath,
  members: Iterable<string>,
): string | undefined {
  const parts = mayJoin ? names : names.slice(0, 1);
  const joined = parts.join(".");
  /** The lengths of the names that it can have, in order. */
  const ends = new Map<number, number>();
  let start = 0;
  for (const [index, part] of parts.entries()) {
    ends.set(start + part.length, 2 * index);
    const list = lists?.[index];
    if (list) ends.set(start + list.name.length, 2 * index + 1);
    start += part.length + 1;
  }
  let found: { readonly name: string; readonly order: number } | undefined;
  for (const name of members) {
    const order = name === written ? -1 : joined.startsWith(name) ? ends.get(name.length) : undefined;
    if (order !== undefined && (!found || order < found.order)) found = { name, order };
  }
  return found?.name;
}

/**
 * What a path reads, as a key: paths that read the same claim have the same one. All readings join the same names by
 * dots, and an element of a list stands for all of them.
 */
export function pathKey({ names }: ClaimPath): string {
  return withoutTrailing(names.join(".").replaceAll(/\[\d+\]/g, "[]"), "[]");
}

/** The names from one place until another as one name. */
export function joinedName(names: readonly string[], from: number, until: number): string {
  return until === from + 1 ? (names[from] ?? "") : names.slice(from, until).join(".");
}

/** The name of a list whose last part is at a place. */
export function listNameOf(names: readonly string[], from: number, last: number, { name }: ListName): string {
  return [...names.slice(from, last), name].join(".");
}

function listName(part: string): ListName | undefined {
  const { end, elements } = trailingBrackets(part);
  return end === 0 || elements.length === 0 ? undefined : { name: unescaped(part.slice(0, end)), elements };
}

/** The brackets at the end of a name, from `end` on, while they lead into a list and are not escaped. */
function trailingBrackets(part: string): Pick<ListName, "elements"> & { readonly end: number } {
  const elements: (number | "every")[] = [];
  let end = part.length;
  while (part[end - 1] === "]" && part[end - 2] !== "\\") {
    const open = part.lastIndexOf("[", end - 1);
    const digits = part.slice(open + 1, end - 1);
    if (open < 0 || part[open - 1] === "\\" || !/^\d*$/.test(digits)) break;
    elements.push(digits === "" ? "every" : Number(digits));
    end = open;
  }
  return { end, elements: elements.reverse() };
}

function unescaped(part: string): string {
  return part.replaceAll(/\\([.[\]])/g, "$1");
}
