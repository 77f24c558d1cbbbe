"use client";
import { History, Search, Undo2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { LIVE, PAGE_SIZE, useRead } from "@/components/api/use-read";
import { Freshness } from "@/components/shared/lists/freshness";
import { ListBody } from "@/components/shared/lists/list-body";
import { useListPage } from "@/components/shared/lists/use-list-page";
import { useDebounced } from "@/components/shared/use-debounced";
import { configContracts } from "@/lib/wire/contracts/config";
import { Ago } from "@/components/shared/time";
import { Badge } from "@/components/ui/badge";
import { WriteButton } from "@/components/shared/forms/write-button";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Dialog, useLast } from "@/components/ui/dialog";
import { SearchInput } from "@/components/ui/search-input";
import { Skeleton } from "@/components/ui/skeleton";
import { EmptyState, InlineError } from "@/components/ui/states";
import { type Column, DataTable } from "@/components/ui/data-table";
import type { AccessView } from "./access-address";
import type { Configuration, Revision } from "./draft";
import { RollbackDialog, RollbackDifference } from "./rollback-dialog";
import { SettingsDifference } from "./settings-difference";

/** The revisions of the access settings, newest first. `view`: the search, the page and the open revision. */
export function Revisions({
  configuration,
  view,
  onChange,
}: {
  configuration: Configuration;
  view: Pick<AccessView, "search" | "page" | "cursor" | "revision">;
  onChange: (to: Partial<AccessView>, how?: "typed") => void;
}) {
  const search = useDebounced(view.search.trim());
  const page = useListPage(
    { page: view.page, after: view.cursor },
    (to) => onChange({ page: to.page, cursor: to.after }),
    search,
  );
  const revisions = useRead(configContracts.listRevisions, { ...page.asked, size: PAGE_SIZE, search }, LIVE);
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-2 border-b px-4 py-2.5">
        <SearchInput
          className="min-w-48 flex-1 sm:max-w-72"
          label="Search revisions"
          placeholder="Number, comment or who saved it"
          value={view.search}
          onChange={({ target }) => onChange({ search: target.value, page: "", cursor: "" }, "typed")}
        />
        <Freshness query={revisions} />
      </div>
      <ListBody
        page={page}
        query={revisions}
        many="revisions"
        skeletonRows={4}
        whenNone={
          search !== "" ? (
            <EmptyState
              icon={Search}
              title="No revision matches this search"
              action={<Button onClick={() => onChange({ search: "" })}>Clear search</Button>}
            >
              The search looks for any part of the comment or of who saved it, and for the whole number.
            </EmptyState>
          ) : (
            <EmptyState icon={History} title="No revisions yet">
              Only config.yaml is in force. The first change saved under Rules becomes revision 1.
            </EmptyState>
          )
        }
      >
        {({ data }, dim) => (
          <RevisionsTable
            revisions={data}
            current={configuration.revision?.id}
            dim={dim}
            onOpen={(id) => onChange({ revision: String(id) })}
          />
        )}
      </ListBody>
      <RevisionDrawer
        opened={view.revision}
        listed={revisions.data?.data ?? []}
        configuration={configuration}
        onClose={() => onChange({ revision: "" })}
      />
    </Card>
  );
}

function RevisionsTable({
  revisions,
  current,
  dim,
  onOpen,
}: {
  revisions: readonly Revision[];
  /** The number of the revision in force. */
  current: number | undefined;
  dim: boolean;
  onOpen: (id: number) => void;
}) {
  const columns: readonly Column<Revision>[] = [
    {
      head: "Revision",
      cell: ({ id }) => (
        <span className="flex items-center gap-2 font-medium">
          {id} {id === current && <Badge tone="good">In force</Badge>}
        </span>
      ),
    },
    {
      head: "Comment",
      cell: (revision) => (
        <>
          <span className="block max-w-28 truncate sm:max-w-80 2xl:max-w-3xl" title={revision.comment ?? undefined}>
            {revision.comment ?? <span className="text-ink-faint">No comment</span>}
          </span>
          <span className="block text-meta text-ink-faint sm:hidden">
            <Ago iso={revision.created_at} />
          </span>
        </>
      ),
    },
    { head: "Who", from: "sm", cell: (revision) => revision.actor },
    { head: "When", from: "sm", look: "text-ink-soft", cell: (revision) => <Ago iso={revision.created_at} /> },
    {
      head: "Actions",
      isQuiet: true,
      align: "right",
      cell: ({ id }) => (
        <Button size="small" aria-label={`Compare revision ${id}`} onClick={() => onOpen(id)}>
          Compare
        </Button>
      ),
    },
  ];
  return <DataTable label="Revisions" dim={dim} columns={columns} rows={revisions} keyOf={({ id }) => id} />;
}

const NUMBER = /^[1-9]\d{0,8}$/;

/** A revision beside the one before it. Both are read if they are not listed. */
function RevisionDrawer({
  opened,
  listed,
  configuration,
  onClose,
}: {
  /** The number of the open revision, as an address holds it; empty: none. */
  opened: string;
  listed: readonly Revision[];
  configuration: Configuration;
  onClose: () => void;
}) {
  // The drawer keeps its revision while it closes.
  const asked = useLast(NUMBER.test(opened) ? opened : undefined) ?? "";
  const pair = useRead(
    configContracts.listRevisions,
    { up_to: asked, page: 1, size: 2 },
    { enabled: asked !== "", staleTime: Number.POSITIVE_INFINITY },
  );
  const row = [...listed, ...(pair.data?.data ?? [])].find(({ id }) => String(id) === opened);
  const shown = useLast(row);
  const [rollingBack, setRollingBack] = useState<Revision>();
  if (!shown) return null;
  const previous = pair.data?.data.find(({ id }) => id < shown.id);
  const inForce = shown.id === configuration.revision?.id;
  return (
    <Dialog
      open={row !== undefined}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      place="right"
      title={`Revision ${shown.id}`}
      description={shown.comment ?? `Saved by ${shown.actor}`}
      footer={
        !inForce && (
          <WriteButton variant="primary" onClick={() => setRollingBack(shown)}>
            <Undo2 className="size-4" aria-hidden /> Roll back to revision {shown.id}
          </WriteButton>
        )
      }
    >
      <div className="space-y-6">
        {pair.isPending ? (
          <Part title="What it changed">
            <Skeleton className="h-24 w-full" />
          </Part>
        ) : (
          <Part title={previous ? `What it changed since revision ${previous.id}` : "What it set"}>
            {pair.isLoadingError ? (
              <InlineError error={pair.error} name="revision before" retry={() => void pair.refetch()} />
            ) : (
              <SettingsDifference
                label="Change of this revision"
                before={previous?.settings}
                after={shown.settings}
                configuration={configuration}
              />
            )}
          </Part>
        )}
        {!inForce && (
          <Part title="Changes if you roll back now">
            <RollbackDifference revision={shown} configuration={configuration} />
          </Part>
        )}
      </div>
      <RollbackDialog
        row={rollingBack}
        configuration={configuration}
        onClose={() => setRollingBack(undefined)}
        onDone={() => {
          setRollingBack(undefined);
          onClose();
        }}
      />
    </Dialog>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 font-semibold">{title}</h3>
      {children}
    </section>
  );
}
