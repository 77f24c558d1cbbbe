"use client";
import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import { Palette } from "./palette";
import { PlainButton } from "@/components/ui/plain-button";

/** The button that opens the palette, as do Ctrl-K and Cmd-K. */
export function PaletteButton({ readOnly }: { readOnly: boolean }) {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      // Some browsers would go to their address bar.
      event.preventDefault();
      // The palette does not open over another dialog, which has the keyboard until it closes.
      setOpen((is) => !is && document.querySelector('[role="dialog"][data-state="open"]') === null);
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
  return (
    <>
      <PlainButton
        onClick={() => setOpen(true)}
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        className="flex h-8 items-center gap-2 rounded-md border bg-surface px-2 text-ink-faint shadow-card hover:bg-hover hover:text-ink sm:w-56 lg:w-72"
      >
        <Search className="size-4 shrink-0" aria-hidden />
        <span className="sr-only sm:not-sr-only">Search or jump to</span>
        <kbd aria-hidden className="ml-auto hidden rounded border px-1.5 font-sans text-meta sm:block">
          Ctrl K
        </kbd>
      </PlainButton>
      <Palette open={open} readOnly={readOnly} onClose={() => setOpen(false)} />
    </>
  );
}
