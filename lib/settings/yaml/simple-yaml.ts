import type { Path, Position } from "@/lib/config/finding";

/** Simple YAML as plain data. Maps are objects without a prototype. */
export interface SimpleYaml {
  readonly value: unknown;
  /** The position of a key or its value. If it is missing, the position of the nearest thing around it. */
  locate(path: Path, at: "key" | "value"): Position;
}

/**
 * Reads YAML in the form that most files have: blocks of maps and lists, and scalars that stand on one line. Returns
 * undefined for any other text, even if it is correct: the parser reads it, with the same result but ten times as
 * slowly. `mostNodes`: how many values there may be, those behind aliases counted each time.
 */
export function readSimpleYaml(source: string, mostNodes: number): SimpleYaml | undefined {
  try {
    const root = new Reader(contentLines(source), mostNodes).read();
    return { value: root.value, locate: (path, at) => locate(root, path, at) };
  } catch (error) {
    if (error instanceof NotSimple) return undefined;
    throw error;
  }
}

class NotSimple extends Error {}

/** The parser allows 64 levels. An alias doubles these at most, because none may be inside an anchor. */
const MOST_LEVELS = 24;

const PAIR = /^([A-Za-z_][\w./-]{0,99}):( +|$)/;
/** A plain scalar on one line, unless it has a colon before a blank or at its end. */
const PLAIN = /^[\w/][\w/.*@+=~%$(), :-]*$/;
const PRINTABLE = /^[ -~]*$/;

interface Line {
  readonly indent: number;
  readonly text: string;
  /** From 1. */
  readonly number: number;
}

interface Read {
  readonly value: unknown;
  /** The values inside, those behind aliases counted each time, and this one. */
  readonly nodes: number;
  /** Where the value begins; undefined if nothing is written. */
  readonly start: Position | undefined;
  readonly inside: ReadonlyMap<string, Step> | readonly Step[] | undefined;
}

interface Step extends Read {
  readonly key: Position | undefined;
}

/** The lines that are neither blank nor a comment alone. */
function contentLines(source: string): Line[] {
  // Other white space than blanks and line feeds means different things to the parser and to `trim`.
  if (/[^\S \n]/.test(source)) throw new NotSimple();
  return source.split("\n").flatMap((line, index): Line | readonly [] => {
    const indent = line.search(/[^ ]/);
    return indent === -1 || line[indent] === "#" ? [] : { indent, text: line.slice(indent), number: index + 1 };
  });
}

class Reader {
  readonly #lines: Line[];
  readonly #mostNodes: number;
  readonly #anchors = new Map<string, Read>();
  #at = 0;
  #openAnchors = 0;

  constructor(lines: Line[], mostNodes: number) {
    this.#lines = lines;
    this.#mostNodes = mostNodes;
  }

  read(): Read {
    const root = this.#block(0, 0);
    if (this.#at < this.#lines.length) throw new NotSimple();
    return root;
  }

  /** Reads the map or list that begins at the next line, which must have this indent. */
  #block(indent: number, level: number): Read {
    const line = this.#lines[this.#at];
    if (!line || line.indent !== indent || level > MOST_LEVELS) throw new NotSimple();
    const start = { line: line.number, column: indent + 1 };
    const block = isItem(line) ? this.#list(indent, level) : this.#map(indent, level);
    if ((this.#lines[this.#at]?.indent ?? 0) > indent || block.nodes > this.#mostNodes) throw new NotSimple();
    return { ...block, start };
  }

  #map(indent: number, level: number): Omit<Read, "start"> {
    const value: Record<string, unknown> = Object.create(null);
    const inside = new Map<string, Step>();
    let nodes = 1;
    for (let line = this.#lines[this.#at]; line?.indent === indent && !isItem(line); line = this.#lines[this.#at]) {
      const [before, key = ""] = PAIR.exec(line.text) ?? [];
      if (before === undefined || inside.has(key) || key === "__proto__" || UNSURE.test(key)) throw new NotSimple();
      this.#at++;
      const written = writtenIn(line.text.slice(before.length));
      const start = { line: line.number, column: indent + before.length + 1 };
      const read = this.#valueOf(written, start, indent, level);
      value[key] = read.value;
      inside.set(key, { ...read, key: { line: line.number, column: indent + 1 } });
      nodes += read.nodes;
    }
    return { value, nodes, inside };
  }

  #list(indent: number, level: number): Omit<Read, "start"> {
    const value: unknown[] = [];
    const inside: Step[] = [];
    let nodes = 1;
    for (let line = this.#lines[this.#at]; line?.indent === indent && isItem(line); line = this.#lines[this.#at]) {
      const rest = { indent: indent + 2, text: line.text.slice(2), number: line.number };
      let read: Read;
      if (PAIR.test(rest.text)) {
        // The first pair of a map stands behind the mark, and the others stand below it.
        this.#lines[this.#at] = rest;
        read = this.#block(rest.indent, level + 1);
      } else {
        const written = writtenIn(rest.text);
        if (written.kind !== "scalar") throw new NotSimple();
        this.#at++;
        read = scalar(written.value, { line: line.number, column: rest.indent + 1 });
      }
      value.push(read.value);
      inside.push({ ...read, key: undefined });
      nodes += read.nodes;
    }
    return { value, nodes, inside };
  }

