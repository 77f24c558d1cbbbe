import { formatCompact } from "@/components/api/format";
import { Ago } from "@/components/shared/time";
import { Badge } from "@/components/ui/badge";
import { type Column, DataTable } from "@/components/ui/data-table";
import { OpenButton } from "@/components/ui/table";
import type { RefusalsView } from "@/lib/wire/contracts/refusals";
import { Who } from "./who";

const BARS = 24;

/** Groups of refusals, each with a timeline. */
export function RefusalsTable({
  rows,
  hours,
  dim,
  onOpen,
}: {
  rows: readonly RefusalsView[];
  hours: number;
  dim: boolean;
  onOpen: (row: RefusalsView) => void;
}) {
  const columns: readonly Column<RefusalsView>[] = [
    { head: "Reason", look: "font-mono text-note", cell: (row) => <Reason row={row} onOpen={() => onOpen(row)} /> },
    { head: "Who", cell: (row) => <Who row={row} /> },
    {
      head: "Model",
      from: "sm",
      look: "font-mono text-note",
      cell: (row) => (
        <span className="block max-w-48 truncate 2xl:max-w-80" title={askedOf(row)}>
          {row.model === "" ? <span className="text-ink-soft">{row.route}</span> : row.model}
        </span>
      ),
    },
    { head: "Route", from: "2xl", look: "font-mono text-note text-ink-soft", cell: (row) => row.route },
    { head: "When", from: "md", cell: (row) => <Timeline row={row} hours={hours} /> },
    {
      head: "Count",
      align: "right",
      look: "font-medium tabular-nums",
      cell: (row) => formatCompact(row.count),
    },
    { head: "Last", from: "sm", align: "right", look: "text-ink-soft", cell: (row) => <Ago iso={row.last_at} /> },
  ];
  return (
    <DataTable
      label="Refusals"
      dim={dim}
      columns={columns}
      rows={rows}
      keyOf={({ code, kind, principal, route, model }) => JSON.stringify([code, kind, principal, route, model])}
    />
  );
}

/** The model that was asked for, or the route if the request named none. */
function askedOf({ model, route }: RefusalsView): string {
  return model === "" ? route : model;
}

function Reason({ row, onOpen }: { row: RefusalsView; onOpen: () => void }) {
  return (
    <>
      <OpenButton name={row.code} onOpen={onOpen} />
      <span className="block max-w-36 truncate text-small text-ink-faint sm:hidden">{askedOf(row)}</span>
      {row.requests.length > 0 && <Badge tone="accent">requested</Badge>}
      {row.state !== "open" && <Badge>{row.state}</Badge>}
    </>
  );
}

/** When the refusals of a group happened, in up to 24 steps of the shown time. */
function Timeline({ row, hours }: { row: RefusalsView; hours: number }) {
  const steps = Math.min(BARS, hours);
  const stepMs = (Math.max(hours, 1) * 3_600_000) / steps;
  const last = Math.max(...row.by_hour.map(({ hour }) => Date.parse(hour)), Date.parse(row.last_at));
  const counts = new Array<number>(steps).fill(0);
  for (const { hour, count } of row.by_hour) {
    const place = steps - 1 - Math.floor((last - Date.parse(hour)) / stepMs);
    if (place >= 0) counts[place] = (counts[place] ?? 0) + count;
  }
  const most = Math.max(1, ...counts);
  return (
    <svg viewBox={`0 0 ${steps * 5} 18`} className="h-4.5 w-28" preserveAspectRatio="none" aria-hidden>
      {counts.map((count, at) => (
        <rect
          key={at}
          x={at * 5}
          width={4}
          y={count === 0 ? 17 : 18 - Math.max(3, (18 * count) / most)}
          height={count === 0 ? 1 : Math.max(3, (18 * count) / most)}
          fill={count === 0 ? "var(--line)" : "var(--series-3)"}
        />
      ))}
    </svg>
  );
}
