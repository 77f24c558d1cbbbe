import { expect, test } from "vitest";
import { changePage, type RowChanges } from "./change-page";

const row = (id: string, lost: number, gained: number): RowChanges<string> => ({
  cursor: { value: "team 0", id },
  lost: Array.from({ length: lost }, (_, at) => `${id}-${at}`),
  gained: Array.from({ length: gained }, (_, at) => `${id}+${at}`),
});

test.each<
  [name: string, rows: RowChanges<string>[], lost: string[], totals: [number, number], ended: string | undefined]
>([
  ["that all fit", [row("a", 1, 0), row("b", 2, 3)], ["a-0", "b-0", "b-1"], [3, 3], undefined],
  ["of which too many are lost", [row("a", 2, 0), row("b", 2, 0), row("c", 1, 0)], ["a-0", "a-1"], [5, 0], "a"],
  ["of which too many are gained", [row("a", 1, 3), row("b", 1, 1)], ["a-0"], [2, 4], "a"],
  ["of one row with too many", [row("a", 4, 0), row("b", 0, 0)], ["a-0", "a-1", "a-2", "a-3"], [4, 0], "a"],
  ["of no row", [], [], [0, 0], undefined],
])("changes %s are shown row by row, and all are counted", (_name, rows, lost, [lostTotal, gainedTotal], ended) => {
  const page = changePage(rows, 3);
  expect(page).toMatchObject({ lost, lostTotal, gainedTotal });
  expect(page.ended?.id).toBe(ended);
});
