import type { ReactNode } from "react";
import { Freshness, type ReadTimes } from "./freshness";

/** The line above the rows of a list: what they are, and their age. `query`: undefined while the list is paused. */
export function ListLine({ query, children }: { query: ReadTimes | undefined; children?: ReactNode }) {
  return (
    <div className="flex min-h-11 items-center gap-3 border-b px-4 py-1 text-meta text-ink-soft">
      {children}
      {query && <Freshness query={query} />}
    </div>
  );
}
