import { formatDay, formatDollars, formatTime } from "@/components/api/format";
import { classNames } from "@/components/ui/class-names";
import type { Budget } from "@/lib/wire/contracts/budgets/budgets";

/**
 * When a budget runs out at the present rate, and below it on what that is computed. `isLabelled`: a day says what
 * happens on it, where no head of a column does.
 */
export function RunOut({ budget, isLabelled = false }: { budget: Budget; isLabelled?: boolean }) {
  const { outlook, rate } = budget;
  return (
    <span className="block whitespace-nowrap">
      {isLabelled && budget.outlook === "runs_out" && "Runs out "}
      <Outlook budget={budget} />
      {outlook !== "idle" && outlook !== "too_early" && rate.dollars_a_day > 0 && (
        <span className="block text-meta text-ink-faint" title={`Measured since ${formatTime(rate.since)}`}>
          {formatDollars(rate.dollars_a_day)} a day since {formatDay(rate.since)}
        </span>
      )}
    </span>
  );
}

const WORDS = {
  idle: "Nothing spent recently",
  too_early: "Too early to say",
  far: "In more than a year",
  lasts: "Not before it resets",
} as const;

function Outlook({ budget: { outlook, runs_out_at: at, max_budget: limit, resets_at: end } }: { budget: Budget }) {
  if (outlook === "used_up")
    return <span className={limit === null ? "text-warn" : "text-bad"}>{limit === null ? "Passed" : "Used up"}</span>;
  if (outlook !== "runs_out") return <span className="text-ink-faint">{WORDS[outlook]}</span>;
  if (at === null) return null;
  return (
    <time dateTime={at} title={formatTime(at)} className={classNames("font-medium", end !== null && "text-warn")}>
      {dayOf(at)}
    </time>
  );
}

/** The UTC day of a moment, with its year unless that is the present one. */
function dayOf(iso: string): string {
  const year = iso.slice(0, 4);
  return year === String(new Date().getUTCFullYear()) ? formatDay(iso) : `${formatDay(iso)}, ${year}`;
}
