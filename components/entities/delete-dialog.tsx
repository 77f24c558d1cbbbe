"use client";
import { TextField } from "@/components/shared/forms/text-field";
import { TriangleAlert } from "lucide-react";
import { type ReactNode, useState } from "react";
import { toast } from "@/components/ui/lazy/toast";
import { useOperation } from "@/components/api/use-operation";
import { useVersion } from "@/components/shared/drafts/use-version";
import { DeleteForm, DeletionPart } from "@/components/shared/forms/delete-form";
import { describeReceipts } from "@/components/shared/receipts";
import { RowDialog } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { InlineError } from "@/components/ui/states";
import { Mono } from "@/components/ui/text";
import { goingText, hindrance, needsName, stayingText } from "./deletion";
import { type EntityRef, type EntityRow, KINDS } from "./kinds";
import { useBelongings } from "./use-belongings";

/**
 * Asks before an entity is deleted and lists what goes and what stays. Calls `onDeleted` before the lists are read
 * again.
 */
export function DeleteDialog({
  row,
  onClose,
  onDeleted,
}: {
  row: EntityRef | undefined;
  onClose: () => void;
  onDeleted: () => void;
}) {
  return (
    <RowDialog
      row={row}
      onClose={onClose}
      title={({ kind, name }) => `Delete the ${KINDS[kind].one} ${name}?`}
      description={({ kind }) => KINDS[kind].deletion.after}
    >
      {(shown) => (
        <EntityDeleteForm
          row={shown}
          onCancel={onClose}
          onDone={() => {
            onDeleted();
            onClose();
          }}
        />
      )}
    </RowDialog>
  );
}

function EntityDeleteForm({ row, onCancel, onDone }: { row: EntityRef; onCancel: () => void; onDone: () => void }) {
  const { kind, id, name } = row;
  const { one, idsField, deletion } = KINDS[kind];
  const [typed, setTyped] = useState("");
  const belongings = useBelongings(row);
  /** The entity as the dialog showed it when the deletion was confirmed. */
  const [seen, setSeen] = useState<EntityRow>();
  const version = useVersion(undefined);
  const remove = useOperation(KINDS[kind].contracts.delete, {
    onSuccess: ({ nodes }) => {
      toast.success(`${name} is deleted`, { description: describeReceipts(nodes, "Deleted"), duration: 8000 });
      onDone();
    },
    // A key or a team may have been added since the dialog opened.
    onError: () => belongings.refetch(),
    ifMatch: version.ifMatch,
  });
  const submit = ({ keys, shown }: NonNullable<typeof belongings.data>) => {
    if (seen === undefined) {
      version.basedOn(shown.etag);
      setSeen(shown.body);
    }
    remove.mutate({ [idsField]: [id], ...(deletion.takesKeys && keys > 0 && { cascade: true }) });
  };
  const found = belongings.data;
  const obstacle = found && hindrance(row, found);
  const asksName = found !== undefined && obstacle === undefined && needsName(row, found);
  return (
    <DeleteForm
      what={one}
      of={`${kind}.delete`}
      remove={remove}
      seen={seen}
      version={version}
      disabled={found === undefined || obstacle !== undefined || (asksName && typed.trim() !== name.trim())}
      onConfirm={() => found && submit(found)}
      onCancel={onCancel}
      confirmation={asksName && <TextField label={`Type ${name} to confirm`} value={typed} onValue={setTyped} />}
    >
      {name !== id && (
        <Mono as="p" className="wrap-anywhere text-ink-soft">
          {id}
        </Mono>
      )}
      {belongings.isPending ? (
        <div role="status" aria-label="Loading" className="space-y-2">
          <Skeleton className="h-4 w-3/4" />
          <Skeleton className="h-4 w-2/3" />
        </div>
      ) : found ? (
        <>
          <DeletionPart title="What goes" lines={goingText(row, found, found.shown.body)} />
          <DeletionPart title="What stays" lines={stayingText(found.shown.body)} />
        </>
      ) : (
        belongings.error && (
          <InlineError error={belongings.error} name="what goes" retry={() => void belongings.refetch()} />
        )
      )}
      {row.blocked && (
        <Notice>
          {name} is blocked, and the block goes too. {deletion.unblocks}
        </Notice>
      )}
      {obstacle !== undefined && <Notice>{obstacle}</Notice>}
    </DeleteForm>
  );
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <p className="flex gap-2 rounded-md bg-warn-soft px-3 py-2 text-warn">
      <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
      <span className="min-w-0 break-words">{children}</span>
    </p>
  );
}
