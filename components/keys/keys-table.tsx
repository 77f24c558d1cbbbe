"use client";
import { Ban, Pencil, RotateCw, Trash2 } from "lucide-react";
import { useState } from "react";
import { columnDollars } from "@/components/api/column-dollars";
import { serverTime } from "@/components/api/server-time";
import type { WithBudget } from "@/components/limits/budget-state";
import { SpendCell } from "@/components/limits/spend-cell";
import { chooseColumn, type Choosing } from "@/components/shared/chosen/choose-box";
import type { SortColumn } from "@/components/shared/lists/list-order";
import { PayerLine } from "@/components/shared/payer";
import { ModelList } from "@/components/shared/model-list";
import { Ago } from "@/components/shared/time";
import { RowMenu } from "@/components/shared/lists/row-menu";
import { MenuItem } from "@/components/ui/menu";
import { type Column, DataTable } from "@/components/ui/data-table";
import type { Sorting } from "@/components/ui/sort-head";
import { OpenButton } from "@/components/ui/table";
import type { Key, ListedKey } from "@/lib/wire/key";
import type { KeyActs } from "./key-actions";
import { keyName } from "./key-name";
import { KeyStatus } from "./key-status";

/** Virtual keys, one a row. `dim`: they are those of the previous page, while the next ones are loading. */
export function KeysTable({
  keys,
  dim,
  choosing,
  sorting,
  onOpen,
  ...acts
}: {
  keys: readonly WithBudget<ListedKey>[];
  dim: boolean;
  choosing: Choosing<Key>;
  sorting: Sorting<SortColumn>;
  onOpen: (tokenId: string) => void;
} & KeyActs & {
    /** Called to block a key, or to unblock it. */
    readonly onBlock: (key: Key) => void;
  }) {
  const [now] = useState(serverTime);
  const dollars = columnDollars(keys.map(({ spend }) => spend));
  const columns: readonly Column<WithBudget<ListedKey>, SortColumn>[] = [
    chooseColumn(keyName, choosing),
    { head: "Key", sort: "alias", cell: (key) => <KeyCell row={key} now={now} onOpen={onOpen} /> },
    { head: "Belongs to", from: "md", cell: (key) => <Owner row={key} /> },
    { head: "Models", from: "lg", cell: (key) => <ModelList models={key.models} /> },
    {
      head: "Created",
      sort: "created_at",
      from: "sm",
      look: "text-ink-soft",
      cell: (key) => <Ago iso={key.created_at} />,
    },
    {
      head: "Spend",
      sort: "spend",
      align: "right",
      className: "max-sm:pr-4",
      cell: (key) => <SpendCell row={key} name={keyName(key)} column={dollars} />,
    },
    {
      head: "Actions",
      isQuiet: true,
      from: "sm",
      align: "right",
      cell: (key) => (
        <RowMenu name={keyName(key)} page={{ kind: "key", id: key.token_id }}>
          <MenuItem onSelect={() => acts.onEdit(key)}>
            <Pencil className="size-4" aria-hidden /> Edit key
          </MenuItem>
          <MenuItem onSelect={() => acts.onRegenerate(key)}>
            <RotateCw className="size-4" aria-hidden /> Rotate
          </MenuItem>
          <MenuItem onSelect={() => acts.onBlock(key)}>
            <Ban className="size-4" aria-hidden /> {key.blocked ? "Unblock" : "Block"}
          </MenuItem>
          <MenuItem tone="danger" onSelect={() => acts.onDelete(key)}>
            <Trash2 className="size-4" aria-hidden /> Delete
          </MenuItem>
        </RowMenu>
      ),
    },
  ];
  return (
    <DataTable
      label="Keys"
      stays="head"
      dim={dim}
      columns={columns}
      rows={keys}
      keyOf={(key) => key.token_id}
      sorting={sorting}
    />
  );
}

function KeyCell({ row, now, onOpen }: { row: ListedKey; now: number; onOpen: (tokenId: string) => void }) {
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2">
        <OpenButton wide name={row.key_alias ?? "Unnamed"} onOpen={() => onOpen(row.token_id)} />
        {(row.blocked || row.expires !== null) && <KeyStatus listed row={row} now={now} />}
      </span>
      <span className="block font-mono text-meta text-ink-faint">{row.key_name}</span>
    </>
  );
}

/** The team of a key, with its user below, or the user alone. */
function Owner({ row }: { row: ListedKey }) {
  return (
    <>
      {row.team_id ? (
        <PayerLine row={row} field="team_id" />
      ) : row.user_id ? (
        <PayerLine row={row} field="user_id" />
      ) : (
        <span className="text-ink-faint">Nobody</span>
      )}
      {row.team_id && row.user_id && (
        <span className="text-meta text-ink-faint">
          <PayerLine row={row} field="user_id" />
        </span>
      )}
    </>
  );
}
