"use client";
import { useQuery } from "@tanstack/react-query";
import { ChartColumn } from "lucide-react";
import { useMemo, useState } from "react";
import { formatCompact, formatCount, formatDay, formatDollars, utcDay } from "@/components/api/format";
import { type SpendFilter, spendReportQuery } from "@/components/api/queries";
import { ExportMenu } from "@/components/shared/export-menu";
import { Stat, Stats } from "@/components/shared/stat";
import { useAddress } from "@/components/shared/use-address";
import { useDebounced } from "@/components/shared/use-debounced";
import { PageHeader } from "@/components/shell/page-header";
import { Card, CardHeader } from "@/components/ui/card";
import { Input, Select } from "@/components/ui/field";
import { Segmented } from "@/components/ui/segmented";
import { Skeleton } from "@/components/ui/skeleton";
import { EmptyState, ErrorState } from "@/components/ui/states";
import type { DrillDown } from "./drill-down";
import { SpendBody } from "./spend-body";
import { DIMENSIONS, leavesRest, restRows, type SpendDimension, type SpendMeasure } from "./stack-by-day";
import { UnpricedNotice } from "./unpriced-notice";

const RANGES = [
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "month", label: "Last month" },
] as const;
const MEASURES = [
  { value: "spend", label: "Spend" },
  { value: "calls", label: "Calls" },
  { value: "tokens", label: "Tokens" },
] as const satisfies readonly { value: SpendMeasure; label: string }[];
const FILTERS = [
  ["team_id", "Team id"],
  ["model", "Model"],
  ["provider", "Provider"],
] as const;
/** Totals of one team are kept by these only. */
const OF_A_TEAM: readonly string[] = ["user", "model", "provider", "all"];
/** What stands in the address of the page. */
const USUAL = { range: "30", by: "team", measure: "spend", team_id: "", model: "", provider: "" };
const CHOICES: readonly SpendDimension[] = [
  "team",
  "user",
  "organization",
  "key",
  "end_user",
  "tag",
  "model",
  "provider",
  "all",
];

/** What the spend of a team, or of all where there is none, can be grouped by. */
function choicesOf(teamId: string): readonly SpendDimension[] {
  return teamId === "" ? CHOICES : CHOICES.filter((one) => OF_A_TEAM.includes(one));
}

/** What to group by, of what an address asks for. */
function dimensionOf(by: string, teamId: string): SpendDimension {
  return choicesOf(teamId).find((one) => one === by) ?? (teamId === "" ? "team" : "model");
}

/** The UTC days of a range that ends today, or of the calendar month before this one. `now`: milliseconds since the epoch. */
function daysOf(range: (typeof RANGES)[number]["value"], now: number): Pick<SpendFilter, "start_date" | "end_date"> {
  if (range !== "month") return { start_date: utcDay(now, Number(range) - 1), end_date: utcDay(now) };
  const date = new Date(now);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return { start_date: utcDay(Date.UTC(year, month - 1, 1)), end_date: utcDay(Date.UTC(year, month, 0)) };
}

