"use client";
import type { UseQueryResult } from "@tanstack/react-query";
import { MOST_GROUPS, spendContracts } from "@/lib/wire/contracts/spend";
import { CircleCheck } from "lucide-react";
import { useState } from "react";
import { formatCompact, formatCount, utcDay } from "@/components/api/format";
import type { OutputOf } from "@/components/api/client";
import { LIVE, useRead } from "@/components/api/use-read";
import { serverTime } from "@/components/api/server-time";
import { WriteButton } from "@/components/shared/forms/write-button";
import { Freshness } from "@/components/shared/lists/freshness";
import { counted } from "@/components/shared/wording";
import { Card, CardHeader } from "@/components/ui/card";
import { TableSkeleton } from "@/components/ui/skeleton";
import { ErrorState } from "@/components/ui/states";
import { Note } from "@/components/ui/text";
import { type Column, DataTable } from "@/components/ui/data-table";
import type { PricedModel } from "./price-dialog";
import type { RepriceFilter } from "./reprice";

/** How many days back to look for calls without a price. */
const DAYS = 90;

/** The spend of each model, with its unpriced calls. */
export function useUnpriced(): {
  /** The first UTC day of the report. */
  readonly from: string;
  readonly report: UseQueryResult<OutputOf<typeof spendContracts.report>>;
} {
  const [now] = useState(serverTime);
  const from = utcDay(now, DAYS - 1);
  const report = useRead(
    spendContracts.report,
    { group_by: "model,provider", start_date: from, end_date: utcDay(now), limit: MOST_GROUPS },
    LIVE,
  );
  return { from, report };
}

type UnpricedRow = OutputOf<typeof spendContracts.report>["data"][number];

/** Models with unpriced calls: add a price, then re-price those calls. */
export function UnpricedCard({
  unpriced: { from, report },
  onPrice,
  onReprice,
}: {
  unpriced: ReturnType<typeof useUnpriced>;
  onPrice: (model: PricedModel) => void;
  onReprice: (filter: RepriceFilter) => void;
}) {
  const rows = report.data?.data.filter((row) => row.unpriced_calls > 0) ?? [];
  const columns: readonly Column<UnpricedRow>[] = [
    {
      head: "Upstream model",
      look: "font-mono text-meta font-medium wrap-anywhere",
      cell: (row) => nameOf(modelOf(row)),
    },
    { head: "Calls", align: "right", look: "text-warn", cell: (row) => formatCount(row.unpriced_calls) },
    {
      head: "Tokens",
      from: "sm",
      align: "right",
      cell: (row) => formatCompact(row.prompt_tokens + row.completion_tokens),
    },
    {
      head: "Actions",
      isQuiet: true,
      align: "right",
      cell: (row) => (
        <RowActions
          name={nameOf(modelOf(row))}
          onPrice={() => onPrice({ ...modelOf(row), from })}
          onReprice={() => onReprice(modelOf(row))}
        />
      ),
    },
  ];
  const total = rows.reduce((sum, row) => sum + row.unpriced_calls, 0);
  // Whether there are any is said below the prices then.
  if (report.data && rows.length === 0) return null;
  return (
    <Card className="mb-5">
      <CardHeader title="Calls without a price">
        <WriteButton size="small" aria-disabled={!report.data} onClick={() => onReprice({})}>
          Re-price all…
        </WriteButton>
        <Freshness query={report} label="Refresh calls without a price" />
      </CardHeader>
      {report.isPending ? (
        <TableSkeleton rows={4} />
      ) : report.isLoadingError ? (
        <ErrorState error={report.error} retry={() => void report.refetch()} />
      ) : (
        <>
          <DataTable
            label="Models without a price"
            columns={columns}
            rows={rows}
            keyOf={(row) => nameOf(modelOf(row))}
          />
          <Note className="border-t px-4 py-2">
            {counted(total, "call")} of {counted(rows.length, "model")} in the last {DAYS} days. They are counted, but
            nothing is booked for them.
          </Note>
        </>
      )}
    </Card>
  );
}

/** Says that no call lacks a price, once that is known. */
export function AllPriced({ unpriced: { report } }: { unpriced: ReturnType<typeof useUnpriced> }) {
  if (!report.data || report.data.data.some((row) => row.unpriced_calls > 0)) return null;
  return (
    <Note className="flex items-center gap-1.5 border-t px-4 py-2">
      <CircleCheck className="size-3.5 shrink-0 text-good" aria-hidden /> Every call of the last {DAYS} days has a
      price.
    </Note>
  );
}

function modelOf({ provider, model }: UnpricedRow) {
  return { provider: provider ?? "", model: model ?? "" };
}

function nameOf({ provider, model }: ReturnType<typeof modelOf>): string {
  return `${provider}/${model}`;
}

function RowActions({ name, onPrice, onReprice }: { name: string; onPrice: () => void; onReprice: () => void }) {
  return (
    <span className="flex flex-wrap justify-end gap-1.5">
      <WriteButton size="small" aria-label={`Add a price for ${name}`} onClick={onPrice}>
        Add price
      </WriteButton>
      <WriteButton size="small" aria-label={`Re-price calls of ${name}`} onClick={onReprice}>
        Re-price…
      </WriteButton>
    </span>
  );
}
