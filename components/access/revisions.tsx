"use client";
import { History, Undo2 } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import type { OutputOf } from "@/components/api/client";
import { useOperation } from "@/components/api/use-operation";
import { useRead } from "@/components/api/use-read";
import { configContracts } from "@/lib/wire/contracts/config";
import { DifferenceView } from "@/components/shared/difference-view";
import { FormError } from "@/components/shared/form";
import { describeReceipts } from "@/components/shared/receipts";
import { Ago } from "@/components/shared/time";
import { Badge } from "@/components/ui/badge";
import { WriteButton } from "@/components/shared/write-button";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Dialog, useLast } from "@/components/ui/dialog";
import { TableSkeleton } from "@/components/ui/skeleton";
import { EmptyState, ErrorState } from "@/components/ui/states";
import { Cell, HeadCell, Row, Table } from "@/components/ui/table";
import { type Configuration, savedOverrides } from "./draft";
import { isTestFailure } from "./use-access-draft";

type Revision = OutputOf<typeof configContracts.listRevisions>["data"][number];

export function Revisions({ configuration }: { configuration: Configuration }) {
  const revisions = useRead(configContracts.listRevisions, { size: 50 });
  const [opened, setOpened] = useState<Revision>();
  if (revisions.isPending)
    return (
      <Card>
        <TableSkeleton rows={4} />
      </Card>
    );
  if (revisions.isError)
    return (
      <Card>
        <ErrorState error={revisions.error} retry={() => void revisions.refetch()} />
      </Card>
    );
  const { data } = revisions.data;
  if (data.length === 0) {
    return (
      <Card>
        <EmptyState icon={History} title="No revisions yet">
          config.yaml alone is in force. The first change saved under Rules becomes revision 1.
        </EmptyState>
      </Card>
    );
  }
  const current = configuration.revision?.id;
  return (
    <Card>
      <Table label="Revisions">
        <thead>
          <tr>
            <HeadCell>Revision</HeadCell>
            <HeadCell>Comment</HeadCell>
            <HeadCell className="hidden sm:table-cell">Who</HeadCell>
            <HeadCell className="hidden sm:table-cell">When</HeadCell>
            <HeadCell>
              <span className="sr-only">Actions</span>
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {data.map((revision) => (
            <Row key={revision.id}>
              <Cell>
                <span className="flex items-center gap-2 font-medium">
                  {revision.id} {revision.id === current && <Badge tone="good">In force</Badge>}
                </span>
              </Cell>
              <Cell>
                <span className="block max-w-28 truncate sm:max-w-80">
                  {revision.comment ?? <span className="text-ink-faint">No comment</span>}
                </span>
                <span className="block text-[12px] text-ink-faint sm:hidden">
                  <Ago iso={revision.created_at} />
                </span>
              </Cell>
              <Cell className="hidden sm:table-cell">{revision.actor}</Cell>
              <Cell className="hidden text-ink-soft sm:table-cell">
                <Ago iso={revision.created_at} />
              </Cell>
              <Cell align="right">
                <Button size="small" aria-label={`Compare revision ${revision.id}`} onClick={() => setOpened(revision)}>
                  Compare
                </Button>
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
      <RevisionDrawer
        row={opened}
        revisions={data}
        configuration={configuration}
        onClose={() => setOpened(undefined)}
      />
    </Card>
  );
}

function RevisionDrawer({
  row,
  revisions,
  configuration,
  onClose,
}: {
  row: Revision | undefined;
  revisions: readonly Revision[];
  configuration: Configuration;
  onClose: () => void;
}) {
  const shown = useLast(row);
  const rollBack = useOperation(configContracts.rollBack, {
    onSuccess: (saved, { revision }) => {
      toast.success(`Revision ${revision} is in force again, as ${saved.revision.id}`, {
        description: describeReceipts(saved.nodes, "In force"),
      });
      onClose();
    },
  });
  if (!shown) return null;
  const previous = revisions.find((other) => other.id < shown.id);
  const inForce = shown.id === configuration.revision?.id;
  const send = (force: boolean) =>
    rollBack.mutate({ revision: shown.id, base_revision: configuration.revision?.id ?? null, force });
  return (
    <Dialog
      open={row !== undefined}
      onOpenChange={(open) => {
        if (open) return;
        rollBack.reset();
        onClose();
      }}
      place="right"
      title={`Revision ${shown.id}`}
      description={shown.comment ?? `Saved by ${shown.actor}`}
      footer={
        !inForce && (
          <>
            {isTestFailure(rollBack.error) && (
              <WriteButton busy={rollBack.isPending} onClick={() => send(true)}>
                Roll back anyway
              </WriteButton>
            )}
            <WriteButton variant="primary" busy={rollBack.isPending} onClick={() => send(false)}>
              <Undo2 className="size-4" aria-hidden /> Roll back to revision {shown.id}
            </WriteButton>
          </>
        )
      }
    >
      <div className="space-y-6">
        <FormError error={rollBack.error} />
        <section>
          <h3 className="mb-2 font-semibold">
            {previous ? `What it changed since revision ${previous.id}` : "What it set"}
          </h3>
          <DifferenceView label="Change of this revision" before={previous?.settings ?? {}} after={shown.settings} />
        </section>
        {!inForce && (
          <section>
            <h3 className="mb-2 font-semibold">Changes if you roll back now</h3>
            <DifferenceView
              label="Change of rolling back"
              before={savedOverrides(configuration)}
              after={shown.settings}
            />
          </section>
        )}
      </div>
    </Dialog>
  );
}
