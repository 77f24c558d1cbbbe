"use client";
import { TextField } from "@/components/shared/forms/text-field";
import { DurationField } from "./duration-field";
import type { LimitDraft, LimitFaults, LimitName } from "./limit-draft";

const RATES = [
  ["rpm_limit", "Requests a minute"],
  ["tpm_limit", "Tokens a minute"],
  ["max_parallel_requests", "Calls at a time"],
] as const satisfies readonly (readonly [LimitName, string])[];

/** Budget and rate limits. An empty field means no limit. */
export function LimitFields({
  draft,
  faults,
  hasDuration = true,
  onChange,
}: {
  draft: LimitDraft;
  faults: LimitFaults;
  /** Whether the period of the budget may be changed too. */
  hasDuration?: boolean;
  onChange: (draft: LimitDraft) => void;
}) {
  const set = (name: LimitName) => (value: string) => onChange({ ...draft, [name]: value });
  return (
    <fieldset className="space-y-3 rounded-lg border px-3.5 pt-2 pb-3.5">
      <legend className="px-1 font-semibold">Budget and limits</legend>
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
        <TextField
          label="Budget"
          hint="Dollars. Calls beyond it are refused."
          error={faults.max_budget}
          inputMode="decimal"
          placeholder="No budget"
          value={draft.max_budget}
          onValue={set("max_budget")}
        />
        {hasDuration && (
          <DurationField
            value={draft.budget_duration}
            fault={faults.budget_duration}
            onChange={set("budget_duration")}
          />
        )}
        <TextField
          label="Warn at"
          hint="Dollars. From there, calls carry a warning."
          error={faults.soft_budget}
          inputMode="decimal"
          placeholder="No warning"
          value={draft.soft_budget}
          onValue={set("soft_budget")}
        />
        {RATES.map(([name, label]) => (
          <TextField
            key={name}
            label={label}
            error={faults[name]}
            inputMode="numeric"
            placeholder="No limit"
            value={draft[name]}
            onValue={set(name)}
          />
        ))}
      </div>
    </fieldset>
  );
}
