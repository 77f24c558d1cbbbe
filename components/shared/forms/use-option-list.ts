"use client";
import { useState } from "react";
import { fittingOptions, type Offered } from "./fitting-options";

/** The options of a field: which are shown, which one Enter would choose (`at`; below 0: none), and the steps to it. */
export function useOptionList(offered: readonly Offered[], value: string, onSearch?: (text: string) => void) {
  const [isAsked, setAsked] = useState(false);
  const [isTyped, setTyped] = useState(false);
  /** The option that the arrows have reached; undefined: the one that the field holds. */
  const [reached, setReached] = useState<number>();
  const { options, chosen } = fittingOptions(offered, value, isTyped);
  const isOpen = isAsked && options.length > 0;
  const holdsOne = offered.some(({ id }) => id === value);
  const at = Math.min(reached ?? chosen, options.length - 1);
  const close = (): void => {
    setAsked(false);
    setReached(undefined);
  };
  const wantAll = (): void => {
    setTyped(false);
    onSearch?.("");
  };
  const open = (): void => {
    // What was typed in full is a choice like any other.
    if (holdsOne) wantAll();
    setAsked(true);
  };
  return {
    options,
    chosen,
    at,
    isOpen,
    /** Whether the list is wanted, though there may be no options yet. */
    isAsked,
    /** Whether somebody has typed since the field got the focus. */
    isTyped,
    open,
    close,
    /** Closes the list. When it opens again, it has all options. */
    finish: (): void => {
      close();
      wantAll();
    },
    type: (text: string): void => {
      setAsked(true);
      setTyped(true);
      setReached(undefined);
      onSearch?.(text);
    },
    step: (key: "ArrowDown" | "ArrowUp"): void => {
      if (isOpen) return setReached(stepped(at, key, options.length));
      open();
      setReached(key === "ArrowDown" && !holdsOne ? 0 : undefined);
    },
  };
}

/** The option after or before one, around the ends; from none, the first or the last. */
function stepped(at: number, key: "ArrowDown" | "ArrowUp", count: number): number {
  if (at < 0) return key === "ArrowDown" ? 0 : count - 1;
  return (at + (key === "ArrowDown" ? 1 : -1) + count) % count;
}
