import { CompletedInput } from "./completed-input";
import { Field } from "@/components/ui/field";

/** The field for a model, which offers some. Others can be typed, to see the refusal. */
export function ModelField({
  label,
  hint,
  models,
  value,
  fault,
  onChange,
  ...input
}: {
  label: string;
  hint?: string;
  models: readonly string[];
  value: string;
  fault: string | undefined;
  placeholder?: string;
  autoFocus?: boolean;
  onChange: (model: string) => void;
}) {
  return (
    <Field label={label} hint={hint} error={fault}>
      {(control) => (
        <CompletedInput
          {...control}
          {...input}
          className="font-mono text-meta"
          offered={models.map((name) => ({ id: name, name }))}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
