import { use, useLayoutEffect, useRef } from "react";
import { AskedBy, type Surface, surfaces, useOpenersWhen } from "./openers";
import { stayWith } from "./stay-with";

/** The handlers of a dialog for focus and Escape. */
interface Opened {
  /** For Radix's `onCloseAutoFocus`. `instead`: gets the focus in place of the dialog's opener. */
  readonly giveFocusBack: (event: Event, instead?: HTMLElement | null) => void;
  /** For Radix's `onEscapeKeyDown`. */
  readonly onEscape: (event: Event) => void;
}

let opened = 0;

/**
 * Remembers the element that had the focus when a dialog opened, and gives the focus back to it when the dialog closes.
 * If it is gone by then, as a button in a drawer that has closed too, the drawer's opener gets the focus, and at last
 * the page's heading, so that the focus is never lost. `close`: called on Escape; undefined: Escape does nothing.
 */
export function useOpener(open: boolean, close: (() => void) | undefined): Opened {
  const openers = useOpenersWhen(open, use(AskedBy));
  const surface = useRef<Surface>(undefined);
  const closing = useRef(close);
  useLayoutEffect(() => {
    closing.current = close;
  });
  useLayoutEffect(() => {
    if (!open) return;
    const own = { openers, order: ++opened, close: () => closing.current?.() };
    surface.current = own;
    surfaces.push(own);
    return () => void surfaces.splice(surfaces.indexOf(own), 1);
  }, [open, openers]);
  return {
    giveFocusBack(event, instead) {
      // Radix would give the focus to a trigger, which these dialogs do not have.
      event.preventDefault();
      const closed = surface.current;
      // A dialog that has opened since keeps the focus, and gives it back later.
      if (!closed || surfaces.some(({ order }) => order > closed.order)) return;
      if (instead) instead.focus();
      else giveBack(closed.openers);
    },
    onEscape(event) {
      // Radix learns of a dialog a moment after it is drawn. Until then, Escape reaches the dialog below it.
      event.preventDefault();
      // The list below a field closes first, by the field itself.
      if (!hasOpenList(event.target)) surfaces.at(-1)?.close();
    },
  };
}

/** Whether a field has an open list of what it offers. */
function hasOpenList(target: EventTarget | null): boolean {
  const list = target instanceof Element ? target.getAttribute("aria-controls") : null;
  return list !== null && document.getElementById(list)?.matches('[role="listbox"][popover]') === true;
}

function giveBack(openers: readonly HTMLElement[]): void {
  for (const [at, opener] of openers.entries()) {
    // An opener that is disabled or hidden by now does not take the focus.
    if (opener.isConnected) opener.focus();
    if (document.activeElement === opener) {
      // The opener may still go: the row of a deleted entity when the list is read again, or a button of a drawer that
      // is closing.
      stayWith(opener, () => giveBack(openers.slice(at + 1)));
      return;
    }
  }
  focusHeading();
}

function focusHeading(): void {
  const content = document.getElementById("content");
  (content?.querySelector<HTMLElement>("h1[tabindex]") ?? content)?.focus();
}
