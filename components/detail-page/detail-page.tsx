"use client";
import { useQueryClient } from "@tanstack/react-query";
import { ArrowLeft, type LucideIcon, SearchX } from "lucide-react";
import { useSearchParams } from "next/navigation";
import type { ReactNode } from "react";
import { ApiError } from "@/components/api/client";
import { Id, PageSections } from "@/components/shared/detail-drawer";
import { Freshness, type ReadTimes } from "@/components/shared/lists/freshness";
import { buttonClasses } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { EmptyState, ErrorState } from "@/components/ui/states";
import { Mono } from "@/components/ui/text";

/** The id in the address of a page about one thing; empty where there is none. */
export function useIdParameter(): string {
  return useSearchParams().get("id") ?? "";
}

/** The words for what a page is about, and the address of the list of all of them. */
export interface DetailText {
  /** The word in the middle of a sentence: "team". */
  readonly one: string;
  readonly many: string;
  readonly list: string;
  readonly icon: LucideIcon;
}

/** The sections of a page, by column. */
interface PageParts<Row> {
  /** What matters most: at the top of the side column, and on a narrow screen at the top of the page. */
  first?: (row: Row) => ReactNode;
  main: (row: Row) => ReactNode;
  side?: (row: Row) => ReactNode;
}

/**
 * A page about one thing: its name, status and actions, then sections in two columns, each of which loads by itself.
 * Where there is no such thing, the page says so.
 */
export function DetailPage<Row>({
  words,
  id,
  query,
  name,
  status,
  actions,
  time,
  ...parts
}: PageParts<Row> & {
  words: DetailText;
  id: string;
  /** The read of the page's row. Its data is null where there is no such thing. */
  query: ReadTimes & {
    readonly data: Row | null | undefined;
    readonly error: Error | null;
    readonly isPending: boolean;
  };
  name: (row: Row) => string;
  status: (row: Row) => ReactNode;
  actions?: (row: Row) => ReactNode;
  /** The time bar. */
  time?: ReactNode;
}) {
  const { many, list } = words;
  const { error, dataUpdatedAt, isFetching } = query;
  const client = useQueryClient();
  const row = query.data ?? undefined;
  const isMissing = id === "" || query.data === null || isUnknown(error);
  const shownName = row === undefined ? id : name(row);
  return (
    <>
      <div className="mb-3">
        <div className="flex min-h-8 flex-wrap items-center justify-between gap-2">
          <Link
            href={list}
            prefetch={false}
            className="relative inline-flex items-center gap-1 rounded text-meta pointer-coarse:after:absolute pointer-coarse:after:-inset-2 text-ink-soft hover:text-accent-text hover:underline"
          >
            <ArrowLeft className="size-3.5" aria-hidden /> All {many}
          </Link>
          {!isMissing && (
            <span className="flex flex-wrap items-center justify-end gap-2">
              {time}
              <Freshness
                // Refresh reads all that the page shows again, not only its row.
                query={{ error, dataUpdatedAt, isFetching, refetch: () => client.refetchQueries({ type: "active" }) }}
              />
            </span>
          )}
        </div>
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 max-lg:mt-2">
          <Heading words={words} id={id} name={shownName} isMissing={isMissing}>
            {row !== undefined && status(row)}
          </Heading>
          {row !== undefined && !isMissing && actions && (
            <div className="flex flex-wrap items-center gap-2 lg:mt-2">{actions(row)}</div>
          )}
        </div>
      </div>
      {isMissing ? (
        <Missing words={words} id={id} />
      ) : row !== undefined ? (
        <PageSections>
          <Columns row={row} {...parts} />
        </PageSections>
      ) : error !== null ? (
        <Card>
          <ErrorState error={error} retry={() => void query.refetch()} />
        </Card>
      ) : (
        <div
          role="status"
          aria-label="Loading"
          className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_21rem] 2xl:grid-cols-[minmax(0,1fr)_28rem]"
        >
          <Skeleton className="h-96 w-full rounded-lg" />
          <Skeleton className="h-96 w-full rounded-lg" />
        </div>
      )}
    </>
  );
}

/** The name of what the page is about, its id and, as children, its status. */
function Heading({
  words: { one, icon: Icon },
  id,
  name,
  isMissing,
  children,
}: {
  words: DetailText;
  id: string;
  name: string;
  isMissing: boolean;
  children: ReactNode;
}) {
  return (
    <div className="min-w-0">
      <div className="flex items-center gap-x-2">
        <h1 tabIndex={-1} className="flex min-w-0 items-center gap-x-2.5 text-page font-semibold tracking-tight">
          <Icon className="size-5 shrink-0 text-ink-faint" aria-hidden />
          <span className="line-clamp-3 min-w-0 wrap-anywhere" title={name}>
            {name === "" ? `No ${one}` : name}
          </span>
        </h1>
        {!isMissing && name === id && <CopyButton compact text={id} label={`Copy ${one} id`} />}
      </div>
      {!isMissing && (
        <div className="mt-1 flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1">
          {children}
          {name !== id && (
            <span className="text-ink-faint">
              <Id id={id} label={`Copy ${one} id`} />
            </span>
          )}
        </div>
      )}
    </div>
  );
}

function Missing({ words: { one, many, list }, id }: { words: DetailText; id: string }) {
  return (
    <Card>
      <EmptyState
        icon={SearchX}
        title={id === "" ? `The address names no ${one}` : `There is no ${one} with this id`}
        action={
          <Link href={list} prefetch={false} className={buttonClasses()}>
            Show all {many}
          </Link>
        }
      >
        {id !== "" && (
          <>
            <Mono as="code" className="wrap-anywhere">
              {id}
            </Mono>{" "}
            does not exist or was deleted. Its history is in the audit log and in Requests.
          </>
        )}
      </EmptyState>
    </Card>
  );
}

function Columns<Row>({ row, first, main, side }: PageParts<Row> & { row: Row }) {
  if (side === undefined) return <div className="in-turn space-y-5">{main(row)}</div>;
  return (
    <div className="after-first grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_21rem] lg:grid-rows-[auto_1fr] 2xl:grid-cols-[minmax(0,1fr)_28rem]">
      {first && <div className="in-turn min-w-0 space-y-5 lg:col-start-2">{first(row)}</div>}
      <div className="in-turn min-w-0 space-y-5 lg:col-start-1 lg:row-span-2 lg:row-start-1">{main(row)}</div>
      <div className="in-turn min-w-0 space-y-5 lg:col-start-2">{side(row)}</div>
    </div>
  );
}

/** Whether an operation found nothing under its id. */
function isUnknown(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 404;
}
