"use client";
import type { UseQueryResult } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { formatTime } from "@/components/api/format";
import { Ago } from "@/components/shared/time";
import { classNames } from "@/components/ui/class-names";
import { PlainButton } from "@/components/ui/plain-button";

/** When something was read, and a way to read it again. */
export interface ReadTimes extends Pick<UseQueryResult, "dataUpdatedAt" | "isFetching" | "error"> {
  readonly refetch: () => unknown;
}

/** The age of a list, and a button that reads it again. `label`: the button's name on a page with several lists. */
export function Freshness({ query, label = "Refresh" }: { query: ReadTimes; label?: string }) {
  const readAt = new Date(query.dataUpdatedAt).toISOString();
  const age = <Ago iso={readAt} />;
  return (
    <span className="ml-auto flex h-8 items-center justify-end gap-1 min-w-24 sm:min-w-36 text-meta text-ink-faint">
      {query.dataUpdatedAt > 0 && query.error && (
        // An age would look like that of what is true now.
        <span className="text-warn" title={query.error.message}>
          <span className="max-sm:hidden">Not updated since </span>
          <time dateTime={readAt}>{formatTime(readAt).slice(11)}</time>
        </span>
      )}
      {query.dataUpdatedAt > 0 && !query.error && (
        <>
          <span className="max-sm:hidden">Updated {age}</span>
          <span className="sm:hidden">{age}</span>
        </>
      )}
      <PlainButton
        aria-label={label}
        onClick={() => void query.refetch()}
        className="grid size-7 place-items-center rounded-md hover:bg-hover hover:text-ink"
      >
        <RotateCw className={classNames("size-3.5", query.isFetching && "animate-spin")} aria-hidden />
      </PlainButton>
    </span>
  );
}
