import { formatCompact } from "@/components/api/format";
import { Ago } from "@/components/shared/time";
import { Badge } from "@/components/ui/badge";
import { Cell, HeadCell, OpenButton, Row, Table } from "@/components/ui/table";
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
  return (
    <Table label="Refusals" dim={dim}>
      <thead>
        <tr>
          <HeadCell>Reason</HeadCell>
          <HeadCell>Who</HeadCell>
          <HeadCell className="hidden sm:table-cell">Model</HeadCell>
          <HeadCell className="hidden 2xl:table-cell">Route</HeadCell>
          <HeadCell className="hidden md:table-cell">When</HeadCell>
          <HeadCell align="right">Count</HeadCell>
          <HeadCell align="right" className="hidden sm:table-cell">
            Last
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={JSON.stringify([row.code, row.kind, row.principal, row.route, row.model])}>
            <Cell className="font-mono text-note">
              <OpenButton name={row.code} onOpen={() => onOpen(row)} />
              <span className="block max-w-36 truncate text-small text-ink-faint sm:hidden">
                {row.model === "" ? row.route : row.model}
              </span>
              {row.requests.length > 0 && <Badge tone="accent">requested</Badge>}
              {row.state !== "open" && <Badge>{row.state}</Badge>}
            </Cell>
            <Cell>
              <Who row={row} />
            </Cell>
            <Cell className="hidden font-mono text-note sm:table-cell">
              <span className="block max-w-48 truncate 2xl:max-w-80" title={row.model === "" ? row.route : row.model}>
                {row.model === "" ? <span className="text-ink-soft">{row.route}</span> : row.model}
              </span>
            </Cell>
            <Cell className="hidden font-mono text-note text-ink-soft 2xl:table-cell">{row.route}</Cell>
            <Cell className="hidden md:table-cell">
              <Timeline row={row} hours={hours} />
            </Cell>
            <Cell align="right" className="font-medium tabular-nums">
              {formatCompact(row.count)}
            </Cell>
            <Cell align="right" className="hidden text-ink-soft sm:table-cell">
              <Ago iso={row.last_at} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
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
