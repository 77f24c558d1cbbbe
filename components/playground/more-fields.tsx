"use client";
import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { JsonTextarea } from "@/components/shared/forms/json-textarea";
import { Field, Input, Options, Select } from "@/components/ui/field";
import { Badge } from "@/components/ui/badge";
import type { Draft, Faults } from "./draft";
import { PARAMETERS } from "./parameters";

/** What a call may hold besides its messages: parameters, tools, the form of its answer. Folded until it is needed. */
export function MoreFields({
  draft,
  faults,
  onChange,
}: {
  draft: Draft;
  faults: Faults;
  onChange: (to: Partial<Draft>) => void;
}) {
  const set = PARAMETERS.filter(({ name }) => (draft.parameters[name] ?? "") !== "").length;
  return (
    <div className="divide-y rounded-md border">
      <Fold title="Parameters" says={set === 0 ? undefined : `${set} set`} fault={faults.parameters}>
        <ParameterFields
          values={draft.parameters}
          onChange={(name, value) => onChange({ parameters: { ...draft.parameters, [name]: value } })}
        />
      </Fold>
      <JsonFold
        title="Tools"
        label="Tools, as JSON"
        hint="A list of functions. The model's calls are shown, and you give their results."
        placeholder={TOOL}
        value={draft.tools}
        fault={faults.tools}
        onChange={(tools) => onChange({ tools })}
      />
      <JsonFold
        title="Answer by a schema"
        label="JSON schema"
        hint="The answer is JSON that follows this schema."
        placeholder={SCHEMA}
        value={draft.schema}
        fault={faults.schema}
        onChange={(schema) => onChange({ schema })}
      />
      <JsonFold
        title="Extra parameters"
        label="Extra parameters"
        hint="JSON, with the names of the request body."
        placeholder='{"stop": ["END"]}'
        value={draft.body}
        fault={faults.body}
        onChange={(body) => onChange({ body })}
      />
    </div>
  );
}

const TOOL = `[{
  "name": "get_weather",
  "parameters": {
    "type": "object",
    "properties": {"city": {"type": "string"}}
  }
}]`;

const SCHEMA = `{
  "type": "object",
  "properties": {"city": {"type": "string"}},
  "required": ["city"],
  "additionalProperties": false
}`;

function ParameterFields({
  values,
  onChange,
}: {
  values: Draft["parameters"];
  onChange: (name: string, value: string) => void;
}) {
  return (
    <div className="grid grid-cols-2 gap-3">
      {PARAMETERS.map(({ name, label, hint, words }) => (
        <Field key={name} label={label} hint={hint}>
          {(control) =>
            words ? (
              <Select {...control} value={values[name] ?? ""} onChange={(event) => onChange(name, event.target.value)}>
                <Options
                  of={[{ value: "", label: "Not set" }, ...words.map((word) => ({ value: word, label: word }))]}
                />
              </Select>
            ) : (
              <Input
                {...control}
                inputMode="decimal"
                value={values[name] ?? ""}
                onChange={(event) => onChange(name, event.target.value)}
              />
            )
          }
        </Field>
      ))}
    </div>
  );
}

function JsonFold({
  title,
  label,
  hint,
  placeholder,
  value,
  fault,
  onChange,
}: {
  title: string;
  label: string;
  hint: string;
  placeholder: string;
  value: string;
  fault: string | undefined;
  onChange: (value: string) => void;
}) {
  return (
    <Fold title={title} says={value.trim() === "" ? undefined : "set"} fault={fault}>
      <Field label={label} hint={hint}>
        {(control) => (
          <JsonTextarea
            {...control}
            aria-invalid={fault ? true : undefined}
            rows={5}
            placeholder={placeholder}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Field>
    </Fold>
  );
}

/** A part that opens by a click. `says`: what is set in it. Its fault is seen while it is closed too. */
function Fold({
  title,
  says,
  fault,
  children,
}: {
  title: string;
  says: string | undefined;
  fault: string | undefined;
  children: ReactNode;
}) {
  return (
    <div className="px-3 py-2">
      <details className="group">
        <summary className="flex cursor-pointer list-none items-center gap-1.5 rounded font-medium [&::-webkit-details-marker]:hidden">
          <ChevronRight className="size-4 text-ink-faint group-open:rotate-90" aria-hidden />
          {title}
          {says !== undefined && <Badge tone="accent">{says}</Badge>}
        </summary>
        <div className="pt-2">{children}</div>
      </details>
      {fault !== undefined && (
        <p role="alert" className="pt-1 text-meta text-bad">
          {fault}
        </p>
      )}
    </div>
  );
}
