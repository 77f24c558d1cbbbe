import { formatDollars, fractionDigits } from "@/components/api/format";
import type { WithBudget } from "@/components/limits/budget-state";
import { SpendCell } from "@/components/limits/spend-cell";
import type { ListOrder, SortColumn } from "@/components/shared/lists/list-order";
import { SortHead } from "@/components/shared/lists/sort-head";
import { StatusBadge } from "@/components/shared/status";
import { Ago } from "@/components/shared/time";
import { capitalised } from "@/components/shared/words";
import { Cell, HeadCell, OpenButton, Row, Table } from "@/components/ui/table";
import { BlockButton } from "./block-button";
import type { EntityColumn, EntityScreen } from "./entity-screen";
import { type EntityRef, type EntityRow, refOf } from "./kinds";

const SHOWN_FROM = { md: "hidden md:table-cell", lg: "hidden lg:table-cell" } as const;

/** A page of entities: name, status, the columns of their kind, spend, and the button that blocks. */
export function EntityTable<Shown extends EntityRow>({
  screen: { kind, columns },
  rows,
  dim,
  order,
  onSort,
  onOpen,
  onBlock,
}: {
  screen: EntityScreen<Shown>;
  rows: readonly WithBudget<Shown>[];
  dim: boolean;
  order: ListOrder;
  onSort: (column: SortColumn) => void;
  onOpen: (id: string) => void;
  onBlock: (row: EntityRef) => void;
}) {
  const digits = fractionDigits(...rows.map(({ spend }) => formatDollars(spend)));
  return (
    <Table label={capitalised(kind.many)} dim={dim} stays="head">
      <thead>
        <tr>
          <SortHead column="alias" order={order} onSort={onSort}>
            {capitalised(kind.one)}
          </SortHead>
          <HeadCell className="hidden sm:table-cell">Status</HeadCell>
          {columns.map((column) => (
            <HeadCell key={column.title} className={SHOWN_FROM[column.from]} align={column.align ?? "left"}>
              {column.title}
            </HeadCell>
          ))}
          <SortHead column="created_at" order={order} onSort={onSort} className="hidden lg:table-cell">
            Created
          </SortHead>
          <SortHead column="spend" order={order} onSort={onSort} align="right" className="max-sm:pr-4">
            Spend
          </SortHead>
          <HeadCell className="hidden sm:table-cell">
            <span className="sr-only">Actions</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <EntityLine
            key={kind.idOf(row)}
            row={row}
            entity={refOf(kind, row)}
            {...{ columns, digits, onOpen, onBlock }}
          />
        ))}
      </tbody>
    </Table>
  );
}

function EntityLine<Shown extends EntityRow>({
  row,
  entity,
  columns,
  digits,
  onOpen,
  onBlock,
}: {
  row: WithBudget<Shown>;
  entity: EntityRef;
  columns: readonly EntityColumn<Shown>[];
  /** The most digits behind the point that an amount of the page has. */
  digits: number;
  onOpen: (id: string) => void;
  onBlock: (row: EntityRef) => void;
}) {
  const { id, name, blocked } = entity;
  return (
    <Row>
      <Cell>
        <OpenButton wide name={name} onOpen={() => onOpen(id)} />
        {name !== id && (
          <span
            dir="auto"
            className="block max-w-44 truncate text-left font-mono text-small text-ink-faint sm:max-w-64 2xl:max-w-96"
            title={id}
          >
            {id}
          </span>
        )}
        {blocked && (
          <span className="sm:hidden">
            <StatusBadge blocked listed />
          </span>
        )}
      </Cell>
      <Cell className="hidden sm:table-cell">
        <StatusBadge listed blocked={blocked} />
      </Cell>
      {columns.map((column) => (
        <Cell key={column.title} className={SHOWN_FROM[column.from]} align={column.align ?? "left"}>
          {column.cell(row)}
        </Cell>
      ))}
      <Cell className="hidden text-ink-soft lg:table-cell">
        {row.created_at === null ? <span className="text-ink-faint">Only in calls</span> : <Ago iso={row.created_at} />}
      </Cell>
      <Cell align="right" className="max-sm:pr-4">
        <SpendCell row={row} name={name} digits={digits} />
      </Cell>
      <Cell align="right" className="hidden sm:table-cell">
        <BlockButton quiet row={entity} onBlock={onBlock} />
      </Cell>
    </Row>
  );
}
