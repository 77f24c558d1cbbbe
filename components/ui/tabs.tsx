"use client";
import * as RadixTabs from "radix-ui/tabs";
import type { ReactNode } from "react";
import { useIsHydrated } from "./hydration";

/** Tabs over panels. Only the chosen panel is mounted. */
export function Tabs({
  label,
  tabs,
  value,
  onChange,
}: {
  label: string;
  tabs: readonly { value: string; label: ReactNode; panel: ReactNode }[];
  value: string;
  onChange: (value: string) => void;
}) {
  const isHydrated = useIsHydrated();
  return (
    <RadixTabs.Root value={value} onValueChange={onChange}>
      <RadixTabs.List aria-label={label} className="mb-4 flex gap-3 overflow-x-auto border-b max-sm:gap-2">
        {tabs.map((tab) => (
          <RadixTabs.Trigger
            key={tab.value}
            value={tab.value}
            disabled={!isHydrated}
            className="-mb-px flex h-9 items-center gap-1.5 border-b-2 px-1 border-transparent font-medium whitespace-nowrap text-ink-soft hover:text-ink rounded-t-sm focus-visible:-outline-offset-2 data-[state=active]:border-accent data-[state=active]:text-ink"
          >
            {tab.label}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {tabs.map((tab) => (
        <RadixTabs.Content key={tab.value} value={tab.value} className="focus-visible:outline-offset-4">
          {tab.panel}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  );
}
