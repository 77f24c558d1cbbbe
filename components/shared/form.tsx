"use client";
import { useQuery } from "@tanstack/react-query";
import { modelsQuery } from "@/components/api/queries";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { NamePicker } from "./name-picker";

/** Why a form was refused, where no single field is at fault. */
export function FormError({ error }: { error: Error | null | undefined }) {
  if (!error) return null;
  return (
    <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 break-words text-bad">
      {error.message}
    </p>
  );
}

/** The end of every form in a dialog; stays in sight while a long form scrolls. */
export function FormActions({
  submit,
  busy,
  disabled = false,
  onCancel,
}: {
  submit: string;
  busy: boolean;
  disabled?: boolean;
  onCancel: () => void;
}) {
  return (
    <div className="sticky -bottom-4 -mx-5 -mb-4 flex justify-end gap-2 border-t bg-raised px-5 py-3">
      <Button onClick={onCancel}>Cancel</Button>
      <Button type="submit" variant="primary" busy={busy} disabled={disabled}>
        {submit}
      </Button>
    </div>
  );
}

/** The `models` list of whoever a form is about. */
export function ModelsField({
  values,
  onChange,
  hint = "Model names or patterns such as openai/*. Leave empty to allow every model.",
}: {
  values: readonly string[];
  onChange: (models: string[]) => void;
  hint?: string;
}) {
  const known = useQuery({ ...modelsQuery, select: ({ data }) => [...new Set(data.map((row) => row.model_name))] });
  return (
    <Field label="Models" hint={hint}>
      {(control) => (
        <NamePicker
          id={control.id}
          describedBy={control["aria-describedby"]}
          values={values}
          known={known.data ?? []}
          onChange={onChange}
          placeholder="All models"
        />
      )}
    </Field>
  );
}
