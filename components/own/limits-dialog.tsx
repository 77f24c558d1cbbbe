"use client";
import { useState } from "react";
import { changedFields, limitDraftOf, limitFaults, type Limits, limitsOf } from "@/components/limits/limit-draft";
import { LimitFields } from "@/components/limits/limit-fields";
import { modelLimitFaults, modelLimitRows, modelLimitsOf } from "@/components/limits/model-limit-draft";
import { ModelLimitFields } from "@/components/limits/model-limit-fields";
import { Form } from "@/components/shared/forms/form";
import { NamePicker } from "@/components/shared/forms/name-picker";
import { RowDialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";

/** A team or a key, as far as those who administer the team change it. */
export interface Limited extends Limits {
  readonly models: readonly string[];
  readonly model_rpm_limit: Readonly<Record<string, number>>;
  readonly model_tpm_limit: Readonly<Record<string, number>>;
}

/** What the form changes. A field that it leaves alone is absent. */
export type LimitChanges = Partial<Limits> & {
  models?: string[];
  model_rpm_limit?: Record<string, number>;
  model_tpm_limit?: Record<string, number>;
};

/** Models, budget and limits of a team or of one of its keys. `row`: undefined while the dialog is closed. */
export function LimitsDialog<Row extends Limited>({
  row,
  title,
  description,
  known,
  hasDuration,
  busy,
  error,
  onSave,
  onClose,
}: {
  row: Row | undefined;
  title: (row: Row) => string;
  description: string;
  /** The models that are offered. */
  known: readonly string[];
  /** Whether the period of the budget may be changed too. */
  hasDuration: boolean;
  busy: boolean;
  error: Error | null;
  onSave: (row: Row, changes: LimitChanges) => void;
  onClose: () => void;
}) {
  return (
    <RowDialog row={row} onClose={onClose} title={title} description={() => description}>
      {(shown) => (
        <LimitsForm
          {...{ known, hasDuration, busy, error }}
          row={shown}
          onSave={(changes) => onSave(shown, changes)}
          onCancel={onClose}
        />
      )}
    </RowDialog>
  );
}

function LimitsForm({
  row,
  known,
  hasDuration,
  busy,
  error,
  onSave,
  onCancel,
}: {
  row: Limited;
  known: readonly string[];
  hasDuration: boolean;
  busy: boolean;
  error: Error | null;
  onSave: (changes: LimitChanges) => void;
  onCancel: () => void;
}) {
  const [models, setModels] = useState<string[]>([...row.models]);
  const [limits, setLimits] = useState(() => limitDraftOf(row));
  const [modelLimits, setModelLimits] = useState(() => modelLimitRows(row));
  const faults = limitFaults(limits);
  const modelFaults = modelLimitFaults(modelLimits);
  return (
    <Form
      submit="Save changes"
      busy={busy}
      disabled={[faults, ...modelFaults].some((one) => Object.keys(one).length > 0)}
      error={error}
      onSubmit={() => onSave(changedFields(row, { models, ...limitsOf(limits), ...modelLimitsOf(modelLimits) }))}
      onCancel={onCancel}
    >
      <Field label="Models" hint="Model names or patterns. Empty: every model of the team.">
        {(control) => (
          <NamePicker
            id={control.id}
            describedBy={control["aria-describedby"]}
            values={models}
            known={known}
            onChange={setModels}
            placeholder="All models"
          />
        )}
      </Field>
      <LimitFields draft={limits} faults={faults} hasDuration={hasDuration} onChange={setLimits} />
      <ModelLimitFields rows={modelLimits} faults={modelFaults} onChange={setModelLimits} />
    </Form>
  );
}
