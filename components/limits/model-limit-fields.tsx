"use client";
import { useModelNames } from "@/components/shared/use-model-names";
import { Plus, Trash2 } from "lucide-react";
import { useId, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
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
  const listId = useId();
  const replace = (index: number, change: Partial<ModelLimitRow>) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, ...change } : row)));
  const remove = (index: number) => {
    onChange(rows.filter((_, at) => at !== index));
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
            <div
              role="group"
              aria-label={`Limits of ${row.model.trim() || "a model"}`}
              className="grid grid-cols-2 gap-x-4 gap-y-1.5"
            >
              <div className="col-span-2 flex items-start gap-2">
                <div className="min-w-0 flex-1">
                  <Field label="Model" error={faults[index]?.model}>
                    {(control) => (
                      <Input
                        {...control}
                        list={listId}
                        className="font-mono"
                        value={row.model}
                        autoFocus={added && index === rows.length - 1}
                        onChange={(event) => replace(index, { model: event.target.value })}
                      />
                    )}
                  </Field>
                </div>
                <Button
                  variant="ghost"
                  size="icon"
                  className="mt-6"
                  aria-label={`Remove the limits of ${row.model.trim() || "this model"}`}
                  onClick={() => remove(index)}
                >
                  <Trash2 className="size-4" aria-hidden />
                </Button>
              </div>
              {RATES.map(([name, label]) => (
                <Field key={name} label={label} error={faults[index]?.[name]}>
                  {(control) => (
                    <Input
                      {...control}
                      inputMode="numeric"
                      placeholder="No limit"
                      value={row[name]}
                      onChange={(event) => replace(index, { [name]: event.target.value })}
                    />
                  )}
                </Field>
              ))}
            </div>
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
      <datalist id={listId}>
        {known.data?.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </fieldset>
  );
}
