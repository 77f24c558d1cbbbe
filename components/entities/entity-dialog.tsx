"use client";
import { useState } from "react";
import { toast } from "sonner";
import { ApiError } from "@/components/api/client";
import { useOperation } from "@/components/api/use-operation";
import { changedFields, givenFields } from "@/components/limits/limit-draft";
import { Form } from "@/components/shared/form";
import { describeReceipts, type Receipt } from "@/components/shared/receipts";
import { capitalised } from "@/components/shared/words";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input } from "@/components/ui/field";
import { entityDraftOf, entityFaults, entityFieldsOf, isFaulty, ONLY_WHEN_CREATING } from "./entity-draft";
import { EntityField } from "./entity-field";
import type { EntityScreen } from "./entity-screen";
import type { EntityRow } from "./kinds";

/** Creates an entity, or changes the row that it is given. */
export function EntityDialog<Row extends EntityRow>({
  screen,
  row,
  open,
  onClose,
}: {
  screen: EntityScreen<Row>;
  row?: Row | undefined;
  open: boolean;
  onClose: () => void;
}) {
  const { kind, form } = screen;
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={row ? `Edit ${kind.nameOf(row)}` : `New ${kind.one}`}
      description={row ? form.whenChanging : form.whenCreating}
    >
      <EntityForm screen={screen} row={row} onDone={onClose} />
    </Dialog>
  );
}

function EntityForm<Row extends EntityRow>({
  screen: { kind, form },
  row,
  onDone,
}: {
  screen: EntityScreen<Row>;
  row: Row | undefined;
  onDone: () => void;
}) {
  const [draft, setDraft] = useState(() => entityDraftOf(kind, row));
  const lines = form.fields
    .map((line) => line.filter((name) => !row || !ONLY_WHEN_CREATING.includes(name)))
    .filter((line) => line.length > 0);
  const faults = entityFaults(draft);
  const saved = (after: Row & { readonly nodes?: Receipt[] }) => {
    toast.success(
      `${kind.nameOf(after)} is ${row ? "changed" : "created"}`,
      after.nodes && { description: describeReceipts(after.nodes, "In force") },
    );
    onDone();
  };
  const create = useOperation(kind.contracts.new, { onSuccess: saved });
  const change = useOperation(kind.contracts.update, { onSuccess: saved });
  const save = row ? change : create;
  const submit = () => {
    const fields = entityFieldsOf(kind, lines.flat(), draft);
    save.mutate({
      [kind.idField]: row ? kind.idOf(row) : draft.id.trim(),
      ...(row ? changedFields(row, fields) : givenFields(fields)),
    });
  };
  const isTaken = save.error instanceof ApiError && save.error.status === 409;
  return (
    <Form
      submit={row ? "Save changes" : `Create ${kind.one}`}
      busy={save.isPending}
      disabled={draft.id.trim() === "" || isFaulty(faults)}
      error={isTaken ? undefined : save.error}
      onSubmit={submit}
      onCancel={onDone}
    >
      {!row && (
        <Field
          label={`${capitalised(kind.one)} id`}
          hint={form.idHint}
          error={isTaken ? save.error?.message : undefined}
        >
          {(control) => (
            <Input
              {...control}
              className="font-mono"
              value={draft.id}
              onChange={(event) => setDraft({ ...draft, id: event.target.value })}
              required
              autoFocus
            />
          )}
        </Field>
      )}
      {lines.map((line) => (
        <div key={line.join()} className={line.length > 1 ? "grid gap-4 sm:grid-cols-2" : undefined}>
          {line.map((name) => (
            <EntityField
              key={name}
              name={name}
              one={kind.one}
              draft={draft}
              faults={faults}
              onChange={(change) => setDraft({ ...draft, ...change })}
            />
          ))}
        </div>
      ))}
    </Form>
  );
}
