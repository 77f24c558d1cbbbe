"use client";
import { useQuery } from "@tanstack/react-query";
import { ListTree } from "lucide-react";
import { modelsQuery } from "@/components/api/queries";
import type { ModelRow } from "@/components/api/types";
import { PageHeader } from "@/components/shell/page-header";
import { Badge } from "@/components/ui/badge";
import { Card, CardHeader } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import { TableSkeleton } from "@/components/ui/skeleton";
import { EmptyState, ErrorState } from "@/components/ui/states";
import { Cell, HeadCell, Row, Table } from "@/components/ui/table";
import { MODEL_LINES } from "./example";
import { ResolutionTester } from "./resolution-tester";

export function ModelsPage() {
  const models = useQuery(modelsQuery);
  return (
    <>
      <PageHeader title="Models" description="Names that callers use, and the upstream each goes to. A name may be a pattern: * matches any run of characters." />
      {models.isPending ? (
        <Card>
          <TableSkeleton />
        </Card>
      ) : models.isError ? (
        <Card>
          <ErrorState error={models.error} retry={() => void models.refetch()} />
        </Card>
      ) : models.data.data.length === 0 ? (
        <Card>
          <EmptyState icon={ListTree} title="No models yet">
            Add entries to <code className="font-mono">model_list</code> in config.yaml; the gateway reads it again at once.
            <div className="mt-4 text-left">
              <CodeBlock label="config.yaml" code={MODEL_LINES} />
            </div>
          </EmptyState>
        </Card>
      ) : (
        <div className="space-y-5">
          <ResolutionTester rows={models.data.data} />
          <Card>
            <CardHeader title="Entries" description="In the order of the configuration, which decides ties. Entries with one name share its calls." />
            <EntriesTable rows={models.data.data} />
          </Card>
        </div>
      )}
    </>
  );
}

function EntriesTable({ rows }: { rows: readonly ModelRow[] }) {
  return (
    <Table label="Model entries">
      <thead>
        <tr>
          <HeadCell align="right" className="w-10">
            #
          </HeadCell>
          <HeadCell>Model name</HeadCell>
          <HeadCell>Upstream model</HeadCell>
          <HeadCell className="hidden sm:table-cell">Provider</HeadCell>
          <HeadCell className="hidden lg:table-cell">Base address</HeadCell>
          <HeadCell className="hidden sm:table-cell">Price</HeadCell>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <Row key={row.id}>
            <Cell align="right" className="text-ink-faint">
              {index + 1}
            </Cell>
            <Cell className="font-mono text-[12.5px] font-medium">{row.model_name}</Cell>
            <Cell className="font-mono text-[12.5px]">{row.upstream_model}</Cell>
            <Cell className="hidden sm:table-cell">{row.provider}</Cell>
            <Cell className="hidden lg:table-cell">
              <span className="block max-w-64 truncate text-ink-soft">{row.api_base ?? "The provider's own"}</span>
            </Cell>
            <Cell className="hidden sm:table-cell">
              {row.priced ? (
                <Badge tone={row.upstream_model.includes("*") ? "neutral" : "good"}>
                  {row.upstream_model.includes("*") ? "By model" : "Known"}
                </Badge>
              ) : (
                <Badge tone="warn">Unknown</Badge>
              )}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
