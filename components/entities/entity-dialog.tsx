"use client";
import { toast } from "@/components/ui/lazy/toast";
import { ApiError, type Versioned } from "@/components/api/client";
import { useOperation } from "@/components/api/use-operation";
import { changedFields, givenFields } from "@/components/limits/limit-draft";
import { limitErrors } from "@/components/limits/limit-errors";
import { EditedRow } from "@/components/shared/drafts/edited-row";
import { type RowEdit, useRowEdit } from "@/components/shared/drafts/use-row-edit";
import { RowForm } from "@/components/shared/forms/row-form";
import { TextField } from "@/components/shared/forms/text-field";
import { describeReceipts, type Receipt } from "@/components/shared/receipts";
import { capitalised } from "@/components/shared/wording";
import { Dialog } from "@/components/ui/dialog";
import {
  type EntityDraft,
  entityDraftOf,
  entityFaults,
  entityFieldsOf,
  isFaulty,
  ONLY_WHEN_CREATING,
} from "./entity-draft";
import { EntityField } from "./entity-field";
import type { EntityScreen } from "./entity-screen";
import type { EntityRow } from "./kinds";

/** Creates an entity, or changes a row. A row that only calls name (`created_at` null) is created with its id. */
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
  const id = row && kind.idOf(row);
  const isNew = row === undefined || row.created_at === null;
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={isNew ? `New ${kind.one}` : `Edit ${kind.nameOf(row)}`}
      description={isNew ? form.whenCreating : form.whenChanging}
    >
      {isNew ? (
        <EntityForm screen={screen} opened={undefined} newId={id} onDone={onClose} />
      ) : (
        <EditedRow contract={kind.contracts.info} input={{ [kind.idField]: id }}>
          {(opened) => <EntityForm screen={screen} opened={opened} onDone={onClose} />}
        </EditedRow>
      )}
    </Dialog>
  );
}

function EntityForm<Row extends EntityRow>({
  screen: { kind, form },
  opened,
  newId = "",
  onDone,
}: {
  screen: EntityScreen<Row>;
  opened: Versioned<Row> | undefined;
  /** The id of a new entity that calls name already. */
  newId?: string | undefined;
  onDone: () => void;
}) {
  const edit = useRowEdit({
    name: `${kind.name}:${opened ? kind.idOf(opened.body) : ["new", newId].filter(Boolean).join(":")}`,
    opened,
    draftOf: (row?: Row) => ({ ...entityDraftOf(kind, row), ...(!row && { id: newId }) }),
  });
  const { draft, row } = edit;
  const lines = form.fields
    .map((line) => line.filter((name) => !row || !ONLY_WHEN_CREATING.includes(name)))
    .filter((line) => line.length > 0);
  const saved = (after: Row & { readonly nodes?: Receipt[] }) => {
    toast.success(
      `${kind.nameOf(after)} is ${row ? "changed" : "created"}`,
      after.nodes && { description: describeReceipts(after.nodes, "In force") },
    );
    edit.forget();
    onDone();
  };
  const create = useOperation(kind.contracts.new, { onSuccess: saved });
  const change = useOperation(kind.contracts.update, { onSuccess: saved, ifMatch: edit.version.ifMatch });
  const save = row ? change : create;
  const submit = () => {
    const fields = entityFieldsOf(kind, lines.flat(), draft);
    save.mutate({
      [kind.idField]: row ? kind.idOf(row) : draft.id.trim(),
      ...(row ? changedFields(row, fields) : givenFields(fields)),
    });
  };
  const isTaken = save.error instanceof ApiError && save.error.status === 409;
  const refusal = limitErrors(save);
  return (
    <RowForm
      edit={edit}
      save={save}
      submit={row ? "Save changes" : `Create ${kind.one}`}
      isComplete={draft.id.trim() !== "" && !isFaulty(entityFaults(draft))}
      error={isTaken ? null : refusal.error}
      onSubmit={submit}
      onClose={onDone}
    >
      {!row && (
        <TextField
          label={`${capitalised(kind.one)} id`}
          hint={form.idHint}
          error={isTaken ? save.error?.message : undefined}
          className="font-mono"
          required
          autoFocus
          value={draft.id}
          onValue={(id) => edit.change({ id })}
        />
      )}
      <EntityFields one={kind.one} lines={lines} edit={edit} refusal={refusal} />
    </RowForm>
  );
}

/** The fields below the id, line by line. */
function EntityFields<Row extends EntityRow>({
  one,
  lines,
  edit: { draft, change },
  refusal,
}: {
  one: string;
  lines: EntityScreen<Row>["form"]["fields"];
  edit: RowEdit<Row, EntityDraft>;
  refusal: ReturnType<typeof limitErrors>;
}) {
  const faults = entityFaults(draft);
  return lines.map((line) => (
    <div key={line.join()} className={line.length > 1 ? "grid gap-4 sm:grid-cols-2" : undefined}>
      {line.map((name) => (
        <EntityField
          key={name}
          name={name}
          one={one}
          draft={draft}
          faults={{ ...faults, limits: { ...refusal.limits, ...faults.limits } }}
          onChange={(changed) => {
            refusal.forget();
            change(changed);
          }}
        />
      ))}
    </div>
  ));
}
