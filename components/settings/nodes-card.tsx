"use client";
import { TriangleAlert } from "lucide-react";
import { LIVE, useRead } from "@/components/api/use-read";
import { Freshness } from "@/components/shared/lists/freshness";
import { Ago } from "@/components/shared/time";
import { Badge } from "@/components/ui/badge";
import { Card, CardHeader } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { ErrorState } from "@/components/ui/states";
import { Cell, HeadCell, Row, Table } from "@/components/ui/table";
import { Mono } from "@/components/ui/text";
import { healthContracts } from "@/lib/wire/contracts/health";

/** From this difference on, the times of two nodes cannot be compared. */
const FAR_MS = 1_000;

/** The nodes that share the database, the one that answers marked, and nodes that went silent. */
export function NodesCard() {
  const nodes = useRead(healthContracts.nodes, {}, LIVE);
  return (
    <Card>
      <CardHeader title="Nodes" description="The processes of this gateway that share its database and serve now.">
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
          <Table label="Nodes">
            <thead>
              <tr>
                <HeadCell>Node</HeadCell>
                <HeadCell className="hidden sm:table-cell">Version</HeadCell>
                <HeadCell className="hidden sm:table-cell lg:hidden 2xl:table-cell">Started</HeadCell>
                <HeadCell>Seen</HeadCell>
                <HeadCell align="right">Clock</HeadCell>
              </tr>
            </thead>
            <tbody>
              {nodes.data.data.map((node) => (
                <Row key={node.name}>
                  <Cell>
                    <span className="flex items-center gap-2">
                      <Mono className="max-w-24 truncate sm:max-w-40" title={node.name}>
                        {node.name}
                      </Mono>
                      {node.answers && <Badge tone="accent">this node</Badge>}
                    </span>
                  </Cell>
                  <Cell className="hidden sm:table-cell">{node.version}</Cell>
                  <Cell className="hidden text-ink-soft sm:table-cell lg:hidden 2xl:table-cell">
                    <Ago iso={node.started_at} />
                  </Cell>
                  <Cell className="text-ink-soft">
                    <Ago iso={node.seen_at} />
                  </Cell>
                  <Cell align="right" className="whitespace-nowrap tabular-nums">
                    <Clock aheadMs={node.clock_ahead_ms} />
                  </Cell>
                </Row>
              ))}
              {nodes.data.missing.map((node) => (
                <Row key={node.name}>
                  <Cell>
                    <span className="flex items-center gap-2">
                      <Mono className="max-w-24 truncate sm:max-w-40" title={node.name}>
                        {node.name}
                      </Mono>
                      <Badge tone="warn">silent</Badge>
                    </span>
                  </Cell>
                  <Cell className="hidden sm:table-cell">{node.version}</Cell>
                  <Cell className="hidden text-ink-soft sm:table-cell lg:hidden 2xl:table-cell">–</Cell>
                  <Cell className="text-ink-soft">
                    <Ago iso={node.seen_at} />
                  </Cell>
                  <Cell align="right">–</Cell>
                </Row>
              ))}
            </tbody>
          </Table>
          {nodes.data.missing.length > 0 && (
            <p className="flex gap-2 border-t px-4 py-2.5 text-ink-soft">
              <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warn" aria-hidden />
              <span className="min-w-0">
                A silent node has died or cannot reach the database. If it is not to come back, what it had not booked
                yet is booked when a gateway starts on its data folder.
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
