import { formatDollars } from "@/components/api/format";
import { Until } from "@/components/shared/time";
import { classNames } from "@/components/ui/class-names";

/** A budget in dollars: how much of it is spent and held now, and when it resets. */
export interface BudgetState {
  readonly spent: number;
  readonly held?: number | undefined;
  readonly limit: number;
  readonly soft: number | null;
  readonly resetsAt: string | null;
}

/** The part of a budget from which it counts as nearly used up. */
const NEAR = 0.8;

/** A bar with the spent part of a budget, and the same in words. */
export function BudgetMeter({ budget, label, compact }: { budget: BudgetState; label: string; compact?: boolean }) {
  const { spent, held = 0, limit, soft, resetsAt } = budget;
  const part = limit === 0 ? 1 : Math.min(1, spent / limit);
  const heldPart = limit === 0 ? 0 : Math.min(1 - part, held / limit);
  const usedUp = spent + held >= limit;
  const warned = soft !== null && spent + held > soft;
  const tone = usedUp ? "bg-bad-solid" : warned || part >= NEAR ? "bg-[var(--series-3)]" : "bg-accent";
  return (
    <div className="min-w-0">
      <div
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={limit}
        aria-valuenow={Math.min(spent, limit)}
        aria-valuetext={`${formatDollars(spent)} of ${formatDollars(limit)} spent`}
        className={classNames(
          "relative overflow-hidden rounded-full bg-muted ring-1 ring-line-strong/60 ring-inset",
          compact ? "h-1.5" : "h-2",
        )}
      >
        <span
          className={classNames("absolute inset-y-0 left-0 rounded-full", tone)}
          style={{ width: `${part * 100}%` }}
        />
        {heldPart > 0 && (
          <span
            className={classNames("absolute inset-y-0 opacity-40", tone)}
            style={{ left: `${part * 100}%`, width: `${heldPart * 100}%` }}
          />
        )}
        {soft !== null && soft < limit && (
          <span className="absolute inset-y-0 w-px bg-ink/50" style={{ left: `${(soft / limit) * 100}%` }} />
        )}
      </div>
      {!compact && (
        <p className="mt-1.5 flex flex-wrap justify-between gap-x-4 text-meta text-ink-soft">
          <span>
            <strong className="font-semibold text-ink">{formatDollars(spent)}</strong> of {formatDollars(limit)}
            {held > 0 && `, ${formatDollars(held)} held by calls in flight`}
            {usedUp ? (
              <span className="text-bad"> · used up: calls are refused</span>
            ) : (
              warned && <span className="text-warn"> · past the warning at {formatDollars(soft)}</span>
            )}
          </span>
          <span className="text-ink-faint">
            {resetsAt === null ? (
              "For all time"
            ) : (
              <>
                Resets <Until iso={resetsAt} />
              </>
            )}
          </span>
        </p>
      )}
    </div>
  );
}
