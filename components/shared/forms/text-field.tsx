import type { ComponentProps, ReactNode } from "react";
import { Field, Input } from "@/components/ui/field";

/** One line of text with its label. */
export function TextField({
  label,
  hint,
  error,
  onValue,
  ...input
}: {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  onValue: (value: string) => void;
} & Omit<ComponentProps<typeof Input>, "onChange">) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <Input {...control} {...input} onChange={(event) => onValue(event.target.value)} />}
    </Field>
  );
}
