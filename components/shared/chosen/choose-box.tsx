"use client";
import { useIsHydrated } from "@/components/ui/hydration";
import type { Column } from "@/components/ui/data-table";

/** Which rows of a list are chosen, by their keys, and how to choose. */
export interface Choosing<Row> {
  readonly isChosen: (row: Row) => boolean;
  readonly choose: (row: Row, isChosen: boolean) => void;
}

/** The box that chooses a row. `words`: what names the row. */
function ChooseBox({
  words,
  isChosen,
  onChange,
}: {
  words: string;
  isChosen: boolean;
  onChange: (isChosen: boolean) => void;
}) {
  const isHydrated = useIsHydrated();
  return (
    // The label makes the box large enough for a finger.
    <label className="-m-1.5 grid size-7 cursor-pointer place-items-center">
      <input
        type="checkbox"
        aria-label={`Choose ${words}`}
        className="size-4 accent-accent"
        checked={isChosen}
        disabled={!isHydrated}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  );
}

/** The column of boxes before the rows of a list. */
export function chooseColumn<Row, Sort extends string>(
  nameOf: (row: Row) => string,
  { isChosen, choose }: Choosing<Row>,
): Column<Row, Sort> {
  return {
    head: "Choose",
    isQuiet: true,
    className: "w-8 !pr-0",
    cell: (row) => <ChooseBox words={nameOf(row)} isChosen={isChosen(row)} onChange={(to) => choose(row, to)} />,
  };
}
