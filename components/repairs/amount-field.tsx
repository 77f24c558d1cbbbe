import { useState } from "react";
import { formatCount, formatDollars } from "@/components/api/format";
import { TextField } from "@/components/shared/forms/text-field";
import { isEnough, LIMIT_LABELS, type Raise } from "./entity-step";

/** The field for the amount that a budget or a limit is raised to. Invalid input is reported as NaN. */
export function AmountField({
  step,
  now,
  value,
  onChange,
}: {
  step: Raise;
  /** The amount in force. */
  now: number;
  value: number;
  onChange: (amount: number) => void;
}) {
  const [typed, setTyped] = useState(String(value));
  const read = (text: string): number => (/^\s*\d+(\.\d+)?\s*$/.test(text) ? Number(text) : Number.NaN);
  const { label, hint, fault } = fieldTexts(step, now);
  return (
    <TextField
      label={label}
      hint={hint}
      error={isEnough(step, read(typed)) ? undefined : fault}
      className="max-w-48"
      inputMode="decimal"
      value={typed}
      onValue={(text) => {
        setTyped(text);
        const amount = read(text);
        onChange(isEnough(step, amount) ? amount : Number.NaN);
      }}
    />
  );
}

function fieldTexts(step: Raise, now: number): { label: string; hint: string; fault: string } {
  if (step.do === "raise-budget") {
    const needed = formatDollars(step.needed);
    return {
      label: "New budget",
      hint: `${needed} of ${formatDollars(now)} is spent or held. Recorded traffic cannot test budgets.`,
      fault: `An amount of more than ${needed}.`,
    };
  }
  const words = LIMIT_LABELS[step.limit];
  const model = step.model === null ? "" : ` for ${step.model}`;
  return {
    label: `New limit${model}, ${words}`,
    hint: `It is ${formatCount(now)} now. Recorded traffic cannot test limits.`,
    fault: `A whole number of at least ${formatCount(step.needed)}.`,
  };
}
