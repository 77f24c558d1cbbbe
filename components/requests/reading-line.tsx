import type { ComponentProps } from "react";
import { formatTime } from "@/components/api/format";
import { LIVE } from "@/components/api/use-read";
import { Freshness, type ReadTimes } from "@/components/shared/lists/freshness";
import { Button } from "@/components/ui/button";
import { LIVE_MINUTES } from "./filters";
import type { PausedList } from "./use-live";

/** The line above the rows: when the list is read again, and its age unless it is paused. It always has one height. */
export function ReadingLine({ query, ...note }: ComponentProps<typeof ReadingNote> & { query: ReadTimes }) {
  return (
    <div className="flex min-h-8.25 items-center gap-3 border-b px-4 text-meta text-ink-soft">
      <p role="status" className="flex items-center gap-2">
        <ReadingNote {...note} />
      </p>
      {!note.paused && <Freshness query={query} />}
    </div>
  );
}

/** Says when the list is read again: soon, as it is live; not at all, as it is paused; or now and then. */
function ReadingNote({
  isLive,
  hasStart,
  paused,
  onShowAll,
}: {
  isLive: boolean;
  /** Whether the list is asked for from a time on. */
  hasStart: boolean;
  paused: PausedList | undefined;
  onShowAll: () => void;
}) {
  if (isLive)
    return (
      <>
        <span aria-hidden className="size-2 shrink-0 animate-pulse rounded-full bg-good motion-reduce:animate-none" />
        Live: the latest requests of {hasStart ? "this time" : `the last ${LIVE_MINUTES} minutes`}, refreshed every 2 s.
      </>
    );
  if (paused)
    return (
      <>
        <span aria-hidden className="size-2 shrink-0 rounded-full bg-warn" />
        Paused: the list is as it was at {formatTime(new Date(paused.at).toISOString())}.
        <Button variant="ghost" size="small" className="-my-1" onClick={onShowAll}>
          Show all
        </Button>
      </>
    );
  return <>Refreshes every {LIVE.refetchInterval / 1_000} s.</>;
}
