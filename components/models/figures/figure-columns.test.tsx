import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { ModelView } from "@/lib/wire/model";
import type { EntryFigures } from "./entry-figures";
import { figureColumns, FiguresLine } from "./figure-columns";

const ENTRY = { id: "d1" } as ModelView;
const figures = (changed: Partial<EntryFigures>): EntryFigures => ({
  calls: 100,
  failed_calls: 1,
  spend: 2.5,
  p50_ms: 300,
  p95_ms: 900,
  ...changed,
});

/** The text of the cells of an entry, by their heads. */
function cellsOf(now: EntryFigures | undefined, before?: EntryFigures | null): Record<string, string> {
  const byId = (known: EntryFigures | null | undefined) => new Map(known ? [[ENTRY.id, known]] : []);
  const columns = figureColumns([ENTRY], { now: byId(now), before: before === undefined ? undefined : byId(before) });
  return Object.fromEntries(
    columns.map(({ head, cell }) => [
      head,
      renderToStaticMarkup(<>{cell(ENTRY)}</>)
        .replace(/<[^>]*>/g, " ")
        .trim()
        .replace(/\s+/g, " "),
    ]),
  );
}

test("an entry has its figures, and how each changed", () => {
  expect(cellsOf(figures({}), figures({ calls: 80, failed_calls: 4, spend: 5, p95_ms: 450 }))).toEqual({
    Calls: "100 +25%",
    Spend: "$2.50 −50%",
    Errors: "1% was 5%",
    p95: "900 ms +100%",
  });
});

test("compared with nothing, figures stand alone, and those of before without calls are new", () => {
  expect(cellsOf(figures({ p95_ms: null }))).toEqual({ Calls: "100", Spend: "$2.50", Errors: "1%", p95: "–" });
  expect(cellsOf(figures({}), null)).toMatchObject({ Calls: "100 new", Spend: "$2.50 new" });
});

test("an entry without calls has dashes", () => {
  expect(cellsOf(undefined)).toEqual({ Calls: "–", Spend: "–", Errors: "–", p95: "–" });
});

test.each([
  [0, "0 calls"],
  [1, "1 call"],
  [2, "2 calls"],
])("the line of %d calls counts them", (calls, says) => {
  const line = <FiguresLine figures={figures({ calls, failed_calls: 0, p95_ms: null })} />;
  expect(renderToStaticMarkup(line)).toContain(`>${says}<`);
});
