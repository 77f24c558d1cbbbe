"use client";
import * as RadixTabs from "radix-ui/tabs";
import type { ReactNode } from "react";
import { useIsHydrated } from "./hydration";

/** Tabs over panels. Only the chosen panel is mounted. `end`: what stands at the end of their row. */
export function Tabs({
  label,
  tabs,
  value,
  onChange,
  end,
}: {
  label: string;
  tabs: readonly { value: string; label: ReactNode; panel: ReactNode }[];
  value: string;
  onChange: (value: string) => void;
  end?: ReactNode;
}) {
  const isHydrated = useIsHydrated();
  return (
    <RadixTabs.Root value={value} onValueChange={onChange}>
      <div className="mb-4 flex flex-wrap items-center justify-end gap-x-4 border-b">
        <RadixTabs.List
          aria-label={label}
          className="-mb-px flex grow gap-3 overflow-x-auto max-sm:basis-full max-sm:gap-2"
        >
          {tabs.map((tab) => (
            <RadixTabs.Trigger
              key={tab.value}
              value={tab.value}
              disabled={!isHydrated}
              className="flex h-9 items-center gap-1.5 border-b-2 px-1 border-transparent font-medium whitespace-nowrap text-ink-soft hover:text-ink rounded-t-sm focus-visible:-outline-offset-2 data-[state=active]:border-accent data-[state=active]:text-ink"
            >
              {tab.label}
            </RadixTabs.Trigger>
          ))}
        </RadixTabs.List>
        {end !== undefined && end !== false && (
          <span className="flex flex-wrap items-center justify-end gap-2 py-0.5 max-sm:w-full">{end}</span>
        )}
      </div>
      {tabs.map((tab) => (
        <RadixTabs.Content key={tab.value} value={tab.value} className="focus-visible:outline-offset-4">
          {tab.panel}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  );
}
