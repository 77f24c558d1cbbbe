import type { Directory } from "@/lib/auth/facts";

/** How a row is found: each method of the directory finds one kind. */
export type RowKind = keyof Directory;

/**
 * A power of two. The buckets take half a megabyte in each process. With a million rows, each change makes 15 other
 * rows be checked again.
 */
const BUCKETS = 65_536;

/** The bucket in which the last change of a row, found by this id, is recorded. Several rows may share a bucket. */
export function rowIndex(kind: RowKind, id: string): number {
  let hash = 0x811c9dc5; // FNV-1a
  const text = `${kind} ${id}`;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 16)) & (BUCKETS - 1);
}

/**
 * Knows of every row whether it has changed since a version. Rows that share a bucket count as changed together, so no
 * change is ever missed, and the memory is the same for any number of rows.
 */
export class RowChanges {
  #version = 0;
  #allChanged = 0;
  readonly #changed = new Float64Array(BUCKETS);

  /** Grows with every change. */
  get version(): number {
    return this.#version;
  }

  /** Records that a row has changed, or begun or ceased to exist. */
  change(kind: RowKind, id: string): void {
    this.#changed[rowIndex(kind, id)] = ++this.#version;
  }

  /** Records that any row may have changed. */
  changeAll(): void {
    this.#allChanged = ++this.#version;
  }

  /** Whether the rows in these buckets are what they were at that version. */
  areUnchanged(buckets: Iterable<number>, since: number): boolean {
    if (this.#allChanged > since) return false;
    for (const bucket of buckets) if ((this.#changed[bucket] ?? 0) > since) return false;
    return true;
  }
}
