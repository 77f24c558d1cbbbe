import { createContext, useState } from "react";

/** An open dialog. */
export interface Surface {
  /** The element that had the focus when it opened, then the opener of the dialog or menu around that, and so on. */
  readonly openers: readonly HTMLElement[];
  /** Counted from 1 in the order of opening. */
  readonly order: number;
  /** What Escape does. */
  readonly close: () => void;
}

/** The dialogs that are open, in the order in which they opened. */
export const surfaces: Surface[] = [];

/** For a dialog whose code may come late: what had the focus when somebody asked for it. */
export const AskedBy = createContext<readonly HTMLElement[] | undefined>(undefined);

/**
 * The element that has the focus at the moment something opens, and the openers of the dialogs and menus around it.
 * `otherwise`: what counts if nothing has the focus then, as between the end of a menu and the focus of its button.
 */
export function useOpenersWhen(open: boolean, otherwise?: readonly HTMLElement[]): readonly HTMLElement[] {
  const [wasOpen, setWasOpen] = useState(false);
  const [openers, setOpeners] = useState<readonly HTMLElement[]>([]);
  if (open !== wasOpen) {
    setWasOpen(open);
    // Read while rendering, because a field with autoFocus takes the focus before any effect runs.
    if (open) setOpeners(openersNow(otherwise));
  }
  return openers;
}

function openersNow(otherwise: readonly HTMLElement[] | undefined): readonly HTMLElement[] {
  // A drawer that an address opens is rendered on the server first.
  if (typeof document === "undefined") return [];
  const focused = document.activeElement;
  const behind = surfaces.at(-1)?.openers ?? [];
  if (!(focused instanceof HTMLElement) || focused === document.body) return otherwise ?? behind;
  const menu = focused.closest('[role="menu"]')?.getAttribute("aria-labelledby");
  const trigger = menu ? document.getElementById(menu) : null;
  return [focused, ...(trigger ? [trigger] : []), ...behind];
}
