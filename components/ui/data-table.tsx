import type { ReactNode } from "react";
import { classNames } from "./class-names";
import { type Sorting, SortHead } from "./sort-head";
import { Cell, HeadCell, Row, Table } from "./table";

/** The narrowest width of the screen that shows a column. */
const SHOWN_FROM = {
  sm: "hidden sm:table-cell",
  md: "hidden md:table-cell",
  lg: "hidden lg:table-cell",
  "2xl": "hidden 2xl:table-cell",
} as const;

/** A column of a table: its head and its cells, which are shown, aligned and sized alike. */
export interface Column<Shown, Sort extends string = never> {
  /** The text of the head. Each column has another one. */
  readonly head: string;
  /** Whether only screen readers are told the head, as above buttons. */
  readonly isQuiet?: boolean;
  /** What the head says when pointed at. */
  readonly title?: string;
  /** The narrowest width of the screen that shows the column. Absent: every screen does. */
  readonly from?: keyof typeof SHOWN_FROM;
  readonly align?: "right";
  /** The name by which the list is sorted when the head is pressed. Absent: it cannot be. */
  readonly sort?: Sort;
  /** Classes of the head and of every cell, such as a width. */
  readonly className?: string;
  /** Classes of the cells alone, such as a colour, which may depend on the row. */
  readonly look?: string | ((row: Shown) => string);
  readonly cell: (row: Shown) => ReactNode;
  /** What stands below the column, such as a sum, and its classes. */
  readonly foot?: ReactNode;
  readonly footLook?: string;
  /** How many columns the cell takes. 0: a cell before it has taken this one's place. */
  readonly span?: (row: Shown) => number;
}

/** A table of rows, each column of which is described once. */
export function DataTable<Shown, Sort extends string = never>({
  columns,
  rows,
  keyOf,
  sorting,
  onOpen,
  ...table
}: {
  label: string;
  dim?: boolean;
  stays?: "head" | "column";
  columns: readonly Column<Shown, Sort>[];
  rows: readonly Shown[];
  keyOf: (row: Shown) => string | number;
  /** By which column the list is sorted; needed if one can be pressed. */
  sorting?: Sorting<Sort>;
  /** Called when a row is clicked. A button in the row does the same for the keyboard. */
  onOpen?: (row: Shown) => void;
}) {
  return (
    <Table {...table}>
      <thead>
        <tr>
          {columns.map((column) => (
            <Head key={column.head} column={column} sorting={sorting} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={keyOf(row)} {...(onOpen && { className: "cursor-pointer", onClick: () => onOpen(row) })}>
            {columns.map((column) => (
              <DataCell key={column.head} column={column} row={row} />
            ))}
          </Row>
        ))}
      </tbody>
      {columns.some(({ foot }) => foot !== undefined) && <Foot columns={columns} />}
    </Table>
  );
}

function Head<Shown, Sort extends string>({
  column: { head, isQuiet, title, from, align, sort, className },
  sorting,
}: {
  column: Column<Shown, Sort>;
  sorting: Sorting<Sort> | undefined;
}) {
  const shown = classNames(from && SHOWN_FROM[from], className);
  if (sort !== undefined && sorting)
    return (
      <SortHead column={sort} sorting={sorting} align={align} className={shown}>
        {head}
      </SortHead>
    );
  return (
    <HeadCell align={align} className={shown} title={title}>
      {isQuiet ? <span className="sr-only">{head}</span> : head}
    </HeadCell>
  );
}

function Foot<Shown, Sort extends string>({ columns }: { columns: readonly Column<Shown, Sort>[] }) {
  return (
    <tfoot>
      <tr className="border-t bg-muted/50 font-medium">
        {columns.map(({ head, from, align, className, foot, footLook }) => (
          <Cell key={head} align={align} className={classNames(from && SHOWN_FROM[from], className, footLook)}>
            {foot}
          </Cell>
        ))}
      </tr>
    </tfoot>
  );
}

function DataCell<Shown, Sort extends string>({ column, row }: { column: Column<Shown, Sort>; row: Shown }) {
  const { from, align, className, look, cell, span } = column;
  const taken = span?.(row) ?? 1;
  if (taken === 0) return null;
  return (
    <Cell
      align={align}
      className={classNames(from && SHOWN_FROM[from], className, typeof look === "function" ? look(row) : look)}
      {...(taken > 1 && { colSpan: taken })}
    >
      {cell(row)}
    </Cell>
  );
}