  #valueOf(written: Written, start: Position, indent: number, level: number): Read {
    switch (written.kind) {
      case "scalar":
        return scalar(written.value, start);
      case "alias": {
        const target = this.#anchors.get(written.name);
        if (!target || this.#openAnchors > 0) throw new NotSimple();
        return { ...target, nodes: target.nodes + 1, start };
      }
      case "anchor": {
        this.#openAnchors++;
        const target = this.#below(indent, level);
        this.#openAnchors--;
        if (!target) throw new NotSimple();
        this.#anchors.set(written.name, target);
        return target;
      }
      case "nothing":
        return this.#below(indent, level) ?? { value: null, nodes: 1, start: undefined, inside: undefined };
    }
  }

  /** The block below a key; undefined if there is none. */
  #below(indent: number, level: number): Read | undefined {
    const next = this.#lines[this.#at];
    if (!next || next.indent < indent || (next.indent === indent && !isItem(next))) return undefined;
    return this.#block(next.indent, level + 1);
  }
}

/** What is written on the line of a key, behind it, or of an item. */
type Written =
  | { readonly kind: "scalar"; readonly value: unknown }
  | { readonly kind: "alias" | "anchor"; readonly name: string }
  | { readonly kind: "nothing" };

function isItem({ text }: Line): boolean {
  return text.startsWith("- ");
}

function scalar(value: unknown, start: Position): Read {
  return { value, nodes: 1, start, inside: undefined };
}

function writtenIn(text: string): Written {
  const [mark = ""] = text;
  if (mark === '"' || mark === "'") return { kind: "scalar", value: quoted(text, mark) };
  if (mark === "#") return { kind: "nothing" };
  const comment = text.indexOf(" #");
  const content = (comment === -1 ? text : text.slice(0, comment)).trimEnd();
  if (content === "") return { kind: "nothing" };
  if (mark === "&" || mark === "*") {
    const name = content.slice(1);
    if (!/^\w+$/.test(name)) throw new NotSimple();
    return { kind: mark === "&" ? "anchor" : "alias", name };
  }
  if (!PLAIN.test(content) || content.includes(": ") || content.endsWith(":")) throw new NotSimple();
  return { kind: "scalar", value: plainValue(content) };
}

function quoted(text: string, mark: string): string {
  const end = text.indexOf(mark, 1);
  const content = text.slice(1, end);
  const behind = text.slice(end + 1);
  const isAlone = behind.trim() === "" || (behind.startsWith(" ") && behind.trimStart().startsWith("#"));
  // Only double quotes have escapes with a backslash, and a second mark inside single quotes would be an escape.
  if (end === -1 || !isAlone || !PRINTABLE.test(content) || content.includes("\\")) throw new NotSimple();
  return content;
}

/** A value that is spelt as some readers spell truth and nothing. */
const UNSURE = /^(?:null|true|false)$/i;

/** The value of a plain scalar by YAML's core schema (YAML 1.2 §10.3.2). */
function plainValue(text: string): string | number | boolean | null {
  if (/^\d/.test(text)) {
    if (/^(?:0|[1-9]\d{0,14}|\d+\.\d*|\d+(?:\.\d*)?[eE][-+]?\d+)$/.test(text)) return Number.parseFloat(text);
    if (/^(?:\d+$|0[ox])/.test(text)) throw new NotSimple();
    return text;
  }
  if (!UNSURE.test(text)) return text;
  if (text === "null") return null;
  if (text !== "true" && text !== "false") throw new NotSimple();
  return text === "true";
}

function locate(root: Read, path: Path, at: "key" | "value"): Position {
  let found = root.start ?? { line: 1, column: 1 };
  let inside = root.inside;
  for (const [index, segment] of path.entries()) {
    const step = stepTo(inside, segment);
    if (!step) return found;
    const isLast = index === path.length - 1;
    found = step.key && (!step.start || !isLast || at === "key") ? step.key : (step.start ?? found);
    inside = step.inside;
  }
  return found;
}

function stepTo(inside: Read["inside"], segment: string | number): Step | undefined {
  if (inside instanceof Map) return inside.get(String(segment));
  return Array.isArray(inside) && typeof segment === "number" ? inside[segment] : undefined;
}
