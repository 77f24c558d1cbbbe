"use client";
import { Select } from "@/components/ui/field";
import type { Choice as ChoiceOf } from "@/lib/config/access-settings/setting";

/** A choice among values of any type. */
export function Choice({
  control,
  options,
  value,
  onChoice,
}: {
  control: { id?: string; "aria-describedby"?: string; "aria-label"?: string };
  options: readonly ChoiceOf[];
  value: unknown;
  onChoice: (value: unknown) => void;
}) {
  const chosen = options.findIndex((option) => option.value === value);
  return (
    <Select
      {...control}
      value={String(Math.max(chosen, 0))}
      onChange={({ target }) => onChoice(options[Number(target.value)]?.value)}
    >
      {options.map(({ label }, index) => (
        <option key={label} value={index}>
          {label}
        </option>
      ))}
    </Select>
  );
}
