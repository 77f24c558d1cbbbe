"use client";
import { useState } from "react";
import { PAGED, useRead } from "@/components/api/use-read";
import { EntityLink } from "@/components/shared/entity-link";
import { Pager } from "@/components/ui/pager";
import { decisionContracts } from "@/lib/wire/contracts/decisions";
import type { MatrixRow } from "@/lib/wire/matrix";
import { AccessMark } from "./access-section";
import { MoreLink, ReadSection } from "./read-section";

const SIZE = 10;
const KINDS = { role: "Role", scope: "Scope", team: "Team", user: "User", key: "Key" } as const;

/** Which roles, scopes, teams and keys may use a model, and by which rule. */
export function UsersSection({ model }: { model: string }) {
  const [page, setPage] = useState(1);
  const matrix = useRead(
    decisionContracts.matrix,
    { kinds: "role,scope,team,key", models: model, page, size: SIZE },
    PAGED,
  );
  return (
    <ReadSection
      title="Who may use it"
      query={matrix}
      height="h-40"
      action={
        <MoreLink href={`/console/access?tab=matrix&models=${encodeURIComponent(model)}`}>Who may use what</MoreLink>
      }
    >
      {({ data, total }) =>
        data.length === 0 ? (
          <p className="text-ink-faint">There are no roles, scopes, teams or keys yet.</p>
        ) : (
          <>
            <ul className="divide-y rounded-md border" aria-label="Who may use it">
              {data.map((row) => (
                <Line key={`${row.kind} ${row.id ?? row.name}`} row={row} />
              ))}
            </ul>
            {total > SIZE && <Pager page={page} size={SIZE} total={total} onPage={setPage} />}
          </>
        )
      }
    </ReadSection>
  );
}

function Line({ row: { kind, id, name, cells } }: { row: MatrixRow }) {
  const [cell] = cells;
  if (!cell) return null;
  return (
    <li className="grid gap-x-3 px-3 py-1.5 sm:grid-cols-[14rem_minmax(0,1fr)]">
      <span className="flex min-w-0 items-center gap-2">
        <AccessMark cell={cell} />
        <span className="truncate">
          <span className="text-ink-faint">{KINDS[kind]}</span>{" "}
          {id !== null && (kind === "team" || kind === "key") ? (
            <EntityLink kind={kind} id={id}>
              {name}
            </EntityLink>
          ) : (
            name
          )}
        </span>
      </span>
      <span className="text-[12.5px] wrap-anywhere text-ink-soft">{cell.because}</span>
    </li>
  );
}