export function SpendPage() {
  const [view, setView] = useAddress(USUAL);
  const range = (RANGES.find(({ value }) => value === view.range) ?? RANGES[1]).value;
  const measure = (MEASURES.find(({ value }) => value === view.measure) ?? MEASURES[0]).value;
  const [now] = useState(() => Date.now());
  const { team_id, model, provider } = useDebounced(view);
  const filter: SpendFilter = { team_id, model, provider, ...daysOf(range, now) };
  const choices = choicesOf(team_id);
  const dimension = dimensionOf(view.by, team_id);
  // Totals by team leave out the calls that no team made; the whole is always asked for too.
  const whole = useQuery({ ...spendReportQuery("day", filter), refetchInterval: 15_000 });
  const report = useQuery({
    ...spendReportQuery(dimension === "all" ? "day" : `day,${DIMENSIONS[dimension].groupBy}`, filter),
    refetchInterval: 15_000,
  });
  const totals = whole.data?.totals;
  const rows = useMemo(() => {
    if (!report.data || !whole.data) return undefined;
    // What is cut off would look like calls without a team.
    return leavesRest(dimension) && !report.data.truncated
      ? [...report.data.data, ...restRows(whole.data.data, report.data.data)]
      : report.data.data;
  }, [report.data, whole.data, dimension]);
  // Totals of one team by team would be one line.
  const drillDown = ({ field, value, by }: DrillDown) =>
    setView({ [field]: value, by: by === "team" && view.team_id !== "" ? "user" : by });
  const failed = [whole, report].find((query) => query.isError);
  const tokens = totals && totals.prompt_tokens + totals.completion_tokens;

  return (
    <>
      <PageHeader
        title="Spend"
        description="What calls cost, by UTC day. Failed calls count too where the upstream charged for them."
      >
        <Segmented label="Range" options={RANGES} value={range} onChange={(value) => setView({ range: value })} />
        <ExportMenu filter={filter} groupBy={dimension === "all" ? "day" : DIMENSIONS[dimension].groupBy} />
      </PageHeader>
      <Stats>
        <Stat
          label="Spend"
          value={totals && formatDollars(totals.spend)}
          note={`${formatDay(filter.start_date)} to ${formatDay(filter.end_date)}`}
        />
        <Stat
          label="Calls"
          value={totals && formatCompact(totals.calls)}
          note={totals && `${formatCount(totals.failed_calls)} failed`}
        />
        <Stat
          label="Tokens"
          value={tokens === undefined ? undefined : formatCompact(tokens)}
          note={totals && `${formatCompact(totals.prompt_tokens)} in, ${formatCompact(totals.completion_tokens)} out`}
        />
        <Stat
          label="Unpriced calls"
          value={totals && formatCompact(totals.unpriced_calls)}
          note={totals && (totals.unpriced_calls > 0 ? "not in the spend above" : "every call has a price")}
          {...(totals && totals.unpriced_calls > 0 ? { tone: "warn" as const } : {})}
        />
      </Stats>
      {totals && totals.unpriced_calls > 0 && <UnpricedNotice calls={totals.unpriced_calls} />}
      <Card className="mt-5">
        <CardHeader title="Over time">
          <Select
            aria-label="Group by"
            className="!w-auto"
            value={dimension}
            onChange={(event) => setView({ by: event.target.value })}
          >
            {choices.map((one) => (
              <option key={one} value={one}>
                By {one === "all" ? "day" : DIMENSIONS[one].label.toLowerCase()}
              </option>
            ))}
          </Select>
          <Segmented
            label="Measure"
            options={MEASURES}
            value={measure}
            onChange={(value) => setView({ measure: value })}
          />
        </CardHeader>
        <div className="grid grid-cols-2 gap-2 border-b px-4 py-2.5 sm:grid-cols-3 lg:grid-cols-5">
          {FILTERS.map(([name, label]) => (
            <Input
              key={name}
              type="search"
              aria-label={label}
              placeholder={`Any ${label.toLowerCase()}`}
              value={view[name]}
              onChange={(event) => setView({ [name]: event.target.value.trim() }, "typed")}
            />
          ))}
        </div>
        {failed?.error ? (
          <ErrorState error={failed.error} retry={() => void Promise.all([whole.refetch(), report.refetch()])} />
        ) : !rows || !totals ? (
          <div className="p-4">
            <Skeleton className="h-80 w-full" />
          </div>
        ) : totals.calls === 0 ? (
          <EmptyState icon={ChartColumn} title="No calls in this range">
            Spend shows here within a second of a call&apos;s end.
          </EmptyState>
        ) : (
          <>
            {report.data?.truncated && (
              <p className="border-b px-4 py-2 text-ink-soft">
                There is more here than can be shown; the totals above count all of it. Choose a shorter range.
              </p>
            )}
            {dimension === "tag" && (
              <p className="border-b px-4 py-2 text-[12.5px] text-ink-faint">
                A call counts under each of its tags; calls without a tag are left out.
              </p>
            )}
            <SpendBody rows={rows} dimension={dimension} measure={measure} filter={filter} onDrillDown={drillDown} />
          </>
        )}
      </Card>
    </>
  );
}
