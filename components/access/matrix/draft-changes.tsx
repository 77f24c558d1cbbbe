"use client";
import { useState } from "react";
import { formatCount } from "@/components/api/format";
import { useRead } from "@/components/api/use-read";
import { useDebounced } from "@/components/shared/use-debounced";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { TableSkeleton } from "@/components/ui/skeleton";
import { ErrorState } from "@/components/ui/states";
import type { AccessOverrides } from "@/lib/config/schema";
import { decisionContracts } from "@/lib/wire/contracts/decisions";
import type { MatrixChange, MatrixChanges } from "@/lib/wire/matrix";
import { reasonOf, ruleOf } from "./cell-text";
import { RowName } from "./row-name";

/**
 * What an unsaved draft takes and gives, cell by cell of the matrix. `models`: the columns; empty: all. `cursor`: the
 * cursor in the address behind which the rows begin; empty: from the first.
 */
export function DraftChanges({
  draft,
  kinds,
  models,
  cursor,
  onTurn,
}: {
  draft: AccessOverrides;
  kinds: string;
  models: readonly string[];
  cursor: string;
  onTurn: (cursor: string) => void;
}) {
  const asked = useDebounced(models.join(","), 350);
  const question = { settings: draft, kinds, models: asked || undefined };
  // A cursor belongs to one question. Another draft is compared from its first row on.
  const of = JSON.stringify(question);
  const [pagedFor, setPagedFor] = useState(of);
  const after = pagedFor === of && cursor !== "" ? cursor : undefined;
  const changes = useRead(decisionContracts.matrixChanges, { ...question, after }, { staleTime: 0, retry: false });
  return (
    <Card>
      <CardHeader
        title="What the draft changes"
        description="Your unsaved rules, compared with those in force. Nothing is saved."
      />
      {changes.isPending ? (
        <TableSkeleton rows={3} />
      ) : changes.isLoadingError ? (
        <ErrorState title="The draft could not be tried" error={changes.error} retry={() => void changes.refetch()} />
      ) : (
        <Outcome
          changes={changes.data}
          isFirst={after === undefined}
          show={(next = "") => {
            setPagedFor(of);
            onTurn(next);
          }}
        />
      )}
    </Card>
  );
}

/** What the draft changes. `show`: shows the rows behind a cursor; undefined: from the first. */
function Outcome({
  changes,
  isFirst,
  show,
}: {
  changes: MatrixChanges;
  isFirst: boolean;
  show: (after: string | undefined) => void;
}) {
  const { lost, lost_total: losses, gained, gained_total: gains, rows, rows_total: all, next } = changes;
  return (
    <div className="space-y-4 p-4">
      {losses + gains === 0 && <p className="text-ink-soft">Nobody loses or gains a model or a family of routes.</p>}
      <Cells title="Lost" cells={lost} total={losses} />
      <Cells title="Gained" cells={gained} total={gains} />
      {rows < all && (
        <p className="text-meta text-ink-faint">
          Compared for {isFirst && "the first "}
          {formatCount(rows)} of {formatCount(all)} rows.
        </p>
      )}
      {(next !== null || !isFirst) && (
        <div className="flex flex-wrap gap-2">
          {!isFirst && (
            <Button size="small" onClick={() => show(undefined)}>
              First rows
            </Button>
          )}
          {next !== null && (
            <Button size="small" onClick={() => show(next)}>
              Next rows
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

function Cells({ title, cells, total }: { title: "Lost" | "Gained"; cells: readonly MatrixChange[]; total: number }) {
  if (cells.length === 0) return null;
  return (
    <section>
      <h3 className="mb-2 font-semibold">
        {title} ({formatCount(total)})
      </h3>
      <ul className="max-h-80 divide-y overflow-y-auto rounded-md border" tabIndex={0} aria-label={title}>
        {cells.map((change) => (
          <Line
            key={`${change.kind} ${change.id ?? change.name} ${change.column.kind} ${change.column.name}`}
            {...{ change }}
          />
        ))}
      </ul>
      {total > cells.length && (
        <p className="mt-1.5 text-meta text-ink-faint">
          The first {cells.length} of {formatCount(total)}.
        </p>
      )}
    </section>
  );
}

function Line({ change }: { change: MatrixChange }) {
  const { column, before, after } = change;
  return (
    <li className="space-y-0.5 px-3 py-2">
      <p className="flex flex-wrap items-center gap-x-1.5 gap-y-1">
        <RowName row={change} />
        <Badge tone={after.allow ? "good" : "bad"}>{after.allow ? "gains" : "loses"}</Badge>
        <span className={column.kind === "model" ? "font-mono text-meta wrap-anywhere" : "wrap-anywhere"}>
          {column.name}
        </span>
        <span className="text-ink-faint">by {ruleOf(after)}</span>
      </p>
      <p className="text-meta wrap-anywhere text-ink-soft">
        {reasonOf(after)}
        {after.allow && <span className="text-ink-faint"> Today: {reasonOf(before)}</span>}
      </p>
    </li>
  );
}
