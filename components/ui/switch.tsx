"use client";
import * as RadixSwitch from "radix-ui/switch";
import { type ReactNode, useId } from "react";
import { useIsHydrated, waiting } from "./hydration";

/** An on/off setting with its explanation. */
export function Switch({
  label,
  hint,
  checked,
  onChange,
  disabled = false,
  badge,
}: {
  label: string;
  hint?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  badge?: ReactNode;
}) {
  const id = useId();
  const isHydrated = useIsHydrated();
  return (
    // `relative`, so that the switch's hidden input, which Radix places absolutely in a form, scrolls with it.
    <div className="relative flex items-start gap-3">
      <RadixSwitch.Root
        id={id}
        checked={checked}
        onCheckedChange={onChange}
        {...waiting(disabled, isHydrated)}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="mt-0.5 h-4.5 w-8 shrink-0 rounded-full bg-control transition-colors data-[state=checked]:bg-accent disabled:not-data-waits:opacity-50"
      >
        <RadixSwitch.Thumb className="block size-3.5 translate-x-0.5 rounded-full bg-white shadow-card transition-transform data-[state=checked]:translate-x-4" />
      </RadixSwitch.Root>
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-2">
          <label htmlFor={id} className="cursor-pointer font-mono text-meta font-medium">
            {label}
          </label>
          {badge}
        </div>
        {hint && (
          <p id={`${id}-hint`} className="mt-0.5 text-meta text-ink-faint">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
