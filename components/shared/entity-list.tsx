import type { UseQueryResult } from "@tanstack/react-query";
import { type LucideIcon, Search } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/states";
import { Freshness } from "./lists/freshness";
import { ListBody } from "./lists/list-body";
import type { ListedPage } from "./lists/cursor-pager";
import { ListFilter } from "./list-filter";
import type { ListState } from "./use-list-state";

/** The words for the rows of a list. */
export interface EntityText {
  /** The plural, in the middle of a sentence: "teams". */
  readonly many: string;
  /** The fields that the search looks into: "id or name". */
  readonly foundBy: string;
}

export interface EntityListProps<Row> {
  readonly list: ListState;
  readonly query: UseQueryResult<ListedPage<Row>>;
  readonly words: EntityText;
  readonly icon: LucideIcon;
  /** The button that creates the first row. */
  readonly create: ReactNode;
  /** The text in place of an empty list. */
  readonly whenNone: ReactNode;
  /** The text that is added when nothing fits the search. */
  readonly whenNoneFits?: ReactNode;
  /** The chart in the place of the rows; undefined: the rows are shown. */
  readonly chart?: ReactNode;
  readonly children: (rows: readonly Row[], dim: boolean) => ReactNode;
}

/** A searchable list with its pages, or the reason why there is nothing to show. */
export function EntityList<Row>({
  list,
  query,
  words,
  icon,
  create,
  whenNone,
  whenNoneFits,
  chart,
  children,
}: EntityListProps<Row>) {
  const { many, foundBy } = words;
  return (
    <Card>
      {chart === undefined && (
        <ListFilter
          what={many}
          by={foundBy}
          search={list.search}
          onSearch={list.setSearch}
          blocked={list.blocked}
          onBlocked={list.setBlocked}
          end={<Freshness query={query} />}
        />
      )}
      {chart}
      {chart === undefined && (
        <ListBody
          page={list.page}
          query={query}
          many={many}
          whenNone={
            list.isFiltered ? (
              <EmptyState
                icon={Search}
                title={`No ${many} match`}
                action={<Button onClick={list.clear}>Clear filters</Button>}
              >
                The search looks for any part of the {foundBy}. {whenNoneFits}
              </EmptyState>
            ) : (
              <EmptyState icon={icon} title={`No ${many} yet`} action={create}>
                {whenNone}
              </EmptyState>
            )
          }
        >
          {({ data }, dim) => children(data, dim)}
        </ListBody>
      )}
    </Card>
  );
}
