import { useState } from "react";

/** What had the focus before the dialogs that were opened lately, newest last. */
const openers: HTMLElement[] = [];
const KEPT = 8;

/**
 * Remembers what had the focus when a dialog opened, and gives the focus back to it when the dialog closes. If it is gone
 * by then, as the buttons of a drawer that has closed too, what opened that one gets the focus.
 */
export function useOpener(open: boolean): (event: Event) => void {
  const [wasOpen, setWasOpen] = useState(false);
  if (open !== wasOpen) {
    setWasOpen(open);
    // Asked while rendering: a field with autoFocus takes the focus before any effect runs.
    if (open) remember();
  }
  return (event) => {
    // Radix would give it to a trigger, which these dialogs do not have.
    event.preventDefault();
    giveBack();
  };
}

function remember(): void {
  // A drawer that an address opens is rendered on the server first.
  if (typeof document === "undefined") return;
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || focused === document.body || openers.at(-1) === focused) return;
  openers.push(focused);
  openers.splice(0, openers.length - KEPT);
}

function giveBack(): void {
  let opener = openers.pop();
  while (opener && !opener.isConnected) opener = openers.pop();
  (opener ?? document.getElementById("content"))?.focus();
}
