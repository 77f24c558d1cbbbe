"use client";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { formatDollars, fractionDigits } from "@/components/api/format";
import { serverTime } from "@/components/api/server-time";
import type { WithBudget } from "@/components/limits/budget-state";
import { SpendCell } from "@/components/limits/spend-cell";
import type { ListOrder, SortColumn } from "@/components/shared/lists/list-order";
import { PayerLine } from "@/components/shared/payer";
import { SortHead } from "@/components/shared/lists/sort-head";
import { ModelList } from "@/components/shared/model-list";
import { Ago } from "@/components/shared/time";
import { WriteButton } from "@/components/shared/forms/write-button";
import { Cell, HeadCell, OpenButton, Row, Table } from "@/components/ui/table";
import type { Key, ListedKey } from "@/lib/wire/key";
import { keyName } from "./key-name";
import { KeyStatus } from "./key-status";

/** Virtual keys, one a row. `dim`: they are those of the previous page, while the next ones are loading. */
export function KeysTable({
  keys,
  dim,
  order,
  onSort,
  onOpen,
  onDelete,
}: {
  keys: readonly WithBudget<ListedKey>[];
  dim: boolean;
  order: ListOrder;
  onSort: (column: SortColumn) => void;
  onOpen: (tokenId: string) => void;
  onDelete: (key: Key) => void;
}) {
  const [now] = useState(serverTime);
  const digits = fractionDigits(...keys.map(({ spend }) => formatDollars(spend)));
  return (
    <Table label="Keys" dim={dim} stays="head">
      <thead>
        <tr>
          <SortHead column="alias" order={order} onSort={onSort}>
            Key
          </SortHead>
          <HeadCell className="hidden sm:table-cell">Status</HeadCell>
          <HeadCell className="hidden md:table-cell">Belongs to</HeadCell>
          <HeadCell className="hidden lg:table-cell">Models</HeadCell>
          <SortHead column="created_at" order={order} onSort={onSort} className="hidden sm:table-cell">
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
        {keys.map((key) => (
          <Row key={key.token_id}>
            <Cell>
              <OpenButton wide name={key.key_alias ?? "Unnamed"} onOpen={() => onOpen(key.token_id)} />
              <span className="block font-mono text-small text-ink-faint">{key.key_name}</span>
              {(key.blocked || (key.expires !== null && Date.parse(key.expires) <= now)) && (
                <span className="block sm:hidden">
                  <KeyStatus listed row={key} now={now} />
                </span>
              )}
            </Cell>
            <Cell className="hidden sm:table-cell">
              <KeyStatus listed row={key} now={now} />
            </Cell>
            <Cell className="hidden md:table-cell">
              {key.team_id ? (
                <PayerLine row={key} field="team_id" />
              ) : key.user_id ? (
                <PayerLine row={key} field="user_id" />
              ) : (
                <span className="text-ink-faint">Nobody</span>
              )}
              {key.team_id && key.user_id && (
                <span className="text-small text-ink-faint">
                  <PayerLine row={key} field="user_id" />
                </span>
              )}
            </Cell>
            <Cell className="hidden lg:table-cell">
              <ModelList models={key.models} />
            </Cell>
            <Cell className="hidden text-ink-soft sm:table-cell">
              <Ago iso={key.created_at} />
            </Cell>
            <Cell align="right" className="max-sm:pr-4">
              <SpendCell row={key} name={keyName(key)} digits={digits} />
            </Cell>
            <Cell align="right" className="hidden sm:table-cell">
              <WriteButton
                variant="ghost"
                size="icon"
                aria-label={`Delete ${keyName(key)}`}
                onClick={() => onDelete(key)}
              >
                <Trash2 className="size-4" aria-hidden />
              </WriteButton>
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
