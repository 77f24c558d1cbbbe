import type { ComponentProps, ReactNode } from "react";
import { Field } from "@/components/ui/field";
import { NamePicker } from "./name-picker";

/** Several names with their label. */
export function NamesField({
  label,
  hint,
  ...picker
}: { label: ReactNode; hint?: ReactNode } & Omit<ComponentProps<typeof NamePicker>, "id" | "describedBy" | "label">) {
  return (
    <Field label={label} hint={hint}>
      {(control) => <NamePicker id={control.id} describedBy={control["aria-describedby"]} {...picker} />}
    </Field>
  );
}
