import { formatCount } from "@/components/api/format";
import { annotationsOf } from "@/components/charts/changes/annotations";
import { StripLine } from "@/components/charts/changes/strip-line";
import type { LastHour } from "@/lib/wire/contracts/health";
import type { IncidentMoment } from "@/lib/wire/contracts/incidents/timeline";

const KINDS = [
  ["served", "served", "var(--series-2)"],
  ["refused", "refused", "var(--series-3)"],
  ["failed", "failed", "var(--bad-solid)"],
  ["cancelled", "cancelled", "var(--series-other)"],
] as const satisfies readonly (readonly [keyof LastHour["calls"], string, string])[];

const HEIGHT = 44;
const MINUTE_MS = 60_000;

/** The calls of the last hour, one bar for each minute, with lines where something happened. */
export function TrafficStrip({
  hour: { calls, since },
  moments,
}: {
  hour: LastHour;
  moments: readonly IncidentMoment[];
}) {
  const totals = calls.served.map((_, minute) => KINDS.reduce((sum, [kind]) => sum + (calls[kind][minute] ?? 0), 0));
  const most = Math.max(1, ...totals);
  const annotations = annotationsOf(
    moments,
    totals.map((_, minute) => {
      const from = Date.parse(since) + minute * MINUTE_MS;
      return { key: String(minute), from, to: from + MINUTE_MS };
    }),
  );
  const sums = KINDS.map(([kind]) => calls[kind].reduce((sum, count) => sum + count, 0));
  return (
    <figure>
      <svg
        role="img"
        aria-label={`Calls per minute in the last hour: ${KINDS.map(([, word], at) => `${formatCount(sums[at] ?? 0)} ${word}`).join(", ")}`}
        viewBox={`0 0 ${totals.length * 10} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="block h-11 w-full"
      >
        {totals.map((total, minute) => {
          let top = HEIGHT;
          const happened = annotations.get(String(minute)) ?? [];
          return (
            <g key={minute}>
              <rect x={minute * 10} y={0} width={10} height={HEIGHT} fill="transparent">
                <title>{[barTitle(calls, since, minute), ...happened].join("\n")}</title>
              </rect>
              <rect x={minute * 10 + 1.5} y={HEIGHT - 1} width={7} height={1} fill="var(--line)" pointerEvents="none" />
              {happened.length > 0 && <StripLine x={minute * 10 + 5} height={HEIGHT} />}
              {total > 0 &&
                KINDS.map(([kind, , colour]) => {
                  const count = calls[kind][minute] ?? 0;
                  if (count === 0) return null;
                  const height = Math.max(1.5, (count / most) * (HEIGHT - 2));
                  top -= height;
                  return (
                    <rect
                      key={kind}
                      x={minute * 10 + 1.5}
                      y={top}
                      width={7}
                      height={height}
                      fill={colour}
                      pointerEvents="none"
                    />
                  );
                })}
            </g>
          );
        })}
      </svg>
      <figcaption className="mt-1 flex flex-wrap items-center justify-between gap-x-4 text-meta text-ink-faint">
        <span className="flex flex-wrap gap-x-3">
          {KINDS.map(([kind, word, colour], at) => (
            <span key={kind} className="flex items-center gap-1.5 whitespace-nowrap">
              <span aria-hidden className="size-2 rounded-xs" style={{ background: colour }} />
              {formatCount(sums[at] ?? 0)} {word}
            </span>
          ))}
        </span>
        <span className="hidden sm:inline">
          {minuteOf(since, 0)} to {minuteOf(since, totals.length)} UTC, peak {formatCount(most)}/min
        </span>
      </figcaption>
    </figure>
  );
}

/** The UTC time of day a number of minutes after an instant: `13:05`. */
function minuteOf(since: string, minutes: number): string {
  return new Date(Date.parse(since) + minutes * MINUTE_MS).toISOString().slice(11, 16);
}

function barTitle(calls: LastHour["calls"], since: string, minute: number): string {
  return `${minuteOf(since, minute)} UTC: ${KINDS.map(([kind, word]) => `${formatCount(calls[kind][minute] ?? 0)} ${word}`).join(", ")}`;
}
