import { SpendCell } from "@/components/limits/spend-cell";
import { StatusBadge } from "@/components/shared/status";
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
  onOpen,
  onBlock,
}: {
  screen: EntityScreen<Shown>;
  rows: readonly Shown[];
  dim: boolean;
  onOpen: (id: string) => void;
  onBlock: (row: EntityRef) => void;
}) {
  return (
    <Table label={capitalised(kind.many)} dim={dim}>
      <thead>
        <tr>
          <HeadCell>{capitalised(kind.one)}</HeadCell>
          <HeadCell className="hidden sm:table-cell">Status</HeadCell>
          {columns.map((column) => (
            <HeadCell key={column.title} className={SHOWN_FROM[column.from]} align={column.align ?? "left"}>
              {column.title}
            </HeadCell>
          ))}
          <HeadCell align="right">Spend</HeadCell>
          <HeadCell>
            <span className="sr-only">Actions</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <EntityLine key={kind.idOf(row)} row={row} entity={refOf(kind, row)} {...{ columns, onOpen, onBlock }} />
        ))}
      </tbody>
    </Table>
  );
}

function EntityLine<Shown extends EntityRow>({
  row,
  entity,
  columns,
  onOpen,
  onBlock,
}: {
  row: Shown;
  entity: EntityRef;
  columns: readonly EntityColumn<Shown>[];
  onOpen: (id: string) => void;
  onBlock: (row: EntityRef) => void;
}) {
  const { id, name, blocked } = entity;
  return (
    <Row>
      <Cell>
        <OpenButton name={name} onOpen={() => onOpen(id)} />
        {name !== id && (
          <span className="block max-w-36 truncate font-mono text-[12px] text-ink-faint sm:max-w-64" title={id}>
            {id}
          </span>
        )}
        {blocked && (
          <span className="sm:hidden">
            <StatusBadge blocked />
          </span>
        )}
      </Cell>
      <Cell className="hidden sm:table-cell">
        <StatusBadge blocked={blocked} />
      </Cell>
      {columns.map((column) => (
        <Cell key={column.title} className={SHOWN_FROM[column.from]} align={column.align ?? "left"}>
          {column.cell(row)}
        </Cell>
      ))}
      <Cell align="right">
        <SpendCell row={row} name={name} />
      </Cell>
      <Cell align="right">
        <BlockButton row={entity} onBlock={onBlock} />
      </Cell>
    </Row>
  );
}
