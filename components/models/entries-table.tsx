import { Database, FileText, Pencil, Trash2 } from "lucide-react";
import { classNames } from "@/components/ui/class-names";
import { Badge } from "@/components/ui/badge";
import { type Column, DataTable } from "@/components/ui/data-table";
import type { Sorting } from "@/components/ui/sort-head";
import { RowMenu } from "@/components/shared/lists/row-menu";
import { MenuItem } from "@/components/ui/menu";
import { OpenButton } from "@/components/ui/table";
import type { ModelView } from "@/lib/wire/model";
import type { RecentFigures } from "@/components/shared/use-last-hour";
import { entryHealth } from "./entry-health";
import type { EntryNotes } from "./entry-notes";
import type { EntryColumn } from "./entry-order";
import { entryPrice } from "./entry-price";
import type { EntryFigures } from "./figures/entry-figures";
import { FiguresLine, figureColumns } from "./figures/figure-columns";
import type { EntryFiguresRead } from "./figures/use-entry-figures";

/** What the menu of a row asks the page for. */
interface EntryActs {
  readonly onEdit: (entry: ModelView) => void;
  readonly onDelete: (entry: ModelView) => void;
}

/** The model list, with the status of each entry and its calls in the time of the page. */
export function EntriesTable({
  entries,
  positionOf,
  notes,
  recent,
  figures,
  sorting,
  onOpen,
  ...acts
}: {
  entries: readonly ModelView[];
  /** The place of an entry in the whole list, from 1. */
  positionOf: (id: string) => number | undefined;
  notes: ReadonlyMap<string, EntryNotes>;
  /** The last hour of each entry; undefined: not known yet; null: it could not be read. */
  recent: RecentFigures;
  figures: EntryFiguresRead;
  sorting: Sorting<EntryColumn>;
  onOpen: (id: string) => void;
} & EntryActs) {
  const columns: readonly Column<ModelView, EntryColumn>[] = [
    {
      head: "#",
      sort: "position",
      from: "sm",
      align: "right",
      className: "w-10",
      look: "text-ink-faint",
      cell: (entry) => positionOf(entry.id),
    },
    {
      head: "Model name",
      sort: "name",
      className: "pl-4 sm:pl-3",
      look: "font-mono text-meta",
      cell: (entry) => <OpenButton name={entry.model_name} onOpen={() => onOpen(entry.id)} />,
    },
    {
      head: "Upstream model",
      look: "font-mono text-meta",
      cell: (entry) => (
        <Upstream entry={entry} notes={notes.get(entry.id)} recent={recent} figures={figures.now?.get(entry.id)} />
      ),
    },
    {
      head: "Status",
      from: "md",
      className: "min-w-40",
      cell: (entry) => (
        <>
          <EntryStatus entry={entry} notes={notes.get(entry.id)} recent={recent} />
          <FiguresLine figures={figures.now?.get(entry.id)} />
        </>
      ),
    },
    ...figureColumns(entries, figures),
    { head: "Price", from: "lg", cell: (entry) => <PriceText entry={entry} /> },
    {
      head: "Base address",
      from: "2xl",
      cell: (entry) => (
        <span className="block max-w-72 truncate text-ink-soft" title={entry.api_base ?? undefined}>
          {entry.api_base ?? "The provider's own"}
        </span>
      ),
    },
    { head: "From", from: "2xl", cell: (entry) => <Source isShort row={entry} /> },
    actColumn(acts),
  ];
  return (
    <DataTable label="Model entries" columns={columns} rows={entries} keyOf={(entry) => entry.id} sorting={sorting} />
  );
}

