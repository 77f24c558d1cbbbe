import type { z } from "zod";
import type { Path } from "@/lib/config/finding";
import { toPath } from "./schema-faults";

/** What is left of faulty data once its faults are cut out, so that the checks behind the schema still see the rest. */
export interface Salvage<Value> {
  readonly value: Value;
  /** Where something of the remaining value stood before the cuts. */
  originalPath(path: Path): Path;
  /** Whether an entry of the list at a key was cut out. */
  readonly cutLists: ReadonlySet<string>;
}

/** Cuts out what the schema refuses until it accepts the rest; undefined when nothing acceptable is left. */
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

/** Deletes keys at once and list entries last, from the back, as they shift their neighbours. */
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
 * What to delete for a fault at a path: the key itself; the entry or mapping around a key that is missing; and the
 * whole list around a plain entry, as its index could not be followed afterwards.
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
