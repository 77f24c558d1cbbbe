import { formatTime } from "@/components/api/format";
import { Button } from "@/components/ui/button";
import { LIVE_MINUTES } from "./filters";
import type { PausedList } from "./use-live";

/** The line above the rows of a list that is live or paused. Both have one height. */
export function ReadingLine({
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
  return (
    <div className="flex min-h-8.25 items-center border-b px-4 text-meta text-ink-soft">
      <p role="status" className="flex items-center gap-2">
        {isLive ? (
          <>
            <span
              aria-hidden
              className="size-2 shrink-0 animate-pulse rounded-full bg-good motion-reduce:animate-none"
            />
            Live: the latest requests of {hasStart ? "this time" : `the last ${LIVE_MINUTES} minutes`}, refreshed every
            2 s.
          </>
        ) : (
          paused && (
            <>
              <span aria-hidden className="size-2 shrink-0 rounded-full bg-warn" />
              Paused: the list is as it was at {formatTime(new Date(paused.at).toISOString())}.
              <Button variant="ghost" size="small" className="-my-1" onClick={onShowAll}>
                Show all
              </Button>
            </>
          )
        )}
      </p>
    </div>
  );
}
