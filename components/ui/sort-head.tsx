import { ArrowDown, ArrowUp, ArrowUpDown } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "./class-names";
import { HeadCell } from "./table";
import { PlainButton } from "./plain-button";

/** By which column a list is sorted, and what pressing a head does. */
export interface Sorting<Column extends string> {
  readonly order: { readonly sort: Column; readonly order: "asc" | "desc" };
  readonly onSort: (column: Column) => void;
}

/** The head of a column by which the whole list can be sorted, not only the shown page. */
export function SortHead<Column extends string>({
  column,
  sorting: { order, onSort },
  align,
  className,
  children,
}: {
  column: NoInfer<Column>;
  sorting: Sorting<Column>;
  align?: "left" | "right";
  className?: string;
  children: ReactNode;
}) {
  const isSorted = order.sort === column;
  const Icon = !isSorted ? ArrowUpDown : order.order === "asc" ? ArrowUp : ArrowDown;
  return (
    <HeadCell
      align={align}
      className={className}
      aria-sort={!isSorted ? "none" : order.order === "asc" ? "ascending" : "descending"}
    >
      <PlainButton
        onClick={() => onSort(column)}
        className={classNames("inline-flex items-center gap-1 rounded hover:text-ink", isSorted && "text-ink")}
      >
        {children}
        <Icon className={classNames("size-3", !isSorted && "opacity-50")} aria-hidden />
      </PlainButton>
    </HeadCell>
  );
}
