"use client";
import { toast } from "sonner";
import { ApiError, type Versioned } from "@/components/api/client";
import { useOperation } from "@/components/api/use-operation";
import { changedFields, givenFields } from "@/components/limits/limit-draft";
import { limitRefusal } from "@/components/limits/refused-limits";
import { ConflictNotice } from "@/components/shared/changes/conflict-notice";
import { EditedRow } from "@/components/shared/drafts/edited-row";
import { useKeptState } from "@/components/shared/drafts/kept-state";
import { RestoredNotice } from "@/components/shared/drafts/restored-notice";
import { conflictOf, useVersion } from "@/components/shared/drafts/use-version";
import { Form } from "@/components/shared/forms/form";
import { describeReceipts, type Receipt } from "@/components/shared/receipts";
import { capitalised } from "@/components/shared/words";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input } from "@/components/ui/field";
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
import type { EntityKind, EntityRow } from "./kinds";

/** Creates an entity, or changes a row. */
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
      {row ? (
        <EditedRow contract={kind.contracts.info} input={{ [kind.idField]: kind.idOf(row) }}>
          {(opened) => <EntityForm screen={screen} opened={opened} onDone={onClose} />}
        </EditedRow>
      ) : (
        <EntityForm screen={screen} opened={undefined} onDone={onClose} />
      )}
    </Dialog>
  );
}

/** A form, and the row that it was opened with, with its version. Without a row, the form creates one. */
interface Edit<Row> extends EntityDraft {
  readonly row: Row | null;
  readonly etag: string | null;
}

function editOf<Row extends EntityRow>(kind: EntityKind<Row>, row?: Row, etag?: string): Edit<Row> {
  return { ...entityDraftOf(kind, row), row: row ?? null, etag: etag ?? null };
}

function EntityForm<Row extends EntityRow>({
  screen: { kind, form },
  opened,
  onDone,
}: {
  screen: EntityScreen<Row>;
  opened: Versioned<Row> | undefined;
  onDone: () => void;
}) {
  const kept = useKeptState(`${kind.name}:${opened ? kind.idOf(opened.body) : "new"}`, () =>
    editOf(kind, opened?.body, opened?.etag),
  );
  const { row, etag, ...draft } = kept.state;
  const version = useVersion(etag ?? undefined);
  const lines = form.fields
    .map((line) => line.filter((name) => !row || !ONLY_WHEN_CREATING.includes(name)))
    .filter((line) => line.length > 0);
  const close = () => {
    kept.forget();
    onDone();
  };
  const saved = (after: Row & { readonly nodes?: Receipt[] }) => {
    toast.success(
      `${kind.nameOf(after)} is ${row ? "changed" : "created"}`,
      after.nodes && { description: describeReceipts(after.nodes, "In force") },
    );
    close();
  };
  const create = useOperation(kind.contracts.new, { onSuccess: saved });
  const change = useOperation(kind.contracts.update, { onSuccess: saved, ifMatch: version.ifMatch });
  const save = row ? change : create;
  const conflict = conflictOf(change.error);
  const submit = () => {
    const fields = entityFieldsOf(kind, lines.flat(), draft);
    save.mutate({
      [kind.idField]: row ? kind.idOf(row) : draft.id.trim(),
      ...(row ? changedFields(row, fields) : givenFields(fields)),
    });
  };
  const startFrom = (theirs: Row | undefined, newer: string | undefined) => {
    version.basedOn(newer);
    kept.startOver(editOf(kind, theirs, newer));
    change.reset();
  };
  const faults = entityFaults(draft);
  const refusal = limitRefusal(save);
  const isTaken = save.error instanceof ApiError && save.error.status === 409;
  return (
    <Form
      submit={row ? "Save changes" : `Create ${kind.one}`}
      busy={save.isPending}
      disabled={draft.id.trim() === "" || isFaulty(faults) || conflict !== undefined}
      error={isTaken || conflict ? undefined : refusal.error}
      onSubmit={submit}
      onCancel={close}
    >
      {kept.isRestored && !conflict && <RestoredNotice onStartOver={() => startFrom(opened?.body, opened?.etag)} />}
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
              onChange={(event) => kept.change({ id: event.target.value })}
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
              faults={{ ...faults, limits: { ...refusal.limits, ...faults.limits } }}
              onChange={(changed) => {
                refusal.forget();
                kept.change(changed);
              }}
            />
          ))}
        </div>
      ))}
      {row && conflict && (
        <ConflictNotice
          opened={row}
          conflict={conflict}
          busy={change.isPending}
          version={version}
          onSave={submit}
          onTakeTheirs={() => startFrom({ ...row, ...conflict.current }, conflict.etag)}
        />
      )}
    </Form>
  );
}
