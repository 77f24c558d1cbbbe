"use client";
import { Search } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { lazyDialog } from "@/components/ui/lazy/lazy-part";
import { PlainButton } from "@/components/ui/plain-button";

/** The palette knows every page, act and setting. */
const Palette = lazyDialog(
  () => import("./palette").then((module) => module.Palette),
  ({ open }) => open,
);

/** The button that opens the palette, as do Ctrl-K and Cmd-K. */
export function PaletteButton({ readOnly }: { readOnly: boolean }) {
  const [open, setOpen] = useState(false);
  // It may be a secret, so it goes when the palette closes.
  const [text, setText] = useState("");
  const isOpen = useRef(false);
  const show = useCallback((next: boolean): void => {
    isOpen.current = next;
    setOpen(next);
    if (!next) setText("");
  }, []);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const dialog = document.querySelector('[role="dialog"][data-state="open"]');
      if (isPaletteKey(event)) {
        // Some browsers would go to their address bar.
        event.preventDefault();
        // It closes the palette, and does not open it over another dialog, which has the keyboard until it closes.
        show(dialog === null);
      } else if (isOpen.current && !dialog?.contains(document.activeElement) && isLetter(event)) {
        // The palette is still on its way.
        event.preventDefault();
        setText((typed) => typed + event.key);
      }
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [show]);
  return (
    <>
      <PlainButton
        onClick={() => show(true)}
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
      <Palette open={open} readOnly={readOnly} text={text} onText={setText} onClose={() => show(false)} />
    </>
  );
}

function isPaletteKey({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === "k" && (ctrlKey || metaKey) && !shiftKey && !altKey;
}

function isLetter({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return key.length === 1 && !ctrlKey && !metaKey && !altKey;
}
