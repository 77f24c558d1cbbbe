import { Database, FileText } from "lucide-react";
import { formatDuration, formatPercent } from "@/components/api/format";
import { Badge } from "@/components/ui/badge";
import { Cell, HeadCell, OpenButton, Row, Table } from "@/components/ui/table";
import type { ModelView } from "@/lib/wire/model";
import type { Lately } from "@/components/shared/use-last-hour";
import type { DeploymentHealth } from "@/lib/wire/contracts/health";
import { entryHealth } from "./entry-health";
import type { EntryNotes } from "./entry-notes";
import { entryPrice } from "./entry-price";

/** The model list in the order that decides ties, with the status of each entry. */
export function EntriesTable({
  entries,
  placeOf,
  notes,
  lately,
  onOpen,
}: {
  entries: readonly ModelView[];
  /** The place of an entry in the whole list, from 1. */
  placeOf: (id: string) => number | undefined;
  notes: ReadonlyMap<string, EntryNotes>;
  /** The last hour of each entry; undefined: not known yet; null: it could not be read. */
  lately: Lately;
  onOpen: (id: string) => void;
}) {
  return (
    <Table label="Model entries">
      <thead>
        <tr>
          <HeadCell align="right" className="hidden w-10 sm:table-cell">
            #
          </HeadCell>
          <HeadCell className="pl-4 sm:pl-3">Model name</HeadCell>
          <HeadCell>Upstream model</HeadCell>
          <HeadCell className="hidden min-w-40 md:table-cell">Status</HeadCell>
          <HeadCell className="hidden lg:table-cell">Price</HeadCell>
          <HeadCell className="hidden 2xl:table-cell">Base address</HeadCell>
          <HeadCell className="hidden sm:table-cell">From</HeadCell>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <Row key={entry.id}>
            <Cell align="right" className="hidden text-ink-faint sm:table-cell">
              {placeOf(entry.id)}
            </Cell>
            <Cell className="pl-4 font-mono text-note sm:pl-3">
              <OpenButton name={entry.model_name} onOpen={() => onOpen(entry.id)} />
            </Cell>
            <Cell className="font-mono text-note">
              <span className="block max-w-36 truncate sm:max-w-56" title={entry.upstream_model}>
                {entry.upstream_model}
              </span>
              <span className="mt-1 block font-sans md:hidden">
                <EntryStatus entry={entry} notes={notes.get(entry.id)} lately={lately} />
              </span>
              <span className="mt-1 block font-sans text-small text-ink-faint lg:hidden">
                {entryPrice(entry)?.short}
              </span>
            </Cell>
            <Cell className="hidden md:table-cell">
              <EntryStatus entry={entry} notes={notes.get(entry.id)} lately={lately} />
              <HourFigures lately={lately?.get(entry.id)} />
            </Cell>
            <Cell className="hidden lg:table-cell">
              <PriceWords entry={entry} />
            </Cell>
            <Cell className="hidden 2xl:table-cell">
              <span className="block max-w-72 truncate text-ink-soft" title={entry.api_base ?? undefined}>
                {entry.api_base ?? "The provider's own"}
              </span>
            </Cell>
            <Cell className="hidden sm:table-cell">
              <Source row={entry} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

export function Source({ row: { source, taken_over: takenOver } }: { row: Pick<ModelView, "source" | "taken_over"> }) {
  const Icon = source === "file" ? FileText : Database;
  return (
    <span className="block text-ink-soft">
      <span className="flex items-center gap-1.5 whitespace-nowrap">
        <Icon className="size-3.5" aria-hidden /> {source === "file" ? "config.yaml" : "Database"}
      </span>
      {takenOver && <span className="block text-small text-ink-faint">Replaces the entry of the file</span>}
    </span>
  );
}

function PriceWords({ entry }: { entry: ModelView }) {
  const price = entryPrice(entry);
  if (!price) return <span className="text-ink-faint">None known</span>;
  return (
    <span title={price.from} className="block whitespace-nowrap tabular-nums">
      {price.short}
      {price.unit !== "" && <span className="block text-small text-ink-faint">per {price.unit}</span>}
    </span>
  );
}

/**
 * The success rate and the median latency of the last hour. The line stays without calls, so that no row moves.
 */
function HourFigures({ lately }: { lately: DeploymentHealth | undefined }) {
  return (
    <span className="mt-0.5 block h-4 text-small/4 whitespace-nowrap text-ink-faint tabular-nums">
      {lately && lately.success_rate !== null && (
        <>
          {formatPercent(lately.success_rate)}
          {lately.latency_p50_ms !== null && ` · ${formatDuration(lately.latency_p50_ms)}`}
        </>
      )}
    </span>
  );
}

/** How an entry does in the last hour, and what else is remarkable. */
export function EntryStatus({
  entry,
  notes,
  lately,
}: {
  entry: ModelView;
  notes: EntryNotes | undefined;
  lately: Lately;
}) {
  const { word, tone, because } = entryHealth(entry, lately?.get(entry.id));
  const isIdle = word === "No calls";
  return (
    <span className="flex min-h-5 flex-wrap gap-1">
      {isIdle && notes?.shadowedBy !== undefined ? (
        <Badge tone="warn" title={`${notes.shadowedBy} takes every name that this entry matches`}>
          Shadowed
        </Badge>
      ) : lately || entry.unusable !== null || entry.resting.length > 0 ? (
        <Badge tone={tone} title={because}>
          {word}
        </Badge>
      ) : lately === null ? (
        <Badge title="The last hour could not be read">Not known</Badge>
      ) : (
        // About as wide as the usual words, so that nothing beside it moves.
        <span aria-hidden className="h-5 w-14 animate-pulse rounded bg-muted motion-reduce:animate-none" />
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
