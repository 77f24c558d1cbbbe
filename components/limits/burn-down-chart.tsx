import { formatDay, formatDollars, formatTime, formatUntil } from "@/components/api/format";
import { burnDown, type BurnDown, type BurningBudget, type SpentDay } from "./burn-down";

const WIDTH = 320;
const HEIGHT = 88;

/**
 * What is left of a budget over time, dashed where it goes at the present rate, and the same in words. `now`:
 * milliseconds since the epoch.
 */
export function BurnDownChart({
  budget,
  days,
  now,
}: {
  budget: BurningBudget;
  days: readonly SpentDay[];
  now: number;
}) {
  const { limit } = budget;
  const burn = burnDown(budget, days, now);
  const { points, until, rate, outlook } = burn;
  const start = points[0]?.at ?? now;
  const x = (at: number) => ((at - start) / Math.max(until - start, 1)) * WIDTH;
  const y = (left: number) => HEIGHT - (Math.max(0, Math.min(left, limit)) / Math.max(limit, 1e-9)) * (HEIGHT - 4) - 1;
  const line = points.map(({ at, left }) => `${x(at).toFixed(1)},${y(left).toFixed(1)}`);
  const last = points.at(-1) ?? { at: now, left: limit };
  const endsEmpty = outlook.state === "runs_out" && outlook.at < until;
  const end = endsEmpty
    ? { at: outlook.at, left: 0 }
    : { at: until, left: last.left - (rate * (until - last.at)) / 86_400_000 };
  const tone = endsEmpty || outlook.state === "used_up" ? "var(--bad-solid)" : "var(--accent)";
  return (
    <figure className="mt-4">
      <figcaption className="mb-2 min-h-10 text-meta">
        <OutlookText burn={burn} now={now} />
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-22 w-full overflow-visible"
        role="img"
        aria-label="What is left of the budget over time"
      >
        <polygon
          points={`${line.join(" ")} ${x(last.at).toFixed(1)},${HEIGHT} 0,${HEIGHT}`}
          fill={tone}
          opacity={0.12}
        />
        <polyline points={line.join(" ")} fill="none" stroke={tone} strokeWidth={2} vectorEffect="non-scaling-stroke" />
        {outlook.state !== "used_up" && outlook.state !== "too_early" && (
          <line
            x1={x(last.at)}
            y1={y(last.left)}
            x2={x(end.at)}
            y2={y(end.left)}
            stroke={tone}
            strokeWidth={1.5}
            strokeDasharray="4 4"
            vectorEffect="non-scaling-stroke"
          />
        )}
        <line
          x1={0}
          y1={HEIGHT - 0.5}
          x2={WIDTH}
          y2={HEIGHT - 0.5}
          stroke="var(--line-strong)"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <p className="mt-1 flex justify-between text-meta text-ink-faint tabular-nums">
        <span>{dayOf(start)} UTC</span>
        <span>{dayOf(until)} UTC</span>
      </p>
    </figure>
  );
}

function dayOf(at: number): string {
  return formatDay(new Date(at).toISOString().slice(0, 10));
}

function OutlookText({ burn: { outlook, rate, until }, now }: { burn: BurnDown; now: number }) {
  const pace = `${formatDollars(rate)} a day`;
  switch (outlook.state) {
    case "used_up":
      return <span className="text-bad">Used up: calls are refused.</span>;
    case "idle":
      return <span className="text-ink-soft">Nothing was spent recently.</span>;
    case "too_early":
      return <span className="text-ink-soft">The window has just begun: too early for a forecast.</span>;
    case "far":
      return <span className="text-ink-soft">Lasts more than a year at {pace}.</span>;
    case "lasts":
      return (
        <span className="text-ink-soft">
          On track: about <strong className="font-semibold text-ink">{formatDollars(outlook.spentAtEnd)}</strong> by the
          reset, at {pace}.
        </span>
      );
    case "runs_out": {
      const at = new Date(outlook.at).toISOString();
      return (
        <span className={outlook.at < until ? "text-warn" : "text-ink-soft"}>
          Runs out{" "}
          <time dateTime={at} title={formatTime(at)} className="font-semibold">
            {formatUntil(at, now)}
          </time>{" "}
          at {pace}.
        </span>
      );
    }
  }
}
