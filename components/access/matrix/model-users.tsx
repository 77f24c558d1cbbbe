"use client";
import { LIVE, useRead } from "@/components/api/use-read";
import { CursorPager } from "@/components/shared/lists/cursor-pager";
import type { ListPage } from "@/components/shared/lists/use-list-page";
import { decisionContracts } from "@/lib/wire/contracts/decisions";
import type { AccessMatrix, MatrixRow } from "@/lib/wire/matrix";
import { AccessIcon } from "./access-icon";
import { reasonOf, ruleOf } from "./cell-text";
import { RowName } from "./row-name";

const SIZE = 10;

/** Reads one page of the matrix for one model. */
export function useModelUsers(model: string, page: ListPage["asked"]) {
  return useRead(
    decisionContracts.matrix,
    { kinds: "role,scope,team,user,key", models: model, ...page, size: SIZE },
    { ...LIVE, enabled: model !== "" },
  );
}

/** Who may use one model, and by which rule. `query`: the matrix of the model. */
export function ModelUsers({
  query,
  page,
}: {
  query: { readonly data: AccessMatrix; readonly isPlaceholderData: boolean };
  page: ListPage;
}) {
  const { data, total } = query.data;
  if (data.length === 0) return <p className="text-ink-faint">There are no roles, scopes, teams, users or keys yet.</p>;
  return (
    <>
      <ul className="divide-y rounded-md border" aria-label="Who may use it">
        {data.map((row) => (
          <Line key={`${row.kind} ${row.id ?? row.name}`} row={row} />
        ))}
      </ul>
      {total > SIZE && <CursorPager page={page} query={query} size={SIZE} />}
    </>
  );
}

function Line({ row }: { row: MatrixRow }) {
  const [cell] = row.cells;
  if (!cell) return null;
  return (
    <li className="grid gap-x-3 px-3 py-1.5 sm:grid-cols-[14rem_minmax(0,1fr)]">
      <span className="flex min-w-0 items-center gap-2">
        <AccessIcon cell={cell} />
        <RowName row={row} />
      </span>
      <span className="text-meta wrap-anywhere text-ink-soft">
        {reasonOf(cell)} <span className="text-ink-faint">By {ruleOf(cell)}.</span>
      </span>
    </li>
  );
}
