"use client";
import { BellOff, CircleStop, Plus } from "lucide-react";
import { useState } from "react";
import { WriteButton } from "@/components/shared/forms/write-button";
import { Freshness } from "@/components/shared/lists/freshness";
import { Ago, Until, useNow } from "@/components/shared/time";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { type Column, DataTable } from "@/components/ui/data-table";
import { lazyDialog } from "@/components/ui/lazy/lazy-part";
import { TableSkeleton } from "@/components/ui/skeleton";
import { EmptyState, ErrorState } from "@/components/ui/states";
import { Note } from "@/components/ui/text";
import type { AlertSilenceView } from "@/lib/wire/contracts/alerts/silences";
import { silencedThing } from "./silence-words";
import { useSilences } from "./use-alerts";

const EndSilenceDialog = lazyDialog(
  () => import("./end-silence-dialog").then((module) => module.EndSilenceDialog),
  ({ row }) => row !== undefined,
);

/** Times in which nobody is told: what about, until when, why, and by whom. */
export function SilencesTab({ onAdd }: { onAdd: () => void }) {
  const { query } = useSilences();
  const [ending, setEnding] = useState<AlertSilenceView>();
  return (
    <Card>
      {query.isPending ? (
        <TableSkeleton rows={3} />
      ) : query.isLoadingError ? (
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      ) : query.data.data.length > 0 ? (
        <SilencesTable rows={query.data.data} onEnd={setEnding} />
      ) : (
        <EmptyState
          icon={BellOff}
          title="No silence in the last 30 days"
          action={
            <WriteButton onClick={onAdd}>
              <Plus className="size-4" aria-hidden /> New silence
            </WriteButton>
          }
        >
          Before planned work, say for how long nobody should be told, and why.
        </EmptyState>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4 border-t px-4 py-1.5">
        <Note>Alerts open and are listed, but nobody is told. What is still open at the end is told then.</Note>
        <Freshness query={query} />
      </div>
      <EndSilenceDialog row={ending} onClose={() => setEnding(undefined)} />
    </Card>
  );
}

function SilencesTable({ rows, onEnd }: { rows: readonly AlertSilenceView[]; onEnd: (row: AlertSilenceView) => void }) {
  const now = useNow();
  const isInForce = ({ until }: AlertSilenceView): boolean => now > 0 && Date.parse(until) > now;
  const columns: readonly Column<AlertSilenceView>[] = [
    {
      head: "Silences",
      cell: (row) => (
        <div className="min-w-40 space-y-0.5 whitespace-normal">
          <p className="flex flex-wrap items-center gap-2">
            <Badge tone={isInForce(row) ? "warn" : "neutral"}>{isInForce(row) ? "In force" : "Over"}</Badge>
            <span className="font-medium wrap-anywhere">{silencedThing(row)}</span>
          </p>
          <p className="text-ink-soft wrap-anywhere">{row.reason}</p>
          <p className="text-meta text-ink-faint md:hidden">
            <Ends row={row} isInForce={isInForce(row)} />
          </p>
        </div>
      ),
    },
    { head: "Ends", from: "md", look: "text-ink-soft", cell: (row) => <Ends row={row} isInForce={isInForce(row)} /> },
    {
      head: "By",
      from: "md",
      look: "text-ink-soft",
      cell: (row) => (
        <>
          {row.created_by}, <Ago iso={row.created_at} />
        </>
      ),
    },
    {
      head: "Actions",
      isQuiet: true,
      align: "right",
      cell: (row) =>
        isInForce(row) && (
          <WriteButton size="small" aria-label={`End the silence: ${row.reason}`} onClick={() => onEnd(row)}>
            <CircleStop className="size-3.5" aria-hidden /> End
          </WriteButton>
        ),
    },
  ];
  return <DataTable label="Silences" stays="head" columns={columns} rows={rows} keyOf={({ silence_id: id }) => id} />;
}

function Ends({ row: { until, ended_by: by }, isInForce }: { row: AlertSilenceView; isInForce: boolean }) {
  if (isInForce) return <Until iso={until} />;
  return (
    <>
      <Ago iso={until} />
      {by !== null && ` by ${by}`}
    </>
  );
}
