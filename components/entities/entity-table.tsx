import { Ban, Pencil, Trash2 } from "lucide-react";
import { columnDollars } from "@/components/api/column-dollars";
import type { WithBudget } from "@/components/limits/budget-state";
import { SpendCell } from "@/components/limits/spend-cell";
import { chooseColumn, type Choosing } from "@/components/shared/chosen/choose-box";
import type { SortColumn } from "@/components/shared/lists/list-order";
import { hasPage } from "@/components/shared/entity-address";
import { RowMenu } from "@/components/shared/lists/row-menu";
import { StatusBadge } from "@/components/shared/status";
import { Ago } from "@/components/shared/time";
import { capitalised } from "@/components/shared/wording";
import { type Column, DataTable } from "@/components/ui/data-table";
import type { Sorting } from "@/components/ui/sort-head";
import { MenuItem } from "@/components/ui/menu";
import { OpenButton } from "@/components/ui/table";
import type { EntityScreen } from "./entity-screen";
import { type EntityRef, type EntityRow, refOf } from "./kinds";

/** A page of entities: name, status, the columns of their kind, spend, and the menu of what can be done. */
export function EntityTable<Shown extends EntityRow>({
  screen: { kind, columns: ofKind },
  rows,
  dim,
  choosing,
  sorting,
  onOpen,
  onEdit,
  onBlock,
  onDelete,
}: {
  screen: EntityScreen<Shown>;
  rows: readonly WithBudget<Shown>[];
  dim: boolean;
  choosing: Choosing<Shown>;
  sorting: Sorting<SortColumn>;
  onOpen: (id: string) => void;
  onEdit: (row: Shown) => void;
  onBlock: (row: EntityRef) => void;
  onDelete: (row: EntityRef) => void;
}) {
  const dollars = columnDollars(rows.map(({ spend }) => spend));
  const columns: readonly Column<WithBudget<Shown>, SortColumn>[] = [
    chooseColumn(kind.nameOf, choosing),
    {
      head: capitalised(kind.one),
      sort: "alias",
      cell: (row) => <NameCell entity={refOf(kind, row)} onOpen={onOpen} />,
    },
    ...ofKind,
    {
      head: "Created",
      sort: "created_at",
      from: "lg",
      look: "text-ink-soft",
      cell: ({ created_at: at }) =>
        at === null ? <span className="text-ink-faint">Only in calls</span> : <Ago iso={at} />,
    },
    {
      head: "Spend",
      sort: "spend",
      align: "right",
      className: "max-sm:pr-4",
      cell: (row) => <SpendCell row={row} name={refOf(kind, row).name} column={dollars} />,
    },
    {
      head: "Actions",
      isQuiet: true,
      from: "sm",
      align: "right",
      cell: (row) => {
        const entity = refOf(kind, row);
        return (
          <RowMenu name={entity.name} page={hasPage(kind.type) ? { kind: kind.type, id: entity.id } : undefined}>
            <MenuItem onSelect={() => onEdit(row)}>
              <Pencil className="size-4" aria-hidden /> Edit {kind.one}
            </MenuItem>
            <MenuItem onSelect={() => onBlock(entity)}>
              <Ban className="size-4" aria-hidden /> {entity.blocked ? "Unblock" : "Block"}
            </MenuItem>
            <MenuItem tone="danger" onSelect={() => onDelete(entity)}>
              <Trash2 className="size-4" aria-hidden /> Delete
            </MenuItem>
          </RowMenu>
        );
      },
    },
  ];
  return (
    <DataTable
      label={capitalised(kind.many)}
      stays="head"
      dim={dim}
      columns={columns}
      rows={rows}
      keyOf={kind.idOf}
      sorting={sorting}
    />
  );
}

/** The name of an entity, with the id below it if they differ. */
function NameCell({ entity: { id, name, blocked }, onOpen }: { entity: EntityRef; onOpen: (id: string) => void }) {
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2">
        <OpenButton wide name={name} onOpen={() => onOpen(id)} />
        {blocked && <StatusBadge blocked />}
      </span>
      {name !== id && (
        <span
          dir="auto"
          className="block max-w-44 truncate text-left font-mono text-meta text-ink-faint sm:max-w-64 2xl:max-w-96"
          title={id}
        >
          {id}
        </span>
      )}
    </>
  );
}
