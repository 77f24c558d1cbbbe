"use client";
import { toast } from "sonner";
import type { z } from "zod";
import type { Versioned } from "@/components/api/client";
import { useOperation } from "@/components/api/use-operation";
import { AllLimitFields } from "@/components/limits/all-limit-fields";
import {
  type AllLimitsDraft,
  allLimitsDraftOf,
  allLimitsFaults,
  allLimitsOf,
} from "@/components/limits/all-limits-draft";
import { changedFields, type Limits } from "@/components/limits/limit-draft";
import type { ModelLimits } from "@/components/limits/model-limit-draft";
import { limitRefusal } from "@/components/limits/refused-limits";
import { ConflictNotice } from "@/components/shared/changes/conflict-notice";
import { EditedRow } from "@/components/shared/drafts/edited-row";
import { useKeptState } from "@/components/shared/drafts/kept-state";
import { RestoredNotice } from "@/components/shared/drafts/restored-notice";
import { conflictOf, useVersion } from "@/components/shared/drafts/use-version";
import { Form } from "@/components/shared/forms/form";
import { NamePicker } from "@/components/shared/forms/name-picker";
import { describeReceipts, type Receipt } from "@/components/shared/receipts";
import { RowDialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import type { ReadContract, VersionedWrite } from "@/lib/wire/contract";

/** The fields of a team or a key that administrators of the team may change. */
export interface Limited extends Limits, ModelLimits {
  readonly models: readonly string[];
}

/** The kind of row that the dialog edits, with its words. */
interface Editing<Row extends Limited> {
  readonly contracts: {
    readonly info: ReadContract<z.ZodType, z.ZodType<Row>>;
    readonly update: VersionedWrite<z.ZodType, z.ZodType<Row & { nodes: Receipt[] }>>;
  };
  /** How the operations name a row. */
  readonly reference: (row: Row) => Readonly<Record<string, string>>;
  /** The models that are offered. */
  readonly known: readonly string[];
  /** The text that says what an empty list of models stands for. */
  readonly allModels: string;
  /** Whether the period of the budget may be changed too. */
  readonly hasDuration: boolean;
  /** The message after a save. */
  readonly saved: (row: Row) => string;
}

/** Models, budget and limits of a team or of one of its keys. `row`: undefined while the dialog is closed. */
export function LimitsDialog<Row extends Limited>({
  row,
  title,
  description,
  onClose,
  ...editing
}: Editing<Row> & {
  row: Row | undefined;
  title: (row: Row) => string;
  description: string;
  onClose: () => void;
}) {
  return (
    <RowDialog row={row} onClose={onClose} title={title} description={() => description}>
      {(shown) => (
        <EditedRow contract={editing.contracts.info} input={editing.reference(shown)}>
          {(opened) => <LimitsForm {...editing} opened={opened} onDone={onClose} />}
        </EditedRow>
      )}
    </RowDialog>
  );
}

/** A form, and the row that it was opened with, with its version. */
interface Edit<Row> extends AllLimitsDraft {
  readonly models: readonly string[];
  readonly row: Row;
  readonly etag: string | null;
}

function editOf<Row extends Limited>({ body: row, etag }: Versioned<Row>): Edit<Row> {
  return {
    models: row.models,
    ...allLimitsDraftOf(row),
    row,
    etag: etag ?? null,
  };
}

function LimitsForm<Row extends Limited>({
  contracts,
  reference,
  known,
  allModels,
  hasDuration,
  saved,
  opened,
  onDone,
}: Editing<Row> & { opened: Versioned<Row>; onDone: () => void }) {
  const name = reference(opened.body);
  const kept = useKeptState(`limits:${JSON.stringify(name)}`, () => editOf(opened));
  const { models, row, etag } = kept.state;
  const version = useVersion(etag ?? undefined);
  const faults = allLimitsFaults(kept.state);
  const close = () => {
    kept.forget();
    onDone();
  };
  const change = useOperation(contracts.update, {
    onSuccess: (after) => {
      toast.success(saved(after), { description: describeReceipts(after.nodes, "In force") });
      close();
    },
    ifMatch: version.ifMatch,
  });
  const conflict = conflictOf(change.error);
  const refusal = limitRefusal(change, (limit) => limit !== "budget_duration" || hasDuration);
  const submit = () => change.mutate({ ...name, ...changedFields(row, { models, ...allLimitsOf(kept.state) }) });
  const startFrom = (from: Versioned<Row>) => {
    version.basedOn(from.etag);
    kept.startOver(editOf(from));
    change.reset();
  };
  return (
    <Form
      submit="Save changes"
      busy={change.isPending}
      disabled={conflict !== undefined || faults.isFaulty}
      error={conflict ? undefined : refusal.error}
      onSubmit={submit}
      onCancel={close}
    >
      {kept.isRestored && !conflict && <RestoredNotice onStartOver={() => startFrom(opened)} />}
      <Field label="Models" hint={`Model names or patterns. Empty: ${allModels}.`}>
        {(control) => (
          <NamePicker
            id={control.id}
            describedBy={control["aria-describedby"]}
            values={models}
            known={known}
            onChange={(changed) => kept.change({ models: changed })}
            placeholder="All models"
          />
        )}
      </Field>
      <AllLimitFields
        draft={kept.state}
        faults={faults}
        refused={refusal.limits}
        hasDuration={hasDuration}
        onChange={(changed) => {
          refusal.forget();
          kept.change(changed);
        }}
      />
      {conflict && (
        <ConflictNotice
          opened={row}
          conflict={conflict}
          busy={change.isPending}
          version={version}
          onSave={submit}
          onTakeTheirs={() => startFrom({ body: { ...row, ...conflict.current }, etag: conflict.etag })}
        />
      )}
    </Form>
  );
}