/** The menu of each row. Entries of the file are changed there. */
function actColumn({ onEdit, onDelete }: EntryActs): Column<ModelView, EntryColumn> {
  return {
    head: "Actions",
    isQuiet: true,
    from: "sm",
    align: "right",
    cell: (entry) => (
      <RowMenu name={entry.model_name} page={{ kind: "deployment", id: entry.id }}>
        {entry.source === "database" && (
          <>
            <MenuItem onSelect={() => onEdit(entry)}>
              <Pencil className="size-4" aria-hidden /> Edit model
            </MenuItem>
            <MenuItem tone="danger" onSelect={() => onDelete(entry)}>
              <Trash2 className="size-4" aria-hidden /> Delete
            </MenuItem>
          </>
        )}
      </RowMenu>
    ),
  };
}

/** The upstream model, and on narrow screens what the columns that are not shown would say. */
function Upstream({ entry, notes, recent, figures }: StatusProps & { readonly figures: EntryFigures | undefined }) {
  return (
    <>
      <span className="block max-w-36 truncate sm:max-w-56" title={entry.upstream_model}>
        {entry.upstream_model}
      </span>
      <span className="mt-1 block font-sans md:hidden">
        <EntryStatus entry={entry} notes={notes} recent={recent} />
        <FiguresLine figures={figures} />
      </span>
      <span className="mt-1 block font-sans text-meta text-ink-faint lg:hidden">{entryPrice(entry)?.short}</span>
    </>
  );
}

export function Source({
  row: { source, taken_over: takenOver },
  isShort = false,
}: {
  row: Pick<ModelView, "source" | "taken_over">;
  isShort?: boolean;
}) {
  const [Icon, name] = source === "file" ? ([FileText, "config.yaml"] as const) : ([Database, "Database"] as const);
  const look = isShort ? "max-2xl:sr-only" : undefined;
  return (
    <span className="block text-ink-soft" title={name}>
      <span className="flex items-center gap-1.5 whitespace-nowrap">
        <Icon className="size-3.5" aria-hidden /> <span className={look}>{name}</span>
      </span>
      {takenOver && (
        <span className={classNames("block text-meta text-ink-faint", look)}>Replaces the entry of the file</span>
      )}
    </span>
  );
}

function PriceText({ entry }: { entry: ModelView }) {
  const price = entryPrice(entry);
  if (!price) return <span className="text-ink-faint">None known</span>;
  return (
    <span title={price.from} className="block whitespace-nowrap tabular-nums">
      {price.short}
      {price.unit !== "" && <span className="block text-meta text-ink-faint">per {price.unit}</span>}
    </span>
  );
}

interface StatusProps {
  readonly entry: ModelView;
  readonly notes: EntryNotes | undefined;
  readonly recent: RecentFigures;
}

/** How an entry does in the last hour, and what else is remarkable. */
export function EntryStatus({ entry, notes, recent }: StatusProps) {
  const { word, tone, because } = entryHealth(entry, recent?.get(entry.id));
  const isIdle = word === "No calls";
  return (
    <span className="flex min-h-5 flex-wrap gap-1">
      {isIdle && notes?.shadowedBy !== undefined ? (
        <Badge tone="warn" title={`${notes.shadowedBy} takes every name that this entry matches`}>
          Shadowed
        </Badge>
      ) : recent || entry.unusable !== null || entry.cooldowns.length > 0 ? (
        <Badge tone={tone} title={because}>
          {word}
        </Badge>
      ) : recent === null ? (
        <Badge title="The last hour could not be read">Not known</Badge>
      ) : (
        // About as wide as the usual words, so that nothing beside it moves.
        <span aria-hidden className="h-5 w-14 animate-pulse rounded bg-muted motion-reduce:animate-none" />
      )}
      {notes?.isOutOfRotation && (
        <Badge tone="warn" title="Its weight is 0, so that others of its name take the calls">
          Out of rotation
        </Badge>
      )}
      {notes && notes.ties.length > 0 && (
        <Badge tone="warn" title={notes.ties.map(({ other }) => other).join(", ")}>
          Tied
        </Badge>
      )}
      {!entry.priced && <Badge tone="warn">Unpriced</Badge>}
      {entry.in_flight > 0 && <Badge tone="accent">{entry.in_flight} in flight</Badge>}
    </span>
  );
}
