import type { MatrixCell, MatrixRow } from "@/lib/wire/matrix";

/** Why a cell is as it is, as a sentence. */
export function reasonOf({ because }: Pick<MatrixCell, "because">): string {
  return because === "" ? "No rule forbids it." : because;
}

/** The rule that decided a cell: `rule scope`. */
export function ruleOf({ rule }: Pick<MatrixCell, "rule">): string {
  return `rule ${rule}`;
}

/** What the pointer shows of a row: its name, with the id where that differs. */
export function rowTitle({ name, id }: Pick<MatrixRow, "name" | "id">): string {
  return id === null || id === name ? name : `${name}, id ${id}`;
}
