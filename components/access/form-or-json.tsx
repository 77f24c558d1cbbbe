"use client";
import type { ReactNode } from "react";
import { Field, Textarea } from "@/components/ui/field";
import { Segmented } from "@/components/ui/segmented";

const VIEWS = [
  { value: "form", label: "Form" },
  { value: "json", label: "JSON" },
] as const;

/**
 * An entry as a form or as JSON. `text`: the JSON, with its `fault`; undefined: the form is shown. The faults of the
 * form stand beside the buttons of the dialog around it.
 */
export function FormOrJson({
  form,
  text,
  label,
  hint,
  fault,
  onView,
  onText,
}: {
  form: ReactNode;
  text: string | undefined;
  /** The label of the JSON. */
  label: string;
  hint: string;
  fault: string | undefined;
  onView: (view: "form" | "json") => void;
  onText: (text: string) => void;
}) {
  return (
    <>
      <Segmented label="Editor" options={VIEWS} value={text === undefined ? "form" : "json"} onChange={onView} />
      {text === undefined ? (
        form
      ) : (
        <Field label={label} hint={hint} error={fault}>
          {(control) => (
            <Textarea
              {...control}
              className="min-h-80 font-mono text-meta"
              value={text}
              onChange={({ target }) => onText(target.value)}
            />
          )}
        </Field>
      )}
    </>
  );
}
