import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument, visit } from "yaml";
import type { Document, Node, Pair, Range, YAMLMap } from "yaml";
import { isShowableKey, type Fault, type Path, type Position } from "@/lib/config/finding";
import { explainSyntaxError } from "./syntax-error";

/** A YAML file as plain data, with the position of everything in it. */
export interface ConfigDocument {
  /** Maps become objects without a prototype; an empty file is null. */
  readonly value: unknown;
  readonly faults: readonly PlacedFault[];
  /** The position of the first syntax error. Everything after it may have been read wrongly. */
  readonly brokenFrom: Position | undefined;
  /** The position of a key or its value. If it is missing, the position of the nearest thing around it. */
  locate(path: Path, at: "key" | "value"): Position;
}

export interface PlacedFault extends Fault {
  readonly position: Position;
}

/** More nodes than any real file has, even after its aliases are expanded. */
const MAXIMUM_NODES = 250_000;
const MAXIMUM_DEPTH = 64;

/** Reads YAML text. Never throws: what cannot be read becomes a fault. */
export function readDocument(source: string): ConfigDocument {
  const lines = new LineCounter();
  // A carriage return alone ends a line (YAML 1.2 §5.4), which the parser does not know. Pretty errors are off because
  // they quote the lines around a fault, secrets included.
  const document = parseDocument(source.replaceAll(/\r(?!\n)/g, "\n"), {
    lineCounter: lines,
    prettyErrors: false,
    uniqueKeys: false,
    resolveKnownTags: false,
    logLevel: "error",
  });
  const positionOf = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const faults = syntaxFaults(document, positionOf);
  const brokenFrom = faults[0]?.position;
  const conversion = new Conversion(document, positionOf);
  const value = conversion.run();
  const known = new Set(conversion.faults.map(({ position: { line, column } }) => `${line}:${column}`));
  // Where both report a fault at one place, the one of the conversion is kept, because it has the path in the settings.
  const others = faults.filter(({ position: { line, column } }) => !known.has(`${line}:${column}`));
  return {
    value,
    faults: [...others, ...conversion.faults],
    brokenFrom,
    locate: (path, at) => positionOf(conversion.offsetOf(path, at)),
  };
}

/** One fault per line: a second one is usually a consequence of the first. */
function syntaxFaults(document: Document.Parsed, positionOf: (offset: number) => Position): PlacedFault[] {
  const faults = new Map<number, PlacedFault>();
  for (const error of [...document.errors, ...document.warnings].sort((a, b) => a.pos[0] - b.pos[0])) {
    const offset = error.message.startsWith("Missing closing") ? openingQuote(document, error.pos[0]) : error.pos[0];
    const position = positionOf(offset);
    if (error.name === "YAMLWarning" && error.code !== "TAG_RESOLVE_FAILED") continue;
    if (!faults.has(position.line))
      faults.set(position.line, { ...explainSyntaxError(error.code), path: [], at: "value", position });
  }
  return [...faults.values()].slice(0, 20);
}

/** The position of the quote that is still open at `end`. The mistake is there, and not at the end of the file. */
function openingQuote(document: Document.Parsed, end: number): number {
  let opening = end;
  visit(document, {
    Scalar(_, node) {
      const quoted = node.type === "QUOTE_DOUBLE" || node.type === "QUOTE_SINGLE";
      if (quoted && node.range && node.range[0] < opening && node.range[1] >= end) opening = node.range[0];
    },
  });
  return opening;
}

class TooLarge extends Error {}

/**
 * Turns nodes into plain data. The parser does not do it, because aliases must be counted and their cycles found before
 * anything walks the result.
 */
class Conversion {
  readonly faults: PlacedFault[] = [];
  readonly #targets = new Map<Node, Node | undefined>();
  readonly #active = new Set<Node>();
  #count = 0;

  constructor(
    private readonly document: Document.Parsed,
    private readonly positionOf: (offset: number) => Position,
  ) {}

