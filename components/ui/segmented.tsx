"use client";
import { classNames } from "./class-names";
import { PlainButton } from "./plain-button";

/**
 * A choice among a few, all visible. `isStacked`: in rows of three on a phone, where one row would be too long.
 * `describedBy`: the id of what is to be known about it.
 */
export function Segmented<Value extends string>({
  label,
  options,
  value,
  onChange,
  isStacked = false,
  describedBy,
}: {
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
  isStacked?: boolean;
  describedBy?: string;
}) {
  return (
    <div
      role="group"
      aria-label={label}
      aria-describedby={describedBy}
      className={classNames(
        "inline-flex h-8 items-center rounded-md border bg-muted p-0.5",
        isStacked && "max-sm:grid max-sm:h-auto max-sm:w-full max-sm:auto-rows-[1.75rem] max-sm:grid-cols-3",
      )}
    >
      {options.map((option) => (
        <PlainButton
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className={classNames(
            "h-full rounded px-2.5 text-meta font-medium whitespace-nowrap",
            option.value === value ? "bg-raised text-ink ring ring-ink-faint" : "text-ink-soft hover:text-ink",
          )}
        >
          {option.label}
        </PlainButton>
      ))}
    </div>
  );
}
