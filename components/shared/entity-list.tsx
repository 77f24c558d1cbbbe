import type { UseQueryResult } from "@tanstack/react-query";
import { type LucideIcon, Search } from "lucide-react";
import type { ReactNode } from "react";
import { PAGE_SIZE } from "@/components/api/queries";
import type { List } from "@/components/api/types";
import { Card } from "@/components/ui/card";
import { Pager } from "@/components/ui/pager";
import { TableSkeleton } from "@/components/ui/skeleton";
import { EmptyState, ErrorState } from "@/components/ui/states";
import { ListFilter } from "./list-filter";
import type { ListState } from "./use-list-state";

/** The words for what is listed: "team" and "teams". */
export interface EntityWords {
  readonly one: string;
  readonly many: string;
  /** By what the search finds it; default: id or name. */
  readonly foundBy?: string;
}

export interface EntityListProps<Row> {
  readonly list: ListState;
  readonly query: UseQueryResult<List<Row>>;
  readonly words: EntityWords;
  readonly icon: LucideIcon;
  /** The way to the first one. */
  readonly create: ReactNode;
  /** What to say as long as there is none. */
  readonly whenNone: ReactNode;
  /** What to say besides when none fits the search. */
  readonly whenNoneFits?: ReactNode;
  readonly children: (rows: readonly Row[], dim: boolean) => ReactNode;
}

/** A searchable list with its pages, and what stands in its place while there is nothing to show. */
export function EntityList<Row>({
  list,
  query,
  words,
  icon,
  create,
  whenNone,
  whenNoneFits,
  children,
}: EntityListProps<Row>) {
  const { one, many, foundBy = "id or name" } = words;
  return (
    <Card>
      <ListFilter
        what={many}
        by={foundBy}
        search={list.search}
        onSearch={list.setSearch}
        blocked={list.blocked}
        onBlocked={list.setBlocked}
      />
      {query.isPending ? (
        <TableSkeleton />
      ) : query.isError ? (
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      ) : query.data.data.length > 0 ? (
        <>
          {children(query.data.data, query.isPlaceholderData)}
          <Pager page={list.page} size={PAGE_SIZE} total={query.data.total} onPage={list.setPage} />
        </>
      ) : list.isFiltered ? (
        <EmptyState icon={Search} title={`No ${one} fits`}>
          Nothing matches this search. {capitalised(many)} are found by any part of their {foundBy}. {whenNoneFits}
        </EmptyState>
      ) : (
        <EmptyState icon={icon} title={`No ${many} yet`} action={create}>
          {whenNone}
        </EmptyState>
      )}
    </Card>
  );
}

export function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
