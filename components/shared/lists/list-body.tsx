import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { TableSkeleton } from "@/components/ui/skeleton";
import { type ListedPage, ListError, PageGone, CursorPager } from "./cursor-pager";
import type { ListPage } from "./use-list-page";

/** The rows of one page of a list with its pager, or the reason why there are none. */
export function ListBody<List extends ListedPage<unknown>>({
  page,
  query,
  many,
  skeletonRows,
  whenNone,
  children,
}: {
  page: ListPage;
  query: UseQueryResult<List>;
  /** The plural of a row, in the middle of a sentence: "teams". */
  many: string;
  /** How many rows the skeleton has while the first answer is loading. */
  skeletonRows?: number;
  /** The text in place of a list without rows, or without rows that match. */
  whenNone: ReactNode;
  /** Draws the rows. `dim`: they are those of the previous page, while the next ones are loading. */
  children: (list: List, dim: boolean) => ReactNode;
}) {
  if (query.isPending) return <TableSkeleton {...(skeletonRows !== undefined && { rows: skeletonRows })} />;
  if (query.isLoadingError) return <ListError page={page} query={query} />;
  if (query.data.data.length > 0)
    return (
      <>
        {children(query.data, query.isPlaceholderData)}
        <CursorPager page={page} query={query} />
      </>
    );
  return page.number > 1 ? <PageGone page={page} many={many} /> : whenNone;
}
