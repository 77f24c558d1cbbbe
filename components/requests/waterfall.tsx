import { formatDuration } from "@/components/api/format";
import type { CallLog } from "@/lib/wire/spend";
import { type Timing, timingsOf } from "./timings";

const COLOURS: Readonly<Record<Timing["kind"], string>> = {
  decision: "var(--series-7)",
  upstream: "var(--series-1)",
  stream: "var(--series-2)",
};

/** What a call spent its time on, one stretch below the other. */
export function Waterfall({ call }: { call: CallLog }) {
  const timings = timingsOf(call);
  const end = Math.max(1, ...timings.map(({ to }) => to));
  return (
    <ol className="space-y-1" aria-label="Timings">
      {timings.map(({ label, from, to, kind }) => (
        <li
          key={label}
          className="grid grid-cols-[8.5rem_minmax(0,1fr)_4rem] items-center gap-3 text-meta text-ink-soft"
        >
          <span className="truncate">{label}</span>
          <span aria-hidden className="relative h-2.5 rounded-sm bg-muted">
            <span
              className="absolute inset-y-0 min-w-0.5 rounded-sm"
              style={{
                left: `${(100 * from) / end}%`,
                width: `${(100 * (to - from)) / end}%`,
                background: COLOURS[kind],
              }}
            />
          </span>
          <span className="text-right tabular-nums">{formatDuration(to - from)}</span>
        </li>
      ))}
    </ol>
  );
}
