"use client";
import { FileX } from "lucide-react";
import { ApiError } from "@/components/api/client";
import { PAGE_SIZE } from "@/components/api/use-read";
import { Button } from "@/components/ui/button";
import { Pager } from "@/components/shared/lists/pager";
import { EmptyState, ErrorState } from "@/components/ui/states";
import type { ListPage } from "./use-list-page";

/** A page of rows, as every list of the API answers. */
export interface ListedPage<Row> {
  readonly data: readonly Row[];
  readonly total: number;
  readonly next: string | null;
  /** False: the list has more rows than `total`, and nobody has counted them. */
  readonly total_is_exact?: boolean;
}

/** The pager of a list in which each page begins at the place where the previous one ends. */
export function CursorPager({
  page,
  query: { data: list, isPlaceholderData },
  size = PAGE_SIZE,
}: {
  page: ListPage;
  query: { readonly data: ListedPage<unknown>; readonly isPlaceholderData: boolean };
  /** How many rows a page has. */
  size?: number;
}) {
  const { data, total, next } = list;
  // While the next rows are loading, those of the previous page are shown.
  const isThisPage = !isPlaceholderData;
  const found = { rows: data.length, hasNext: next !== null };
  return (
    <Pager
      page={page.number}
      size={size}
      total={total}
      uncounted={list.total_is_exact === false ? found : undefined}
      found={isThisPage ? found : undefined}
      onPage={(to) => {
        // The place of the next page is not known before the rows of this one are there.
        if (isThisPage) page.turnTo(to, next);
        else if (to < page.number) page.turnTo(to);
      }}
    />
  );
}

/** Shown in place of a page other than the first that has no rows, as after a deletion. */
export function PageGone({ page, many }: { page: ListPage; many: string }) {
  return (
    <EmptyState
      icon={FileX}
      title={`This page no longer has ${many}`}
      action={<Button onClick={() => page.turnTo(1)}>First page</Button>}
    >
      They were deleted, or they no longer match.
    </EmptyState>
  );
}

/**
 * Shown in place of a list that could not be read. If the gateway refuses the place in the address, as of a link that
 * was cut, a new try would not help, so the first page is offered.
 */
export function ListError({
  page,
  query: { error, refetch },
}: {
  page: ListPage;
  query: { readonly error: Error; readonly refetch: () => unknown };
}) {
  const isBadCursor = error instanceof ApiError && error.status === 400 && error.message.startsWith("after: ");
  return isBadCursor ? (
    <EmptyState
      icon={FileX}
      title="The address names no page of this list"
      action={<Button onClick={() => page.turnTo(1)}>First page</Button>}
    >
      The link is incomplete, or belongs to the list in another order.
    </EmptyState>
  ) : (
    <ErrorState error={error} retry={() => void refetch()} />
  );
}
