"use client";
import { History, Undo2 } from "lucide-react";
import { useState } from "react";
import { useRead } from "@/components/api/use-read";
import { configContracts } from "@/lib/wire/contracts/config";
import { DifferenceView } from "@/components/shared/difference-view";
import { Ago } from "@/components/shared/time";
import { Badge } from "@/components/ui/badge";
import { WriteButton } from "@/components/shared/forms/write-button";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Dialog, useLast } from "@/components/ui/dialog";
import { TableSkeleton } from "@/components/ui/skeleton";
import { EmptyState, ErrorState } from "@/components/ui/states";
import { Cell, HeadCell, Row, Table } from "@/components/ui/table";
import { type Configuration, type Revision, savedOverrides } from "./draft";
import { RollBackDialog } from "./roll-back-dialog";

/** `opened`: the number of the revision whose drawer is open, as a text; empty: none. */
export function Revisions({
  configuration,
  opened,
  onOpen,
}: {
  configuration: Configuration;
  opened: string;
  onOpen: (revision: string) => void;
}) {
  const revisions = useRead(configContracts.listRevisions, { size: 50 });
  if (revisions.isPending)
    return (
      <Card>
        <TableSkeleton rows={4} />
      </Card>
    );
  if (revisions.isLoadingError)
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
                <span
                  className="block max-w-28 truncate sm:max-w-80 2xl:max-w-3xl"
                  title={revision.comment ?? undefined}
                >
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
                <Button
                  size="small"
                  aria-label={`Compare revision ${revision.id}`}
                  onClick={() => onOpen(String(revision.id))}
                >
                  Compare
                </Button>
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
      <RevisionDrawer
        row={data.find(({ id }) => String(id) === opened)}
        revisions={data}
        configuration={configuration}
        onClose={() => onOpen("")}
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
  const [rollingBack, setRollingBack] = useState<Revision>();
  if (!shown) return null;
  const previous = revisions.find((other) => other.id < shown.id);
  const inForce = shown.id === configuration.revision?.id;
  return (
    <Dialog
      open={row !== undefined}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      place="right"
      title={`Revision ${shown.id}`}
      description={shown.comment ?? `Saved by ${shown.actor}`}
      footer={
        !inForce && (
          <WriteButton variant="primary" onClick={() => setRollingBack(shown)}>
            <Undo2 className="size-4" aria-hidden /> Roll back to revision {shown.id}
          </WriteButton>
        )
      }
    >
      <div className="space-y-6">
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
      <RollBackDialog
        row={rollingBack}
        configuration={configuration}
        onClose={() => setRollingBack(undefined)}
        onDone={() => {
          setRollingBack(undefined);
          onClose();
        }}
      />
    </Dialog>
  );
}
