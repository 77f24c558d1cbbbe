"use client";
import { toast } from "@/components/ui/lazy/toast";
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
import { limitErrors } from "@/components/limits/limit-errors";
import { EditedRow } from "@/components/shared/drafts/edited-row";
import { useRowEdit } from "@/components/shared/drafts/use-row-edit";
import { NamesField } from "@/components/shared/forms/names-field";
import { RowForm } from "@/components/shared/forms/row-form";
import { describeReceipts, type Receipt } from "@/components/shared/receipts";
import { RowDialog } from "@/components/ui/dialog";
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

interface Draft extends AllLimitsDraft {
  readonly models: readonly string[];
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
  const edit = useRowEdit({
    name: `limits:${JSON.stringify(name)}`,
    opened,
    draftOf: (row: Row = opened.body): Draft => ({ models: row.models, ...allLimitsDraftOf(row) }),
  });
  const { draft } = edit;
  const faults = allLimitsFaults(draft);
  const change = useOperation(contracts.update, {
    onSuccess: (after) => {
      toast.success(saved(after), { description: describeReceipts(after.nodes, "In force") });
      edit.forget();
      onDone();
    },
    ifMatch: edit.version.ifMatch,
  });
  const refusal = limitErrors(change, (limit) => limit !== "budget_duration" || hasDuration);
  const fields = { models: draft.models, ...allLimitsOf(draft) };
  return (
    <RowForm
      edit={edit}
      save={change}
      submit="Save changes"
      isComplete={!faults.isFaulty}
      error={refusal.error}
      onSubmit={() => change.mutate({ ...name, ...changedFields(edit.row ?? opened.body, fields) })}
      onClose={onDone}
    >
      <NamesField
        label="Models"
        hint={`Model names or patterns. Empty: ${allModels}.`}
        values={draft.models}
        known={known}
        onChange={(models) => edit.change({ models })}
        placeholder="All models"
      />
      <AllLimitFields
        draft={draft}
        faults={faults}
        refused={refusal.limits}
        hasDuration={hasDuration}
        onChange={(changed) => {
          refusal.forget();
          edit.change(changed);
        }}
      />
    </RowForm>
  );
}
