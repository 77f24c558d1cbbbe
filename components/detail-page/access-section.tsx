"use client";
import { AccessIcon } from "@/components/access/matrix/access-icon";
import { Mono, Note } from "@/components/ui/text";
import { useRead } from "@/components/api/use-read";
import { EntityLink } from "@/components/shared/entity-link";
import { decisionContracts } from "@/lib/wire/contracts/decisions";
import type { AccessMatrix } from "@/lib/wire/matrix";
import { MoreLink, ReadSection } from "./read-section";
import { counted } from "@/components/shared/wording";

/** What a team, a user or a key may use, and by which rule. */
export function AccessSection({ kind, id }: { kind: "team" | "user" | "key"; id: string }) {
  const matrix = useRead(decisionContracts.matrix, { kinds: kind, id, page: 1, size: 1 });
  return (
    <ReadSection
      title="May use"
      query={matrix}
      height="h-40"
      action={<MoreLink href={`/console/access?tab=matrix&rows=${kind}`}>Who may use what</MoreLink>}
    >
      {(data) => <Row matrix={data} />}
    </ReadSection>
  );
}

function Row({ matrix: { columns, data, columns_total: total } }: { matrix: AccessMatrix }) {
  const [row] = data;
  if (!row) return <p className="text-ink-faint">No rule mentions it.</p>;
  const cells = columns.flatMap((column, place) => {
    const cell = row.cells[place];
    return cell ? [{ column, cell }] : [];
  });
  return (
    <>
      <Note className="mb-2">{row.assuming} Decided by the function that decides about real calls.</Note>
      <ul className="max-h-80 divide-y overflow-y-auto rounded-md border" tabIndex={0} aria-label="May use">
        {cells.map(({ column, cell }) => (
          <li
            key={`${column.kind} ${column.name}`}
            className="grid gap-x-3 px-3 py-1.5 sm:grid-cols-[14rem_minmax(0,1fr)]"
          >
            <span className="flex min-w-0 items-center gap-2">
              <AccessIcon cell={cell} />
              <Mono className="truncate">
                {column.kind === "model" ? <EntityLink kind="model" id={column.name} /> : column.name}
              </Mono>
            </span>
            <span className="text-meta text-ink-soft wrap-anywhere">{cell.because}</span>
          </li>
        ))}
      </ul>
      {total > columns.length && <Note className="mt-2">{counted(total - columns.length, "more model")}.</Note>}
    </>
  );
}
