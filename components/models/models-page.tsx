"use client";
import { modelContracts } from "@/lib/wire/contracts/models";
import { Boxes, ListTree, Plus, Search } from "lucide-react";
import { type ComponentProps, useMemo, useState } from "react";
import { LIVE, useRead } from "@/components/api/use-read";
import { Freshness, type ReadTimes } from "@/components/shared/lists/freshness";
import { useLastHour } from "@/components/shared/use-last-hour";
import { Findings } from "@/components/shared/findings";
import { PageHeader } from "@/components/shell/page-header";
import { WriteButton } from "@/components/shared/forms/write-button";
import { pageOfRows, FIRST_PAGE } from "@/components/shared/lists/list-page";
import { PageGone, CursorPager } from "@/components/shared/lists/cursor-pager";
import { useListPage } from "@/components/shared/lists/use-list-page";
import { useAddress } from "@/components/shared/use-address";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { Input } from "@/components/ui/field";
import { CodeBlock } from "@/components/ui/code-block";
import { TableSkeleton } from "@/components/ui/skeleton";
import { EmptyState, ErrorState, InlineError } from "@/components/ui/states";
import { Note } from "@/components/ui/text";
import { useDebounced } from "@/components/shared/use-debounced";
import { ShapeChoice } from "@/components/charts/shape-choice";
import { ListChart } from "@/components/dashboards/lazy-charts";
import { ComparisonSelect } from "@/components/time-range/comparison-select";
import { SpanTimeBar } from "@/components/time-range/span-time-bar";
import { USUAL_SPAN } from "@/components/time-range/spans";
import { USUAL_COMPARISON } from "@/components/time-range/spend-range";
import { lazyDialog } from "@/components/ui/lazy/lazy-part";
import type { ModelView } from "@/lib/wire/model";
import type { DraftEntry } from "./draft-entries";
import { EntriesTable } from "./entries-table";
import { entryOrderOf, orderAfterClick, orderEntries } from "./entry-order";
import { type ModelList, notesOf } from "./entry-notes";
import { MODEL_LINES } from "./example";
import { figuresNote } from "./figures/entry-figures";
import { type EntryFiguresRead, useEntryFigures } from "./figures/use-entry-figures";
import { ResolutionTester } from "./resolution-tester";
import { UnreadHour } from "./unread-hour";
import { WildcardMapCard } from "./wildcards/wildcard-map-card";

const AddProviderDialog = lazyDialog(
  () => import("./add-provider/add-provider-dialog").then((module) => module.AddProviderDialog),
  ({ open }) => open,
);
const EntryDrawer = lazyDialog(
  () => import("./entry-drawer").then((module) => module.EntryDrawer),
  ({ entry }) => entry !== undefined,
);

const DeleteEntryDialog = lazyDialog(
  () => import("./delete-entry-dialog").then((module) => module.DeleteEntryDialog),
  ({ row }) => row !== undefined,
);

const EntryDialog = lazyDialog(
  () => import("./entry-dialog").then((module) => module.EntryDialog),
  ({ open }) => open,
);

/**
 * What the address of the page holds: the search, order and page of the list, the open entry, whether a new one is
 * made, or a provider added, and the time of the figures, with what that is compared with.
 */
const USUAL_MODELS = {
  search: "",
  sort: "",
  ...FIRST_PAGE,
  id: "",
  new: "",
  provider: "",
  chart: "",
  part: "",
  compare: USUAL_COMPARISON as string,
  ...USUAL_SPAN,
};
/** Entries on one page. More take too long to draw. */
const PAGE_SIZE = 100;

export function ModelsPage() {
  const models = useRead(modelContracts.info, {}, LIVE);
  const [view, change] = useAddress(USUAL_MODELS);
  const add = (
    <>
      <WriteButton onClick={() => change({ new: "1" })}>
        <Plus className="size-4" aria-hidden /> <span className="max-sm:sr-only">New model</span>
      </WriteButton>
      <WriteButton variant="primary" onClick={() => change({ provider: "1" })}>
        <Boxes className="size-4" aria-hidden /> Add a provider
      </WriteButton>
    </>
  );
  return (
    <>
      <PageHeader
        title="Models"
        description="Names that callers use, and their upstreams. In a pattern, * matches any characters."
      >
        <ShapeChoice chart={view.chart} onChange={(chart) => change({ chart })} />
        {add}
      </PageHeader>
      {models.isPending ? (
        <Card>
          <TableSkeleton />
        </Card>
      ) : models.isLoadingError ? (
        <Card>
          <ErrorState error={models.error} retry={() => void models.refetch()} />
        </Card>
      ) : models.data.data.length === 0 ? (
        <Card>
          <EmptyState
            icon={ListTree}
            title="No models yet"
            action={<div className="flex flex-wrap justify-center gap-2">{add}</div>}
          >
            Add one here, or entries of <code className="font-mono">model_list</code> in config.yaml. The file is read
            again when it changes.
            <div className="mt-4 text-left">
              <CodeBlock label="config.yaml" code={MODEL_LINES} />
            </div>
          </EmptyState>
        </Card>
      ) : view.chart !== "" ? (
        <ModelsChart view={view} change={change} />
      ) : (
        <ModelBody list={models.data} query={models} view={view} change={change} />
      )}
      <AddProviderDialog open={view.provider !== ""} onClose={() => change({ provider: "" })} />
      <EntryDialog
        open={view.new !== ""}
        name={view.new === "1" ? undefined : view.new}
        onClose={() => change({ new: "" })}
      />
    </>
  );
}

