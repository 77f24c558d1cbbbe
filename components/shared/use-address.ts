"use client";
import { useSearchParams } from "next/navigation";
import { startTransition, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { type AddressView, addressOf, viewFrom } from "./address";

/**
 * How long typing must pause before it changes the address again, after its first letter. Browsers refuse changes that
 * come too often.
 */
const TYPING_MS = 250;

/**
 * The view of a page, kept in its address, so that it can be linked, reloaded and gone back to. `usual`: the view whose
 * address has no query, a constant. A choice adds a step to the history. Typed text (`typed`) replaces the last step.
 */
export function useAddress<View extends AddressView>(
  usual: View,
): readonly [view: View, change: (to: Partial<View>, how?: "typed") => void] {
  const parameters = useSearchParams().toString();
  const [view, setView] = useState(() => viewFrom(new URLSearchParams(parameters), usual));
  const latest = useRef(view);
  // The query that the view was last read from, or written to.
  const known = useRef(addressOf(view, usual));
  /** How many queries were written. */
  const written = useRef(0);
  /** How many of them the router has drawn. It draws each in a transition, which this state takes part in. */
  const [drawn, setDrawn] = useState(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const typedAt = useRef(Number.NEGATIVE_INFINITY);
  /** Writes what is typed and not in the address yet. */
  const pending = useRef<() => void>(undefined);

  const change = useCallback(
    (to: Partial<View>, how?: "typed") => {
      latest.current = { ...latest.current, ...to };
      setView(latest.current);
      clearTimeout(timer.current);
      const write = () => {
        pending.current = undefined;
        const address = addressOf(latest.current, usual);
        if (address === known.current) return;
        known.current = address;
        window.history[how === "typed" ? "replaceState" : "pushState"](null, "", window.location.pathname + address);
        const number = ++written.current;
        startTransition(() => setDrawn(number));
      };
      const sinceTyped = performance.now() - typedAt.current;
      if (how === "typed") typedAt.current = performance.now();
      // Text that comes at once, or after a pause, is in the address at once: nothing can be lost before it is.
      if (how !== "typed" || sinceTyped > TYPING_MS) write();
      else {
        pending.current = write;
        timer.current = setTimeout(write, TYPING_MS);
      }
    },
    [usual],
  );

  const read = useCallback(() => {
    // The router reports an address late. By now another may have been written, so the window's is read.
    const asked = viewFrom(new URLSearchParams(window.location.search), usual);
    const address = addressOf(asked, usual);
    if (address === known.current) return;
    clearTimeout(timer.current);
    pending.current = undefined;
    known.current = address;
    latest.current = asked;
    setView(asked);
  }, [usual]);
  useLayoutEffect(() => {
    if (drawn === written.current) return read();
    // Whatever the router draws, it writes into the history again: here an older query over the one that is known.
    if (addressOf(viewFrom(new URLSearchParams(window.location.search), usual), usual) !== known.current)
      window.history.replaceState(window.history.state, "", window.location.pathname + known.current);
  }, [parameters, drawn, read, usual]);
  useEffect(() => {
    // Of several quick steps back, the router may report only the first, so the window's event is heard too.
    const page = window.location.pathname;
    const follow = () => {
      if (window.location.pathname === page) read();
    };
    window.addEventListener("popstate", follow);
    return () => window.removeEventListener("popstate", follow);
  }, [read]);
  useEffect(() => {
    const page = window.location.pathname;
    return () => {
      clearTimeout(timer.current);
      // The router may draw the page again, as after a step in the history: the next drawing reads the address.
      if (window.location.pathname === page) pending.current?.();
    };
  }, []);

  return [view, change];
}
