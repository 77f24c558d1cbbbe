"use client";
import { type ReactNode, useRef } from "react";
import { stayWith } from "./stay-with";

/**
 * A part of a page that takes the focus when one of its elements disappears with it, such as a button whose work is
 * done, or a row that newer rows push out of a list. The page does not scroll.
 */
export function KeepsFocus({ label, children }: { label: string; children: ReactNode }) {
  const part = useRef<HTMLDivElement>(null);
  return (
    <div
      ref={part}
      role="group"
      aria-label={label}
      tabIndex={-1}
      className="rounded-lg focus-visible:outline-2"
      onFocus={({ target }) => {
        if (target !== part.current) stayWith(target, () => part.current?.focus({ preventScroll: true }));
      }}
    >
      {children}
    </div>
  );
}
