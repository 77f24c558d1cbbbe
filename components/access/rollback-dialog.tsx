"use client";
import { Undo2 } from "lucide-react";
import { useState } from "react";
import { toast } from "@/components/ui/lazy/toast";
import { useOperation } from "@/components/api/use-operation";
import { Form } from "@/components/shared/forms/form";
import { UndoLine } from "@/components/shared/forms/undo-line";
import { LockOutField, useLockOut } from "@/components/shared/forms/lock-out";
import { describeReceipts } from "@/components/shared/receipts";
import { RowDialog } from "@/components/ui/dialog";
import { TextField } from "@/components/shared/forms/text-field";
import { configContracts } from "@/lib/wire/contracts/config";
import { revisionTag } from "@/lib/wire/edits/revision-tag";
import { type Configuration, type Revision, savedOverrides } from "./draft";
import { SettingsDifference } from "./settings-difference";
import { isTestFailure } from "./use-access-draft";

/** Shows what a rollback changes, and asks for a note before it is made. */
export function RollbackDialog({
  row,
  configuration,
  onClose,
  onDone,
}: {
  row: Revision | undefined;
  configuration: Configuration;
  onClose: () => void;
  onDone: () => void;
}) {
  return (
    <RowDialog
      row={row}
      onClose={onClose}
      title={({ id }) => `Roll back to revision ${id}?`}
      description={() => "It is saved again as the newest revision and in force on every node at once."}
    >
      {(revision) => (
        <RollbackForm revision={revision} configuration={configuration} onCancel={onClose} onDone={onDone} />
      )}
    </RowDialog>
  );
}

function RollbackForm({
  revision,
  configuration,
  onCancel,
  onDone,
}: {
  revision: Revision;
  configuration: Configuration;
  onCancel: () => void;
  onDone: () => void;
}) {
  const [note, setNote] = useState("");
  const rollBack = useRollback(revision, configuration, onDone);
  const lockOut = useLockOut(rollBack.error);
  const failsTests = isTestFailure(rollBack.error);
  return (
    <Form
      submit={
        <>
          <Undo2 className="size-4" aria-hidden /> {failsTests ? "Roll back anyway" : "Roll back"}
        </>
      }
      tone={lockOut.lost.length > 0 ? "danger" : "primary"}
      busy={rollBack.isPending}
      disabled={lockOut.isWaiting}
      error={rollBack.error}
      onSubmit={() =>
        rollBack.mutate({
          revision: revision.id,
          base_revision: configuration.revision?.id ?? null,
          comment: note.trim() || null,
          force: lockOut.force || failsTests,
        })
      }
      onCancel={onCancel}
    >
      <section>
        <h3 className="mb-2 font-semibold">What changes</h3>
        <RollbackDifference revision={revision} configuration={configuration} />
      </section>
      <TextField
        label="Note"
        hint="Why. Shown in the list of revisions and in the audit log."
        maxLength={400}
        value={note}
        onValue={setNote}
        autoFocus
      />
      <UndoLine of="config.rollback" />
      <LockOutField lockOut={lockOut} />
    </Form>
  );
}

/** What rolling back to a revision would change in force. */
export function RollbackDifference({ revision, configuration }: { revision: Revision; configuration: Configuration }) {
  return (
    <SettingsDifference
      configuration={configuration}
      label="Change of rolling back"
      before={savedOverrides(configuration)}
      after={revision.settings}
    />
  );
}

/** The write that rolls back to a revision. The message about it offers to undo it. */
function useRollback(revision: Revision, configuration: Configuration, onDone: () => void) {
  const before = configuration.revision?.id;
  const undo = useOperation(configContracts.rollBack, {
    onSuccess: (saved) => {
      toast.success(`Revision ${before} is in force again, as ${saved.revision.id}`, {
        description: describeReceipts(saved.nodes, "In force"),
      });
    },
    onError: (error) => toast.error(error.message),
    ifMatch: ({ base_revision: id }) => revisionTag(typeof id === "number" ? { id } : undefined),
  });
  return useOperation(configContracts.rollBack, {
    onSuccess: (saved) => {
      toast.success(`Revision ${revision.id} is in force again, as ${saved.revision.id}`, {
        description: describeReceipts(saved.nodes, "In force"),
        ...(before !== undefined && {
          action: {
            label: "Undo",
            onClick: () => undo.mutate({ revision: before, base_revision: saved.revision.id, comment: "Undo" }),
          },
        }),
        duration: 15_000,
      });
      onDone();
    },
    ifMatch: () => revisionTag(configuration.revision),
  });
}
