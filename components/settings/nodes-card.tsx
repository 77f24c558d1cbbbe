"use client";
import { TriangleAlert } from "lucide-react";
import type { OutputOf } from "@/components/api/client";
import { LIVE, useRead } from "@/components/api/use-read";
import { Freshness } from "@/components/shared/lists/freshness";
import { Ago } from "@/components/shared/time";
import { Badge } from "@/components/ui/badge";
import { Card, CardHeader } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { ErrorState } from "@/components/ui/states";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Mono } from "@/components/ui/text";
import { healthContracts } from "@/lib/wire/contracts/health";

/** From this difference on, the times of two nodes cannot be compared. */
const FAR_MS = 1_000;

type Nodes = OutputOf<typeof healthContracts.nodes>;
type ServingNode = Nodes["data"][number];
/** A node that serves, or one that went silent, whose start and clock nobody tells. */
type ShownNode = ServingNode | Nodes["missing"][number];

const isServing = (node: ShownNode): node is ServingNode => "started_at" in node;

const COLUMNS: readonly Column<ShownNode>[] = [
  {
    head: "Node",
    cell: (node) => (
      <span className="flex items-center gap-2">
        <Mono className="max-w-24 truncate sm:max-w-40" title={node.name}>
          {node.name}
        </Mono>
        {!isServing(node) ? <Badge tone="warn">silent</Badge> : node.answers && <Badge tone="accent">this node</Badge>}
      </span>
    ),
  },
  { head: "Version", from: "sm", cell: (node) => node.version },
  {
    head: "Started",
    from: "sm",
    className: "lg:hidden 2xl:table-cell",
    look: "text-ink-soft",
    cell: (node) => (isServing(node) ? <Ago iso={node.started_at} /> : "–"),
  },
  { head: "Seen", look: "text-ink-soft", cell: (node) => <Ago iso={node.seen_at} /> },
  {
    head: "Clock",
    align: "right",
    look: "whitespace-nowrap tabular-nums",
    cell: (node) => (isServing(node) ? <Clock aheadMs={node.clock_ahead_ms} /> : "–"),
  },
];

/** The nodes that share the database, the one that answers marked, and nodes that went silent. */
export function NodesCard() {
  const nodes = useRead(healthContracts.nodes, {}, LIVE);
  return (
    <Card>
      <CardHeader title="Nodes" description="The processes of this gateway that share its database and are serving.">
        <Freshness query={nodes} label="Refresh nodes" />
      </CardHeader>
      {nodes.isPending ? (
        <div className="p-4">
          <Skeleton className="h-[2.3rem] w-full" />
        </div>
      ) : nodes.isLoadingError ? (
        <ErrorState error={nodes.error} retry={() => void nodes.refetch()} />
      ) : (
        <>
          <DataTable
            label="Nodes"
            columns={COLUMNS}
            rows={[...nodes.data.data, ...nodes.data.missing]}
            keyOf={(node) => node.name}
          />
          {nodes.data.missing.length > 0 && (
            <p className="flex gap-2 border-t px-4 py-2.5 text-ink-soft">
              <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warn" aria-hidden />
              <span className="min-w-0">
                A silent node has died or cannot reach the database. If it will not come back, start a gateway on its
                data folder, which books what the node had left unbooked.
              </span>
            </p>
          )}
        </>
      )}
    </Card>
  );
}

/** How far a clock is from that of the database. */
function Clock({ aheadMs }: { aheadMs: number }) {
  if (Math.abs(aheadMs) < FAR_MS) return <span className="text-ink-faint">in time</span>;
  const seconds = Math.abs(aheadMs / 1_000).toFixed(1);
  return <span className="text-warn">{aheadMs > 0 ? `${seconds} s ahead` : `${seconds} s behind`}</span>;
}
