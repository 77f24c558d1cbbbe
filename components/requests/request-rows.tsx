import type { ReactNode } from "react";
import { CursorPager, ListError, PageGone } from "@/components/shared/lists/cursor-pager";
import { KeepsFocus } from "@/components/ui/focus/keeps-focus";
import { TableSkeleton } from "@/components/ui/skeleton";
import type { ColumnName } from "./columns";
import { RequestsTable } from "./requests-table";
import { StepPager } from "./step-pager";
import type { FoundRequests } from "./use-requests";

/** The rows of the list with its pager, or what stands in their place. `none`: shown when there are no rows. */
export function RequestRows({
  found: { asked, page, isFirst, live, list, retry, rows, counted },
  columns,
  none,
  onOpen,
  onStep,
}: {
  found: FoundRequests;
  columns: readonly ColumnName[];
  none: ReactNode;
  onOpen: (id: string) => void;
  onStep: (after: string) => void;
}) {
  const { isLive, paused } = live;
  if (list.error && rows === undefined) return <ListError page={page} query={{ error: list.error, refetch: retry }} />;
  if (rows === undefined) return <TableSkeleton rows={12} />;
  if (rows.length === 0) return !isFirst && !isLive ? <PageGone page={page} many={asked.of} /> : none;
  return (
    <>
      <KeepsFocus label="Rows">
        <RequestsTable rows={rows} dim={list.isPlaceholder && !isLive && !paused} columns={columns} onOpen={onOpen} />
      </KeepsFocus>
      {isLive || paused ? null : counted ? (
        <CursorPager page={page} query={counted} />
      ) : (
        <StepPager rows={rows.length} isFirst={isFirst} next={list.next} onStep={onStep} />
      )}
    </>
  );
}
