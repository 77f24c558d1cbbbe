"use client";
import { useQueryClient } from "@tanstack/react-query";
import { ArrowLeft, type LucideIcon, SearchX } from "lucide-react";
import { useSearchParams } from "next/navigation";
import type { ReactNode } from "react";
import { ApiError } from "@/components/api/client";
import { Id } from "@/components/shared/detail-drawer";
import { Freshness, type ReadTimes } from "@/components/shared/lists/freshness";
import { buttonClasses } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { classNames } from "@/components/ui/class-names";
import { CopyButton } from "@/components/ui/copy-button";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { EmptyState, ErrorState } from "@/components/ui/states";
import { Tabs } from "@/components/ui/tabs";
import { Mono } from "@/components/ui/text";
import { type PageTab, TabSections } from "./page-tab";

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

/** The tab of a page in its address, and a way to show another. */
export interface ShownTab {
  readonly name: string;
  readonly onChange: (name: string) => void;
}

/**
 * A page about one thing: its name, status and actions, then its tabs, each with sections that load by themselves.
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
  tab: { name: asked, onChange },
  tabs,
}: {
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
  /** The time bar, for the tabs with figures of a time. */
  time?: ReactNode;
  tab: ShownTab;
  tabs: readonly PageTab<Row>[];
}) {
  const { error, dataUpdatedAt, isFetching } = query;
  const client = useQueryClient();
  const row = query.data ?? undefined;
  const isMissing = id === "" || query.data === null || isUnknown(error);
  const shown = tabs.find((one) => one.name === asked) ?? tabs[0];
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <Heading words={words} id={id} name={row && name(row)} isMissing={isMissing}>
          {row !== undefined && status(row)}
        </Heading>
        {!isMissing && actions && (
          // On a phone it is one line, without icons, whose place is kept until the row is read.
          <div className="flex min-h-8 flex-wrap items-center gap-2 max-sm:basis-full max-sm:*:flex-1 max-sm:[&_svg]:hidden">
            {row !== undefined && actions(row)}
          </div>
        )}
      </div>
      {isMissing ? (
        <Missing words={words} id={id} />
      ) : (
        <Tabs
          label={`Parts of this ${words.one}`}
          value={shown?.name ?? ""}
          onChange={onChange}
          tabs={tabs.map((one) => ({ value: one.name, label: one.label, panel: <Panel query={query} tab={one} /> }))}
          end={
            <>
              {shown?.isTimed && time}
              <Freshness
                // Refresh reads all that the page shows again, not only its row.
                query={{ error, dataUpdatedAt, isFetching, refetch: () => client.refetchQueries({ type: "active" }) }}
              />
            </>
          }
        />
      )}
    </>
  );
}

/** What a tab shows while its page's row is read, and afterwards. */
function Panel<Row>({
  query: { data, error, refetch },
  tab,
}: {
  query: { readonly data: Row | null | undefined; readonly error: Error | null; readonly refetch: () => unknown };
  tab: PageTab<Row>;
}) {
  if (data !== undefined && data !== null) return <TabSections row={data} tab={tab} />;
  if (error !== null)
    return (
      <Card>
        <ErrorState error={error} retry={() => void refetch()} />
      </Card>
    );
  const isWide = tab.first === undefined && tab.side === undefined;
  return (
    <div
      role="status"
      aria-label="Loading"
      className={classNames(
        "grid gap-5",
        !isWide && "lg:grid-cols-[minmax(0,1fr)_21rem] 2xl:grid-cols-[minmax(0,1fr)_28rem]",
      )}
    >
      <Skeleton className="h-96 w-full rounded-lg" />
      {!isWide && <Skeleton className="h-96 w-full rounded-lg" />}
    </div>
  );
}

/**
 * A way back to the list, the name of what the page is about, its id and, as children, its status. `name`: undefined
 * until it is read; the id then takes one line, as most names do.
 */
function Heading({
  words: { one, many, list, icon: Icon },
  id,
  name: known,
  isMissing,
  children,
}: {
  words: DetailText;
  id: string;
  name: string | undefined;
  isMissing: boolean;
  children: ReactNode;
}) {
  const name = known ?? id;
  return (
    <div className="flex min-h-8 min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
      <Link
        href={list}
        prefetch={false}
        className="relative inline-flex items-center gap-1 rounded text-meta max-sm:basis-full pointer-coarse:after:absolute pointer-coarse:after:-inset-2 text-ink-soft hover:text-accent-text hover:underline"
      >
        <ArrowLeft className="size-3.5" aria-hidden /> All {many}
      </Link>
      <span className="flex min-w-0 items-center gap-x-2">
        <h1 tabIndex={-1} className="flex min-w-0 items-center gap-x-2.5 text-page font-semibold tracking-tight">
          <Icon className="size-5 shrink-0 text-ink-faint" aria-hidden />
          <span
            className={classNames(
              "min-w-0 wrap-anywhere",
              known === undefined && !isMissing ? "line-clamp-1" : "line-clamp-3",
            )}
            title={name}
          >
            {name === "" ? `No ${one}` : name}
          </span>
        </h1>
        {!isMissing && name === id && <CopyButton compact text={id} label={`Copy ${one} id`} />}
      </span>
      {!isMissing && (
        <span className="flex min-h-6 min-w-0 flex-wrap items-center gap-x-3 gap-y-1 max-sm:basis-full">
          {children}
          {name !== id && (
            <span className="text-ink-faint">
              <Id id={id} label={`Copy ${one} id`} />
            </span>
          )}
        </span>
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

/** Whether an operation found nothing under its id. */
function isUnknown(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 404;
}
