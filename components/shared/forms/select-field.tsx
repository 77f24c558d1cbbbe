import type { ComponentProps, ReactNode } from "react";
import { Field, Options, Select } from "@/components/ui/field";

/** A choice among a few values, with its label. `children`: more options, after the others. */
export function SelectField({
  label,
  hint,
  options,
  onValue,
  children,
  ...select
}: {
  label: string;
  hint?: ReactNode;
  options: ComponentProps<typeof Options>["of"];
  onValue: (value: string) => void;
} & Omit<ComponentProps<typeof Select>, "onChange">) {
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <Select {...control} {...select} onChange={(event) => onValue(event.target.value)}>
          <Options of={options} />
          {children}
        </Select>
      )}
    </Field>
  );
}
