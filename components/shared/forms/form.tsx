"use client";
import { useModelNames } from "../use-model-names";
import { type FormEvent, type ReactNode, useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { useIsHydrated } from "@/components/ui/hydration";
import { NamesField } from "./names-field";
import { WriteButton } from "./write-button";

/** A form in a dialog: its fields, the reason of a refusal, and its buttons. */
export function Form({
  submit,
  tone = "primary",
  busy,
  disabled = false,
  changes = true,
  error,
  onSubmit,
  onCancel,
  children,
}: {
  /** The words on the button that submits. */
  submit: ReactNode;
  tone?: "primary" | "danger";
  busy: boolean;
  disabled?: boolean;
  /** Whether the form changes the gateway, which accounts that may only look cannot do. */
  changes?: boolean;
  error: Error | null | undefined;
  onSubmit: () => void;
  onCancel: () => void;
  children?: ReactNode;
}) {
  const form = useRef<HTMLFormElement>(null);
  const wasBusy = useRef(false);
  useEffect(() => {
    // A field that the gateway has refused may be out of sight, so it gets the focus.
    if (wasBusy.current && !busy) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
    wasBusy.current = busy;
  }, [busy]);
  const send = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  const Submit = changes ? WriteButton : Button;
  return (
    <form ref={form} onSubmit={send} className="space-y-4">
      {children}
      {/* The buttons and the reason of a refusal stay in sight while a long form scrolls. */}
      <div className="sticky -bottom-4 -mx-5 -mb-4 space-y-3 border-t bg-raised px-5 py-3">
        <FormError error={error} />
        <div className="flex justify-end gap-2">
          <Button onClick={onCancel}>Cancel</Button>
          <Submit type="submit" variant={tone} busy={busy} disabled={disabled}>
            {submit}
          </Submit>
        </div>
      </div>
    </form>
  );
}

/** The reason why a form was refused, where no single field is at fault. */
export function FormError({ error }: { error: Error | null | undefined }) {
  if (!error) return null;
  return (
    <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 break-words text-bad">
      {error.message}
    </p>
  );
}

/** A choice of yes or no with a line that explains it. */
export function Checkbox({
  label,
  hint,
  checked,
  onChange,
}: {
  label: string;
  hint: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  const isHydrated = useIsHydrated();
  return (
    <label className="flex cursor-pointer items-start gap-2.5">
      <input
        type="checkbox"
        className="mt-0.5 size-4 shrink-0 accent-accent"
        checked={checked}
        disabled={!isHydrated}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>
        <span className="block font-medium">{label}</span>
        <span className="block text-meta text-ink-faint">{hint}</span>
      </span>
    </label>
  );
}

/** The `models` list of an entity or a key. */
export function ModelsField({
  values,
  onChange,
  hint = "Model names or patterns such as openai/*. Leave empty to allow every model.",
}: {
  values: readonly string[];
  onChange: (models: string[]) => void;
  hint?: string;
}) {
  const known = useModelNames();
  return (
    <NamesField
      label="Models"
      hint={hint}
      values={values}
      known={known.data ?? []}
      onChange={onChange}
      placeholder="All models"
    />
  );
}
