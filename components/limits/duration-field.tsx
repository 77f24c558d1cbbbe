"use client";
import { useState } from "react";
import { Field, Input, Select, Options } from "@/components/ui/field";

const USUAL = [
  { value: "", label: "Never: for all time" },
  { value: "1h", label: "Every hour" },
  { value: "1d", label: "Every day" },
  { value: "1w", label: "Every Monday" },
  { value: "1mo", label: "On the 1st of each month" },
] as const;
const OTHER = "other";

/** How often a budget resets: one of the usual windows, or any duration. */
export function DurationField({
  value,
  fault,
  onChange,
}: {
  value: string;
  fault: string | undefined;
  onChange: (value: string) => void;
}) {
  const [isOther, setOther] = useState(() => USUAL.every((choice) => choice.value !== value));
  const choose = (choice: string) => {
    setOther(choice === OTHER);
    if (choice !== OTHER) onChange(choice);
  };
  return (
    <Field label="Resets" hint="By the UTC calendar." error={fault}>
      {(control) => (
        <span className="flex gap-2">
          <Select {...control} value={isOther ? OTHER : value} onChange={(event) => choose(event.target.value)}>
            <Options of={USUAL} />
            <option value={OTHER}>Another duration</option>
          </Select>
          {isOther && (
            <Input
              aria-label="Duration of the budget"
              className="!w-20 shrink-0 font-mono"
              placeholder="7d"
              value={value}
              onChange={(event) => onChange(event.target.value)}
            />
          )}
        </span>
      )}
    </Field>
  );
}
