"use client";
import { useQuery } from "@tanstack/react-query";
import { ChartColumn, TriangleAlert } from "lucide-react";
import Link from "next/link";
import { useMemo, useState } from "react";
import { formatCompact, formatCount, formatDay, formatDollars, utcDay } from "@/components/api/format";
import { spendReportQuery } from "@/components/api/queries";
import type { SpendRow } from "@/components/api/types";
import { PageHeader } from "@/components/shell/page-header";
import { Stat, Stats } from "@/components/shared/stat";
import { Card, CardHeader } from "@/components/ui/card";
import { Segmented } from "@/components/ui/segmented";
import { Skeleton } from "@/components/ui/skeleton";
import { EmptyState, ErrorState } from "@/components/ui/states";
import { LazySpendChart } from "./lazy-spend-chart";
import { SpendTable } from "./spend-table";
import { daysBetween, type SpendDimension, type SpendMeasure, stackByDay, teamlessRows } from "./stack-by-day";

const RANGES = [
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
] as const;
const DIMENSIONS = [
  { value: "team", label: "By team" },
  { value: "model", label: "By model" },
  { value: "all", label: "By day" },
] as const satisfies readonly { value: SpendDimension; label: string }[];
const MEASURES = [
  { value: "spend", label: "Spend" },
  { value: "calls", label: "Calls" },
  { value: "tokens", label: "Tokens" },
] as const satisfies readonly { value: SpendMeasure; label: string }[];

const GROUP_BY: Readonly<Record<SpendDimension, string>> = { team: "day,team", model: "day,model", all: "day" };

export function SpendPage() {
  const [range, setRange] = useState<(typeof RANGES)[number]["value"]>("30");
  const [dimension, setDimension] = useState<SpendDimension>("team");
  const [measure, setMeasure] = useState<SpendMeasure>("spend");
  const [now] = useState(() => Date.now());
  const start = utcDay(now, Number(range) - 1);
  const end = utcDay(now);
  // Totals by team leave out the calls that no team made; the whole is always asked for too.
  const whole = useQuery({ ...spendReportQuery("day", start, end), refetchInterval: 15_000 });
  const report = useQuery({ ...spendReportQuery(GROUP_BY[dimension], start, end), refetchInterval: 15_000 });
  const totals = whole.data?.totals;
  const rows = useMemo(() => {
    if (!report.data || !whole.data) return undefined;
    // What is cut off would look like calls without a team.
    return dimension === "team" && !report.data.truncated ? [...report.data.data, ...teamlessRows(whole.data.data, report.data.data)] : report.data.data;
  }, [report.data, whole.data, dimension]);
  const failed = [whole, report].find((query) => query.isError);
  const tokens = totals && totals.prompt_tokens + totals.completion_tokens;

  return (
    <>
      <PageHeader title="Spend" description="What calls cost, by UTC day. Failed calls count too where the upstream charged for them.">
        <Segmented label="Range" options={RANGES} value={range} onChange={setRange} />
      </PageHeader>
      <Stats>
        <Stat label="Spend" value={totals && formatDollars(totals.spend)} note={`${formatDay(start)} to ${formatDay(end)}`} />
        <Stat label="Calls" value={totals && formatCompact(totals.calls)} note={totals && `${formatCount(totals.failed_calls)} failed`} />
        <Stat label="Tokens" value={tokens === undefined ? undefined : formatCompact(tokens)} note={totals && `${formatCompact(totals.prompt_tokens)} in, ${formatCompact(totals.completion_tokens)} out`} />
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
          <Segmented label="Group" options={DIMENSIONS} value={dimension} onChange={setDimension} />
          <Segmented label="Measure" options={MEASURES} value={measure} onChange={setMeasure} />
        </CardHeader>
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
              <p className="border-b px-4 py-2 text-ink-soft">There is more here than can be shown; the totals above count all of it. Choose a shorter range.</p>
            )}
            <SpendBody rows={rows} dimension={dimension} measure={measure} start={start} end={end} />
          </>
        )}
      </Card>
    </>
  );
}

function SpendBody({
  rows,
  dimension,
  measure,
  start,
  end,
}: {
  rows: readonly SpendRow[];
  dimension: SpendDimension;
  measure: SpendMeasure;
  start: string;
  end: string;
}) {
  const stacked = useMemo(() => stackByDay(rows, dimension, measure, daysBetween(start, end)), [rows, dimension, measure, start, end]);
  const format = measure === "spend" ? formatDollars : formatCompact;
  return (
    <>
      <div className="px-4 pt-3 pb-2">
        <LazySpendChart series={stacked.series} days={stacked.days} format={format} label={`${measure} per day, ${start} to ${end}`} />
        {dimension !== "all" && (
          <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 pb-2 text-[12.5px]" aria-label="Legend">
            {stacked.series.map((series) => (
              <li key={series.key} className="flex items-center gap-1.5">
                <span className="size-2.5 rounded-xs" style={{ background: series.colour }} aria-hidden />
                <span className="max-w-48 truncate text-ink-soft">{series.label}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
      <SpendTable rows={rows} dimension={dimension} series={stacked.series} />
    </>
  );
}

function UnpricedNotice({ calls }: { calls: number }) {
  return (
    <p className="mt-3 flex gap-2 rounded-md bg-warn-soft px-3 py-2 text-warn">
      <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
      <span>
        {formatCount(calls)} {calls === 1 ? "call has" : "calls have"} no known price and count nothing above. Give the model a price with{" "}
        <code className="font-mono text-[12.5px]">input_cost_per_token</code> and <code className="font-mono text-[12.5px]">output_cost_per_token</code>; see{" "}
        <Link href="/console/models" className="font-medium underline underline-offset-2">
          models
        </Link>
        .
      </span>
    </p>
  );
}
