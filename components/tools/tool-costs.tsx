"use client";
import { columnDollars } from "@/components/api/column-dollars";
import { queryString } from "@/components/api/client";
import { formatCount, formatDollars } from "@/components/api/format";
import { useRead } from "@/components/api/use-read";
import type { PageTime } from "@/components/time-range/page-time";
import { MoreLink, ReadSection } from "@/components/detail-page/read-section";
import { AlignedAmount } from "@/components/ui/aligned-amount";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Link } from "@/components/ui/link";
import { spendContracts } from "@/lib/wire/contracts/spend";
import type { SpendReport } from "@/lib/wire/spend";

type Line = SpendReport["data"][number];

/** The calls and the cost of each tool of a server. */
export function ToolCosts({ server, time }: { server: string; time: PageTime }) {
  const { words, address: _, ...period } = time;
  const report = useRead(spendContracts.report, { group_by: "mcp_server,model", mcp_server: server, ...period });
  return (
    <ReadSection
      title={`Calls and cost, ${words}`}
      query={report}
      action={<MoreLink href={`/console/requests${queryString({ mcp_server: server })}`}>Requests</MoreLink>}
    >
      {({ data, totals }) =>
        data.length === 0 ? (
          <p className="text-ink-faint">No tool of it was called in this time.</p>
        ) : (
          <div className="-mx-4 -my-4">
            <Lines lines={data} totals={totals} server={server} />
          </div>
        )
      }
    </ReadSection>
  );
}

function Lines({ lines, totals, server }: { lines: readonly Line[]; totals: SpendReport["totals"]; server: string }) {
  const prices = columnDollars([...lines.map(({ spend }) => spend), totals.spend]);
  const amount = (spend: number) => (
    <AlignedAmount amount={prices.format(spend)} exact={formatDollars(spend)} digits={prices.digits} />
  );
  const columns: readonly Column<Line>[] = [
    {
      head: "Tool",
      foot: "All",
      cell: ({ model: tool = "" }) => (
        <Link
          href={`/console/requests${queryString({ mcp_server: server, mcp_tool: tool })}`}
          prefetch={false}
          className="rounded font-mono text-meta wrap-anywhere hover:text-accent-text hover:underline"
        >
          {tool}
        </Link>
      ),
    },
    {
      head: "Calls",
      align: "right",
      look: "tabular-nums",
      footLook: "tabular-nums",
      cell: ({ calls }) => formatCount(calls),
      foot: formatCount(totals.calls),
    },
    {
      head: "Failed",
      align: "right",
      look: "tabular-nums",
      footLook: "tabular-nums",
      cell: ({ failed_calls: failed }) => (failed === 0 ? "–" : formatCount(failed)),
      foot: totals.failed_calls === 0 ? "–" : formatCount(totals.failed_calls),
    },
    { head: "Cost", align: "right", cell: ({ spend }) => amount(spend), foot: amount(totals.spend) },
  ];
  return (
    <DataTable
      label="Calls and cost by tool"
      columns={columns}
      rows={[...lines].sort((a, b) => b.calls - a.calls)}
      keyOf={({ model = "" }) => model}
    />
  );
}
