"use client";
import { FileX } from "lucide-react";
import { PAGE_SIZE } from "@/components/api/use-read";
import { Button } from "@/components/ui/button";
import { Pager } from "@/components/ui/pager";
import { EmptyState } from "@/components/ui/states";
import type { ListPage } from "./use-list-page";

/** A page of rows, as every list of the API answers. */
export interface ListedPage<Row> {
  readonly data: readonly Row[];
  readonly total: number;
  readonly next: string | null;
}

/** The pages of a list whose pages follow one another by their places. */
export function PlacePager({
  page,
  query: { data: list, isPlaceholderData },
}: {
  page: ListPage;
  query: { readonly data: ListedPage<unknown>; readonly isPlaceholderData: boolean };
}) {
  const { data, total, next } = list;
  // While the next rows are loading, those of the page before are shown.
  const isThisPage = !isPlaceholderData;
  return (
    <Pager
      page={page.number}
      size={PAGE_SIZE}
      total={total}
      found={isThisPage ? { rows: data.length, hasNext: next !== null } : undefined}
      onPage={(to) => page.turnTo(to, isThisPage ? next : undefined)}
    />
  );
}

/** Stands for a page without rows behind the first one, by a link or after a deletion. */
export function PageGone({ page, many }: { page: ListPage; many: string }) {
  return (
    <EmptyState
      icon={FileX}
      title={`This page has no ${many} any more`}
      action={<Button onClick={() => page.turnTo(1)}>First page</Button>}
    >
      They were deleted, or they no longer match.
    </EmptyState>
  );
}
