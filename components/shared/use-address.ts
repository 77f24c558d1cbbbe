"use client";
import { useSearchParams } from "next/navigation";
import { useCallback, useEffect, useRef, useState } from "react";
import { type AddressView, addressOf, viewFrom } from "./address";

/**
 * How long typing must pause before it changes the address again, after its first letter. Browsers refuse changes that
 * come too often.
 */
const TYPING_MS = 250;

/**
 * The view of a page, kept in its address, so that it can be linked, reloaded and gone back to. `usual`: the view whose
 * address has no query, a constant. A choice adds a step to the history. Typed text (`typed`) replaces the last step.
 *
 * Addresses are written one at a time: whenever the router draws an address, it writes that one again, so one that was
 * written since would be overwritten.
 */
export function useAddress<View extends AddressView>(
  usual: View,
): readonly [view: View, change: (to: Partial<View>, how?: "typed") => void] {
  const parameters = useSearchParams().toString();
  const [view, setView] = useState(() => viewFrom(new URLSearchParams(parameters), usual));
  const latest = useRef(view);
  // The query that the view was last read from, or written to.
  const known = useRef(addressOf(view, usual));
  /** The query that the router has drawn. */
  const drawn = useRef(addressOf(view, usual));
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const typedAt = useRef(Number.NEGATIVE_INFINITY);
  /** What is not in the address yet: nothing, or changes that replace the last step of the history or add one. */
  const pending = useRef<"nothing" | "replaces" | "adds">("nothing");

  const write = useCallback(() => {
    const how = pending.current;
    pending.current = "nothing";
    const address = addressOf(latest.current, usual);
    if (how === "nothing" || address === known.current) return;
    known.current = address;
    window.history[how === "adds" ? "pushState" : "replaceState"](null, "", window.location.pathname + address);
  }, [usual]);

  const change = useCallback(
    (to: Partial<View>, how?: "typed") => {
      latest.current = { ...latest.current, ...to };
      setView(latest.current);
      clearTimeout(timer.current);
      if (how !== "typed") pending.current = "adds";
      else if (pending.current === "nothing") pending.current = "replaces";
      const sinceTyped = performance.now() - typedAt.current;
      if (how === "typed") typedAt.current = performance.now();
      if (drawn.current !== known.current) return;
      // Text that comes at once, or after a pause, is in the address at once: nothing can be lost before it is.
      if (how !== "typed" || sinceTyped > TYPING_MS) write();
      else timer.current = setTimeout(write, TYPING_MS);
    },
    [write],
  );

  const read = useCallback(() => {
    // The router reports an address late. By now another may have been written, so the window's is read.
    const asked = viewFrom(new URLSearchParams(window.location.search), usual);
    const address = addressOf(asked, usual);
    if (address === known.current) return;
    clearTimeout(timer.current);
    pending.current = "nothing";
    known.current = address;
    latest.current = asked;
    setView(asked);
  }, [usual]);
  useEffect(() => {
    drawn.current = addressOf(viewFrom(new URLSearchParams(parameters), usual), usual);
    read();
    write();
  }, [parameters, read, write, usual]);
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
      if (window.location.pathname === page) write();
    };
  }, [write]);

  return [view, change];
}
