import { formatCompact } from "@/components/api/format";
import { chooseColumn } from "@/components/shared/chosen/choose-box";
import { Ago } from "@/components/shared/time";
import { askedFor } from "@/components/shared/wording";
import { classNames } from "@/components/ui/class-names";
import { Badge } from "@/components/ui/badge";
import { type Column, DataTable } from "@/components/ui/data-table";
import { OpenButton } from "@/components/ui/table";
import type { RefusalsView } from "@/lib/wire/contracts/refusals";
import { groupAddress } from "./group-address";
import { codeName } from "@/components/sentences/code-names";
import { Who } from "@/components/sentences/who";
import { Mono } from "@/components/ui/text";

const BARS = 24;

/** Groups of refusals, each with a timeline. */
export function RefusalsTable({
  rows,
  hours,
  dim,
  chosen,
  onChoose,
  onOpen,
}: {
  rows: readonly RefusalsView[];
  hours: number;
  dim: boolean;
  /** The addresses of the groups that are chosen, to do something with all of them. */
  chosen: ReadonlySet<string>;
  onChoose: (row: RefusalsView, isChosen: boolean) => void;
  onOpen: (row: RefusalsView) => void;
}) {
  const columns: readonly Column<RefusalsView>[] = [
    chooseColumn(labelOf, { isChosen: (row) => chosen.has(groupAddress(row)), choose: onChoose }),
    { head: "Reason", cell: (row) => <Reason row={row} onOpen={() => onOpen(row)} /> },
    { head: "Who", from: "sm", cell: (row) => <Who row={row} /> },
    {
      head: "Model",
      from: "sm",
      look: "font-mono text-meta",
      cell: (row) => (
        <span
          className={classNames("block max-w-48 truncate 2xl:max-w-80", row.model === "" && "text-ink-soft")}
          title={askedFor(row)}
        >
          {askedFor(row)}
        </span>
      ),
    },
    { head: "Route", from: "2xl", look: "font-mono text-meta text-ink-soft", cell: (row) => row.route },
    { head: "When", from: "md", cell: (row) => <Timeline row={row} hours={hours} /> },
    {
      head: "Count",
      align: "right",
      // On a phone it is the last one.
      className: "max-sm:pr-4",
      look: "font-medium tabular-nums",
      cell: (row) => formatCompact(row.count),
    },
    { head: "Last", from: "sm", align: "right", look: "text-ink-soft", cell: (row) => <Ago iso={row.last_at} /> },
  ];
  return <DataTable label="Refusals" dim={dim} columns={columns} rows={rows} keyOf={groupAddress} />;
}

function labelOf({ code, name, principal, ...row }: RefusalsView): string {
  return [code, name ?? principal, askedFor(row)].filter((text) => text !== "").join(", ");
}

function Reason({ row, onOpen }: { row: RefusalsView; onOpen: () => void }) {
  return (
    <>
      <OpenButton wide name={codeName(row.code)} onOpen={onOpen} />
      <Mono className="block max-w-56 truncate text-ink-faint max-sm:hidden" title={row.code}>
        {row.code}
      </Mono>
      <span className="block max-w-44 text-meta sm:hidden">
        <Who row={row} whole />
      </span>
      <span className="block max-w-44 truncate text-meta text-ink-faint sm:hidden">{askedFor(row)}</span>
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
