"use client";
import { useState } from "react";
import { toast } from "@/components/ui/lazy/toast";
import { useOperation } from "@/components/api/use-operation";
import { Checkbox, Form } from "@/components/shared/forms/form";
import { UndoLine } from "@/components/shared/forms/undo-line";
import { UNDO_TEXT } from "@/components/shared/forms/undo-text";
import { LockOutField, useLockOut } from "@/components/shared/forms/lock-out";
import { describeReceipts } from "@/components/shared/receipts";
import { RowDialog } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { Mono } from "@/components/ui/text";
import { stoppedText } from "./deletion";
import { type EntityRef, KINDS } from "./kinds";
import { useBelongings } from "./use-belongings";

/** Asks before an entity is blocked or unblocked, and reports which nodes have applied it. */
export function BlockDialog({ row, onClose }: { row: EntityRef | undefined; onClose: () => void }) {
  return (
    <RowDialog
      row={row}
      onClose={onClose}
      title={({ name, blocked }) => `${blocked ? "Unblock" : "Block"} ${name}?`}
      description={({ kind, blocked }) => KINDS[kind].blocking[blocked ? "unblocked" : "blocked"]}
    >
      {(shown) => <BlockForm row={shown} onClose={onClose} />}
    </RowDialog>
  );
}

function BlockForm({ row: { kind, id, name, blocked, members }, onClose }: { row: EntityRef; onClose: () => void }) {
  const { one, idField, blocking, contracts } = KINDS[kind];
  const [cutsStreams, setCutsStreams] = useState(false);
  const belongings = useBelongings({ kind, id });
  const stops = !blocked && belongings.data ? stoppedText({ kind, members }, belongings.data) : undefined;
  const undo = useOperation(blocked ? contracts.block : contracts.unblock, {
    onSuccess: ({ nodes }) => {
      toast.success(`${name} is ${blocked ? "blocked" : "unblocked"} again`, {
        description: describeReceipts(nodes, blocked ? "Blocked" : "Unblocked"),
      });
    },
    onError: (error) => toast.error(error.message),
  });
  const change = useOperation(blocked ? contracts.unblock : contracts.block, {
    onSuccess: ({ nodes }) => {
      toast.success(
        blocked ? `${name} is unblocked` : `${name} is blocked${cutsStreams ? ", and its streams are cut" : ""}`,
        {
          description: describeReceipts(nodes, blocked ? "Unblocked" : "Blocked"),
          action: { label: "Undo", onClick: () => undo.mutate({ [idField]: id }) },
          duration: 15_000,
        },
      );
      onClose();
    },
  });
  const lockOut = useLockOut(change.error);
  return (
    <Form
      submit={`${blocked ? "Unblock" : "Block"} ${one}`}
      tone={blocked ? "primary" : "danger"}
      busy={change.isPending}
      error={change.error}
      disabled={lockOut.isWaiting}
      onSubmit={() =>
        change.mutate({
          [idField]: id,
          ...(cutsStreams && { cut_streams: true }),
          ...(lockOut.force && { force: true }),
        })
      }
      onCancel={onClose}
    >
      {name !== id && (
        <Mono as="p" className="wrap-anywhere text-ink-soft">
          {id}
        </Mono>
      )}
      {!blocked && belongings.isPending && <Skeleton className="h-4 w-2/3" />}
      {stops !== undefined && <p>{stops}</p>}
      {!blocked && blocking.cutsStreams && (
        <Checkbox
          label="Also cut streams in flight"
          hint="Otherwise they run to their end. Tokens used so far are charged either way."
          checked={cutsStreams}
          onChange={setCutsStreams}
        />
      )}
      {!blocked && (
        <UndoLine
          of={`${kind}.block`}
          but={
            cutsStreams
              ? { possible: true, text: `${UNDO_TEXT[`${kind}.block`].text} Streams that were cut stay cut.` }
              : undefined
          }
        />
      )}
      <LockOutField lockOut={lockOut} />
    </Form>
  );
}