  run(): unknown {
    try {
      this.#resolveAliases();
      return this.#convert(this.document.contents, []);
    } catch (error) {
      if (!(error instanceof TooLarge || error instanceof RangeError)) throw error;
      const alias = this.#targets.keys().next().value;
      this.#report(
        "C008",
        alias,
        [],
        "the file is nested too deeply, or its aliases expand to too much",
        "write the values out",
      );
      return null;
    }
  }

  offsetOf(path: Path, at: "key" | "value"): number {
    let offset = this.document.contents?.range?.[0] ?? 0;
    let node: Node | null = this.document.contents;
    for (const [index, segment] of path.entries()) {
      const step: Step | undefined = this.#step(node, segment);
      if (!step) return offset;
      const last = index === path.length - 1;
      const value = step.value?.range;
      const empty = !value || value[0] === value[1];
      offset = step.key && (empty || !last || at === "key") ? step.key[0] : (value?.[0] ?? offset);
      node = step.value;
    }
    return offset;
  }

  #step(node: Node | null, segment: string | number, seen = new Set<Node>()): Step | undefined {
    const target = isAlias(node) ? this.#targets.get(node) : node;
    if (!target || seen.has(target)) return undefined;
    seen.add(target);
    if (isSeq(target) && typeof segment === "number") {
      const item = target.items[segment];
      return isNode(item) ? { key: undefined, value: item } : undefined;
    }
    if (!isMap(target)) return undefined;
    const pair = target.items.findLast((item) => keyText(item) === String(segment));
    if (pair)
      return {
        key: isNode(pair.key) ? (pair.key.range ?? undefined) : undefined,
        value: isNode(pair.value) ? pair.value : null,
      };
    for (const merged of this.#mergedMaps(target)) {
      const step = this.#step(merged, segment, seen);
      if (step) return step;
    }
    return undefined;
  }

  /** An anchor may be defined again: an alias refers to the last definition before it. */
  #resolveAliases(): void {
    const anchors = new Map<string, Node>();
    visit(this.document, {
      Node: (_, node) => {
        if (isAlias(node)) this.#targets.set(node, anchors.get(node.source));
        else if (node.anchor) anchors.set(node.anchor, node);
      },
    });
  }

  #convert(node: Node | null, path: Path): unknown {
    if (++this.#count > MAXIMUM_NODES || path.length > MAXIMUM_DEPTH) throw new TooLarge();
    if (isAlias(node)) return this.#convertAlias(node, path);
    if (isScalar(node)) return typeof node.value === "symbol" ? null : node.value;
    if (!isMap(node) && !isSeq(node)) return null;
    this.#active.add(node);
    const value = isMap(node)
      ? this.#convertMap(node, path)
      : node.items.map((item, index) => this.#convert(isNode(item) ? item : null, [...path, index]));
    this.#active.delete(node);
    return value;
  }

  #convertAlias(alias: Node, path: Path): unknown {
    const target = this.#targets.get(alias);
    if (!target) {
      this.#report(
        "C004",
        alias,
        path,
        "an alias (`*`) names an anchor that is not defined before it",
        "if a value begins with *, put it in quotes",
      );
    } else if (this.#active.has(target)) {
      this.#report("C008", alias, path, "an alias (`*`) is inside its own anchor", "write the values out");
    } else {
      return this.#convert(target, path);
    }
    return null;
  }

  #convertMap(map: YAMLMap, path: Path): Record<string, unknown> {
    const result: Record<string, unknown> = Object.create(null);
    const own = new Map<string, Node>();
    for (const pair of map.items) {
      const key = keyText(pair);
      const keyNode = isNode(pair.key) ? pair.key : undefined;
      if (key === undefined) {
        this.#report("C009", keyNode, path, "a key must be plain text", "put the key in quotes");
        continue;
      }
      if (key === "<<") continue;
      if (key === "__proto__") {
        // Code that copies settings by name would lose this one silently.
        this.#report("C010", keyNode, path, '"__proto__" cannot be a name', "give it another name");
        continue;
      }
      const first = own.get(key);
      if (first) this.#reportDuplicate(key, first, keyNode, path);
      if (keyNode) own.set(key, keyNode);
      result[key] = this.#convert(isNode(pair.value) ? pair.value : null, [...path, key]);
    }
    this.#merge(map, result, path);
    return result;
  }

  #merge(map: YAMLMap, result: Record<string, unknown>, path: Path): void {
    for (const merged of this.#mergedMaps(map)) {
      const value = this.#convert(merged, path);
      if (typeof value !== "object" || value === null || Array.isArray(value)) {
        this.#report("C014", merged, path, "`<<` takes a mapping or a list of mappings");
        continue;
      }
      for (const [key, inherited] of Object.entries(value)) if (!(key in result)) result[key] = inherited;
    }
  }

  #mergedMaps(map: YAMLMap): Node[] {
    return map.items
      .filter((pair) => keyText(pair) === "<<")
      .flatMap((pair) => {
        const value = isNode(pair.value) ? pair.value : undefined;
        const target = isAlias(value) ? this.#targets.get(value) : value;
        return isSeq(target) ? target.items.filter(isNode) : value ? [value] : [];
      });
  }

  #reportDuplicate(key: string, first: Node, second: Node | undefined, path: Path): void {
    const line = this.positionOf(first.range?.[0] ?? 0).line;
    const name = isShowableKey(key) ? `"${key}"` : "a key";
    this.#report(
      "C006",
      second,
      [...path, key],
      `${name} is given twice; the first is on line ${line}`,
      "keep one of the two",
    );
  }

  #report(number: Fault["number"], node: Node | undefined, path: Path, message: string, fix?: string): void {
    const position = this.positionOf(node?.range?.[0] ?? 0);
    this.faults.push({ number, path, at: "value", message, ...(fix !== undefined && { fix }), position });
  }
}

interface Step {
  readonly key: Range | undefined;
  readonly value: Node | null;
}

function isNode(value: unknown): value is Node {
  return isScalar(value) || isMap(value) || isSeq(value) || isAlias(value);
}

function keyText(pair: Pair): string | undefined {
  const key = pair.key;
  if (!isScalar(key) || (typeof key.value === "object" && key.value !== null)) return undefined;
  return String(key.value);
}
