"use client";
import { CircleAlert, CircleCheck, TriangleAlert } from "lucide-react";
import { formatCount } from "@/components/api/format";
import type { JournalView } from "@/lib/wire/contracts/journal";
import { journalTrouble } from "@/components/sentences/journal-text";
import { Facts } from "@/components/shared/facts";
import { Ago } from "@/components/shared/time";
import { Card, CardHeader } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { Note } from "@/components/ui/text";
import { ReadError } from "./read-error";
import type { OverviewReads } from "./use-overview-reads";

/** The calls that are not in the database yet, and the records that cannot be booked. */
export function JournalCard({ journal }: { journal: OverviewReads["journal"] }) {
  return (
    <Card>
      <CardHeader
        title="Spend journal"
        description="Every call is written to the journal before it is booked, so that none is lost."
      />
      <div id="journal" className="min-h-44 scroll-mt-20 space-y-3 p-4">
        {journal.isLoadingError ? (
          <ReadError name="Spend journal" query={journal} />
        ) : !journal.data ? (
          <Skeleton className="h-32 w-full" />
        ) : (
          <>
            <Verdict journal={journal.data} />
            <Facts rows={factsOf(journal.data)} />
          </>
        )}
      </div>
    </Card>
  );
}

function factsOf({ open, waiting, last_recovery: recovery, set_aside: setAside }: JournalView) {
  const none = <span className="text-ink-faint">None</span>;
  return [
    ["In flight", `${formatCount(open)} ${open === 1 ? "call" : "calls"}`],
    ["Waiting", waiting === 0 ? none : `${formatCount(waiting)} finished, not booked yet`],
    [
      "Recovered",
      recovery ? (
        <span key="recovered">
          {formatCount(recovery.booked)} booked, {formatCount(recovery.interrupted)} interrupted,{" "}
          <Ago iso={recovery.at} />
        </span>
      ) : (
        none
      ),
    ],
    [
      "Quarantined",
      setAside.length === 0
        ? none
        : `${setAside.length} ${setAside.length === 1 ? "file" : "files"}: ${setAside.map(({ name }) => name).join(", ")}`,
    ],
  ] as const;
}

function Verdict({ journal: { fault, in_memory_alone: inMemory, set_aside: setAside } }: { journal: JournalView }) {
  if (fault !== null) {
    const { what, remedy } = journalTrouble(fault);
    return (
      <div className="flex gap-2">
        <CircleAlert className="mt-0.5 size-4 shrink-0 text-bad" aria-hidden />
        <div className="min-w-0 space-y-1">
          <p className="text-bad">{what}.</p>
          <p className="wrap-anywhere">{remedy}</p>
          <p className="text-ink-soft">
            {inMemory > 0
              ? `${finished(inMemory)} only in memory, and would be lost if the process ended.`
              : "Until then calls are refused with 503, unless when_journal_unavailable is serve."}
          </p>
          <Note className="wrap-anywhere">{fault}</Note>
        </div>
      </div>
    );
  }
  if (inMemory > 0 || setAside.length > 0) {
    return (
      <p className="flex gap-2 text-warn">
        <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
        {inMemory > 0
          ? `${finished(inMemory)} only in memory: the disk did not take it.`
          : "Some records could not be booked. They are kept in the data folder: look at each file there, and remove it when you are done."}
      </p>
    );
  }
  return (
    <p className="flex gap-2 text-ink-soft">
      <CircleCheck className="mt-0.5 size-4 shrink-0 text-good" aria-hidden /> Healthy.
    </p>
  );
}

function finished(count: number): string {
  return count === 1 ? "1 finished call is" : `${formatCount(count)} finished calls are`;
}
