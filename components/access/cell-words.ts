import type { MatrixCell, MatrixRow } from "@/lib/wire/matrix";

/** Why a cell is as it is, as a sentence. */
export function reasonOf({ because }: Pick<MatrixCell, "because">): string {
  return because === "" ? "No rule forbids it." : because;
}

/** The rule that decided a cell, with its place in the specification: `rule scope (5.11)`. */
export function ruleOf({ rule, spec }: Pick<MatrixCell, "rule" | "spec">): string {
  return spec === "" ? `rule ${rule}` : `rule ${rule} (${spec})`;
}

/** What the pointer shows of a row: its name, with the id where that differs. */
export function rowTitle({ name, id }: Pick<MatrixRow, "name" | "id">): string {
  return id === null || id === name ? name : `${name}, id ${id}`;
}
