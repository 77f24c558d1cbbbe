"use client";
import * as RadixTooltip from "radix-ui/tooltip";
import type { ReactNode } from "react";

/** A word of help on hover and on focus. `children`: one focusable element. */
export function Tooltip({ text, children }: { text: ReactNode; children: ReactNode }) {
  return (
    <RadixTooltip.Provider delayDuration={250}>
      <RadixTooltip.Root>
        <RadixTooltip.Trigger asChild>{children}</RadixTooltip.Trigger>
        <RadixTooltip.Portal>
          <RadixTooltip.Content
            sideOffset={6}
            collisionPadding={8}
            className="z-50 max-w-72 animate-fade rounded-md bg-ink px-2 py-1 text-meta text-canvas shadow-high"
          >
            {text}
          </RadixTooltip.Content>
        </RadixTooltip.Portal>
      </RadixTooltip.Root>
    </RadixTooltip.Provider>
  );
}
