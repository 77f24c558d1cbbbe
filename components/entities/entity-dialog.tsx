"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import { ApiError, apiPost } from "@/components/api/client";
import type { Receipt } from "@/components/api/types";
import { changedFields, givenFields } from "@/components/limits/limit-draft";
import { Form } from "@/components/shared/form";
import { describeReceipts } from "@/components/shared/receipts";
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
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: () => {
      const fields = entityFieldsOf(kind, lines.flat(), draft);
      const id = { [kind.idField]: draft.id.trim() };
      return row
        ? apiPost<Row & { nodes?: Receipt[] }>(`/${kind.name}/update`, { ...id, ...changedFields(row, fields) })
        : apiPost<Row & { nodes?: Receipt[] }>(`/${kind.name}/new`, { ...id, ...givenFields(fields) });
    },
    onSuccess: async (saved) => {
      toast.success(
        `${kind.nameOf(saved)} is ${row ? "changed" : "created"}`,
        saved.nodes && { description: describeReceipts(saved.nodes, "In force") },
      );
      onDone();
      await Promise.all(
        ["teams", "users", "organizations", "customers"].map((what) => queries.invalidateQueries({ queryKey: [what] })),
      );
    },
  });
  const isTaken = save.error instanceof ApiError && save.error.status === 409;
  return (
    <Form
      submit={row ? "Save changes" : `Create ${kind.one}`}
      busy={save.isPending}
      disabled={draft.id.trim() === "" || isFaulty(faults)}
      error={isTaken ? undefined : save.error}
      onSubmit={() => save.mutate()}
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
