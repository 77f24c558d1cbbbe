"use client";
import type { LucideIcon } from "lucide-react";
import { Button } from "./button";

interface PageButton {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly isOff: boolean;
  readonly onClick: () => void;
}

/** The line below a list: which of its rows are shown, and the buttons to others. */
export function PageButtons({ says, buttons }: { says: string; buttons: readonly PageButton[] }) {
  return (
    <nav
      aria-label="Pages"
      className="flex h-11 items-center justify-between gap-3 border-t px-4 text-meta text-ink-faint"
    >
      <span aria-live="polite">{says}</span>
      <span className="flex gap-1">
        {buttons.map(({ label, icon: Icon, isOff, onClick }) => (
          <Button key={label} variant="ghost" size="icon" aria-label={label} aria-disabled={isOff} onClick={onClick}>
            <Icon className="size-4" aria-hidden />
          </Button>
        ))}
      </span>
    </nav>
  );
}
