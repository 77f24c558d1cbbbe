import type { z } from "zod";
import type { Path } from "@/lib/config/finding";
import { toPath } from "./schema-faults";

/** Faulty data after its faults have been cut out, so that later checks still see the rest. */
export interface Salvage<Value> {
  readonly value: Value;
  /** The original path of something in the value that is left. */
  originalPath(path: Path): Path;
  /** The keys of the lists out of which an entry was cut. */
  readonly cutLists: ReadonlySet<string>;
}

/** Cuts out what the schema refuses until it accepts the rest. Undefined if nothing acceptable is left. */
export function salvage<Schema extends z.ZodType>(
  schema: Schema,
  data: unknown,
): Salvage<z.output<Schema>> | undefined {
  const originalIndex = new WeakMap<object, number>();
  const cutLists = new Set<string>();
  const root = copy(data, originalIndex);
  for (let round = 0; round < 50; round++) {
    const parsed = schema.safeParse(root);
    if (parsed.success)
      return { value: parsed.data, originalPath: (path) => originalPath(root, path, originalIndex), cutLists };
    const cuts = parsed.error.issues.flatMap((issue) => {
      const path = toPath(issue.path);
      return issue.code === "unrecognized_keys" ? issue.keys.map((key) => [...path, key]) : [path];
    });
    if (!cutAll(root, cuts, cutLists)) return undefined;
  }
  return undefined;
}

function copy(node: unknown, originalIndex: WeakMap<object, number>): unknown {
  if (Array.isArray(node)) {
    return node.map((item, index) => {
      const copied = copy(item, originalIndex);
      if (typeof copied === "object" && copied !== null) originalIndex.set(copied, index);
      return copied;
    });
  }
  if (typeof node !== "object" || node === null) return node;
  return Object.assign(
    Object.create(null),
    Object.fromEntries(Object.entries(node).map(([key, value]) => [key, copy(value, originalIndex)])),
  );
}

/**
 * Deletes what the paths lead to; returns whether anything was deleted. Keys go first. List entries go last and from
 * the back, because each deletion shifts the entries after it.
 */
function cutAll(root: unknown, paths: readonly Path[], cutLists: Set<string>): boolean {
  let changed = false;
  const entries = new Map<unknown[], Set<number>>();
  for (const path of paths) {
    const target = cutTarget(root, path);
    if (!target) continue;
    changed = true;
    if (Array.isArray(target.container)) {
      const list = target.container;
      entries.set(list, (entries.get(list) ?? new Set()).add(Number(target.segment)));
      cutLists.add(String(target.listKey));
    } else {
      Reflect.deleteProperty(target.container, target.segment);
    }
  }
  for (const [list, indexes] of entries) {
    for (const index of [...indexes].sort((a, b) => b - a)) list.splice(index, 1);
  }
  return changed;
}

interface CutTarget {
  readonly container: object;
  readonly segment: string | number;
  readonly listKey: string | number | undefined;
}

/**
 * What to delete for a fault at a path: the key itself; for a missing key, the entry or mapping around it; for a plain
 * list entry, the whole list, because its positions could not be traced back afterwards.
 */
function cutTarget(root: unknown, path: Path): CutTarget | undefined {
  const containers: object[] = [];
  let node = root;
  for (const segment of path) {
    if (typeof node !== "object" || node === null) break;
    containers.push(node);
    node = Reflect.get(node, segment);
  }
  for (let depth = containers.length - 1; depth >= 0; depth--) {
    const container = containers[depth];
    const segment = path[depth];
    if (container === undefined || segment === undefined || !Reflect.has(container, segment)) continue;
    const plainEntry = Array.isArray(container) && typeof Reflect.get(container, segment) !== "object";
    if (!plainEntry) return { container, segment, listKey: path[depth - 1] };
  }
  return undefined;
}

function originalPath(root: unknown, path: Path, originalIndex: WeakMap<object, number>): Path {
  let node = root;
  return path.map((segment) => {
    const list = Array.isArray(node);
    node = typeof node === "object" && node !== null ? Reflect.get(node, segment) : undefined;
    return list && typeof node === "object" && node !== null ? (originalIndex.get(node) ?? segment) : segment;
  });
}
