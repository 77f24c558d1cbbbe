"use client";
import { useModelNames } from "@/components/shared/use-model-names";
import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { ModelField } from "@/components/shared/forms/model-field";
import { TextField } from "@/components/shared/forms/text-field";
import { Button, RemoveButton } from "@/components/ui/button";
import { Note } from "@/components/ui/text";
import { EMPTY_ROW, type ModelLimitFaults, type ModelLimitRow } from "./model-limit-draft";

const RATES = [
  ["rpm", "Requests a minute"],
  ["tpm", "Tokens a minute"],
] as const satisfies readonly (readonly [keyof ModelLimitRow, string])[];

/** Rate limits for single models or patterns, in addition to those for all calls. */
export function ModelLimitFields({
  rows,
  faults,
  onChange,
}: {
  rows: readonly ModelLimitRow[];
  faults: readonly ModelLimitFaults[];
  onChange: (rows: ModelLimitRow[]) => void;
}) {
  const known = useModelNames();
  const [added, setAdded] = useState(false);
  const add = useRef<HTMLButtonElement>(null);
  const remove = (index: number) => {
    onChange(rows.toSpliced(index, 1));
    // The pressed button disappears; without this the keyboard focus would be lost.
    add.current?.focus();
  };
  return (
    <fieldset className="rounded-lg border px-3.5 pt-2 pb-3.5">
      <legend className="px-1 font-semibold">Limits by model</legend>
      <Note>
        {rows.length === 0
          ? "No model has its own limit."
          : "Model names that callers use, or patterns such as openai/*."}
      </Note>
      <ol className="divide-y">
        {rows.map((row, index) => (
          <li key={index} className="py-3 last:pb-0">
            <ModelLimit
              row={row}
              faults={faults[index] ?? {}}
              known={known.data ?? []}
              autoFocus={added && index === rows.length - 1}
              onChange={(change) => onChange(rows.with(index, { ...row, ...change }))}
              onRemove={() => remove(index)}
            />
          </li>
        ))}
      </ol>
      <Button
        ref={add}
        size="small"
        className="mt-3"
        onClick={() => {
          setAdded(true);
          onChange([...rows, EMPTY_ROW]);
        }}
      >
        <Plus className="size-3.5" aria-hidden /> Limit a model
      </Button>
    </fieldset>
  );
}

/** The limits of one model. `known`: the model names to choose from. */
function ModelLimit({
  row,
  faults,
  known,
  autoFocus,
  onChange,
  onRemove,
}: {
  row: ModelLimitRow;
  faults: ModelLimitFaults;
  known: readonly string[];
  autoFocus: boolean;
  onChange: (change: Partial<ModelLimitRow>) => void;
  onRemove: () => void;
}) {
  const name = row.model.trim();
  return (
    <div role="group" aria-label={`Limits of ${name || "a model"}`} className="grid grid-cols-2 gap-x-4 gap-y-1.5">
      <div className="col-span-2 flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <ModelField
            label="Model"
            models={known}
            fault={faults.model}
            value={row.model}
            autoFocus={autoFocus}
            onChange={(model) => onChange({ model })}
          />
        </div>
        <RemoveButton label={`Remove the limits of ${name || "this model"}`} className="mt-6" onClick={onRemove} />
      </div>
      {RATES.map(([rate, label]) => (
        <TextField
          key={rate}
          label={label}
          error={faults[rate]}
          inputMode="numeric"
          placeholder="No limit"
          value={row[rate]}
          onValue={(value) => onChange({ [rate]: value })}
        />
      ))}
    </div>
  );
}