/** The models that callers have asked for as a chart. */
function ModelsChart({ view, change }: Pick<ListedModels, "view" | "change">) {
  const search = useDebounced(view.search.trim());
  return (
    <Card>
      <ListChart
        by="requested_model"
        many="models"
        search={search}
        typed={view.search}
        onSearch={(text) => change({ search: text, ...FIRST_PAGE }, "typed")}
        view={view}
        onChange={change}
      />
    </Card>
  );
}

interface ListedModels {
  list: ModelList;
  query: ReadTimes;
  view: typeof USUAL_MODELS;
  change: ReturnType<typeof useAddress<typeof USUAL_MODELS>>[1];
}

function ModelBody({ list, query, view, change }: ListedModels) {
  const open = (id: string | undefined): void => change({ id: id ?? "" });
  const [editing, setEditing] = useState<ModelView>();
  const [deleting, setDeleting] = useState<ModelView>();
  const [drafts, setDrafts] = useState<readonly DraftEntry[]>([]);
  const notes = useMemo(() => notesOf(list), [list]);
  const { byId: recent } = useLastHour();
  const opened = list.data.find(({ id }) => id === view.id);
  // A finding about an entry is shown with the entry.
  const shownWithEntries = new Set([...notes.values()].flatMap(({ findings }) => findings));
  const rest = list.findings.filter((finding) => !shownWithEntries.has(finding));
  return (
    <div className="in-turn space-y-5">
      <EntriesCard {...{ list, query, view, change, notes, recent }} onEdit={setEditing} onDelete={setDeleting} />
      <ResolutionTester rows={list.data} drafts={drafts} onDrafts={setDrafts} />
      <WildcardMapCard rows={list.data} drafts={drafts} onOpen={open} />
      {rest.length > 0 && (
        <Card>
          <CardHeader title="Findings" description="About the list as a whole." />
          <div className="p-4">
            <Findings findings={rest} />
          </div>
        </Card>
      )}
      <EntryDrawer
        entry={opened}
        notes={opened && notes.get(opened.id)}
        recent={recent}
        onClose={() => open(undefined)}
        onEdit={setEditing}
        onDelete={setDeleting}
      />
      <EntryDialog row={editing} open={editing !== undefined} onClose={() => setEditing(undefined)} />
      <DeleteEntryDialog row={deleting} onClose={() => setDeleting(undefined)} onDeleted={() => open(undefined)} />
    </div>
  );
}

/** The search, the time of the figures and what it is compared with, and what could not be read of them. */
function EntriesHeader({
  query,
  view,
  change,
  figures,
}: Omit<ListedModels, "list"> & { readonly figures: EntryFiguresRead }) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-b px-4 py-2.5">
        {/* On a phone the search says what is listed. */}
        <h2 className="mr-auto text-section font-semibold tracking-tight max-sm:sr-only">Entries</h2>
        <Input
          type="search"
          aria-label="Search entries"
          placeholder="Name or upstream"
          className="!w-44 max-sm:!w-32 max-sm:flex-[3_1_8rem]"
          value={view.search}
          onChange={({ target }) => change({ search: target.value, ...FIRST_PAGE }, "typed")}
        />
        <SpanTimeBar value={view} onChange={change}>
          <ComparisonSelect value={figures.comparison} onChange={(compare) => change({ compare })} />
        </SpanTimeBar>
        <span className="max-sm:hidden">
          <Freshness query={query} />
        </span>
      </div>
      {figures.error && (
        <div className="px-4 py-2.5">
          <InlineError error={figures.error} name="the figures" retry={figures.refetch} />
        </div>
      )}
    </>
  );
}

/** A page of the entries that the search finds. */
function EntriesCard({
  list,
  query,
  view,
  change,
  notes,
  recent,
  ...acts
}: ListedModels & Pick<ComponentProps<typeof EntriesTable>, "notes" | "recent" | "onEdit" | "onDelete">) {
  const places = useMemo(() => new Map(list.data.map(({ id }, index) => [id, index + 1])), [list]);
  const search = view.search.trim().toLowerCase();
  const found = list.data.filter((entry) =>
    [entry.model_name, entry.upstream_model, entry.id].some((text) => text.toLowerCase().includes(search)),
  );
  const order = entryOrderOf(view.sort);
  const figures = useEntryFigures(view);
  const page = useListPage(view, change, JSON.stringify([search, order]));
  const shown = pageOfRows(orderEntries(found, order, figures.now), page.asked, PAGE_SIZE);
  return (
    <Card>
      <EntriesHeader {...{ query, view, change, figures }} />
      <UnreadHour />
      <EntriesTable
        entries={shown.data}
        positionOf={(id) => places.get(id)}
        notes={notes}
        recent={recent}
        figures={figures}
        sorting={{
          order,
          onSort: (column) => change({ sort: orderAfterClick(order, column), ...FIRST_PAGE }),
        }}
        onOpen={(id) => change({ id })}
        {...acts}
      />
      {found.length === 0 && (
        <EmptyState
          icon={Search}
          title="No entry matches this search"
          action={<Button onClick={() => change({ search: "", ...FIRST_PAGE })}>Clear search</Button>}
        >
          The search looks for any part of the name, the upstream model and the id.
        </EmptyState>
      )}
      <Note className="border-t px-4 py-2">
        The number decides ties: entries of config.yaml come first, then those of the database. Entries with the same
        name share its calls. The status is that of the last hour. {figures.summary && figuresNote(figures.summary)}
      </Note>
      {found.length > 0 && shown.data.length === 0 ? (
        <PageGone page={page} many="entries" />
      ) : (
        found.length > PAGE_SIZE && (
          <CursorPager page={page} query={{ data: shown, isPlaceholderData: false }} size={PAGE_SIZE} />
        )
      )}
    </Card>
  );
}
