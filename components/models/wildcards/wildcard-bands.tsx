"use client";
import { useState } from "react";
import { formatCompact } from "@/components/api/format";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import type { Band } from "./wildcard-map";

const SHOWN = 30;

/** The names of the model list as bands, one below the other. The width of a band is its share of the calls. */
export function WildcardBands({
  bands,
  label,
  onOpen,
}: {
  bands: readonly Band[];
  label: string;
  /** Opens the entry of a name that is shadowed or tied, where it can be repaired. */
  onOpen?: (name: string) => void;
}) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? bands : bands.slice(0, SHOWN);
  const most = Math.max(1, ...bands.map(({ calls, callsToday }) => Math.max(calls, callsToday)));
  return (
    <>
      <ol aria-label={label} className="divide-y divide-line/60">
        {shown.map((band) => (
          <BandLine key={band.name} band={band} most={most} onOpen={onOpen} />
        ))}
      </ol>
      {bands.length > SHOWN && (
        <Button size="small" variant="ghost" className="mt-2" onClick={() => setWhole(!isWhole)}>
          {isWhole ? "Show fewer" : `Show all ${bands.length}`}
        </Button>
      )}
    </>
  );
}

/** The indents on a narrow screen, by depth. Deeper bands have the last one. */
const INDENTS = ["", "pl-4", "pl-8", "pl-12", "pl-16"] as const;

function BandLine({ band, most, onOpen }: { band: Band; most: number; onOpen: ((name: string) => void) | undefined }) {
  const { name, shared, depth, within, calls, callsToday, isDraft, shadowedBy } = band;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_5.5rem] items-center gap-x-3 gap-y-0.5 py-1.5 sm:grid-cols-[minmax(0,2fr)_minmax(0,1.4fr)_5.5rem]">
      <div className={classNames("order-1 min-w-0", INDENTS[Math.min(depth, INDENTS.length - 1)])}>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <span
            className={classNames(
              "min-w-0 font-mono text-meta wrap-anywhere",
              shadowedBy === undefined ? "" : "text-ink-faint line-through decoration-line-strong",
            )}
          >
            {shared > 0 && <span className="text-ink-faint">{name.slice(0, shared)}</span>}
            {name.slice(shared)}
          </span>
          {within !== undefined && <span className="sr-only">within {within}</span>}
          {isDraft && <Badge tone="accent">Draft</Badge>}
          {shadowedBy !== undefined && (
            <Badge tone="warn" title={`${shadowedBy} takes every name that it matches`}>
              Shadowed by {shadowedBy}
            </Badge>
          )}
          {band.tiedWith.length > 0 && (
            <Badge tone="warn" title="Equally specific: the order of the list decides">
              Tied with {band.tiedWith.slice(0, 2).join(", ")}
            </Badge>
          )}
          {onOpen && !isDraft && (shadowedBy !== undefined || band.tiedWith.length > 0) && (
            <Button size="small" variant="ghost" aria-label={`Open ${name}`} onClick={() => onOpen(name)}>
              Open
            </Button>
          )}
        </p>
        {band.crosses.slice(0, 2).map(({ other, example, wins }) => (
          <p key={other} className="text-meta wrap-anywhere text-ink-faint">
            Crosses <span className="font-mono">{other}</span>: <span className="font-mono">{example}</span> goes{" "}
            {wins ? "here" : "there"}
          </p>
        ))}
      </div>
      <Track band={band} most={most} />
      <p className="order-2 text-right text-meta whitespace-nowrap tabular-nums sm:order-3">
        {calls === 0 && callsToday === 0 ? <span className="text-ink-faint">–</span> : formatCompact(calls)}
        <span className="sr-only"> calls</span>
        {calls !== callsToday && (
          <span className={classNames("ml-1", calls > callsToday ? "text-good" : "text-warn")}>
            {calls > callsToday ? "+" : "−"}
            {formatCompact(Math.abs(calls - callsToday))}
          </span>
        )}
      </p>
    </li>
  );
}

/** The bar of a band: the calls that it gets, and hatched those that a draft would take from it. */
function Track({ band: { calls, callsToday, isDraft, shadowedBy }, most }: { band: Band; most: number }) {
  const lost = Math.max(0, callsToday - calls);
  const width = (count: number): string => `${(100 * count) / most}%`;
  return (
    <div
      aria-hidden
      className="order-3 col-span-2 flex h-2.5 overflow-hidden rounded-sm bg-muted sm:order-2 sm:col-span-1"
    >
      <span
        className={classNames(
          "h-full rounded-sm transition-[width] duration-200 motion-reduce:transition-none",
          shadowedBy === undefined ? (isDraft ? "bg-[var(--series-2)]" : "bg-[var(--series-1)]") : "bg-line-strong",
        )}
        style={{ width: width(calls) }}
      />
      {lost > 0 && (
        <span
          className="h-full transition-[width] duration-200 motion-reduce:transition-none"
          style={{
            width: width(lost),
            backgroundImage: "repeating-linear-gradient(135deg, var(--series-3) 0 2px, transparent 2px 5px)",
          }}
        />
      )}
    </div>
  );
}
