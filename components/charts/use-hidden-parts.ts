"use client";
import { useState } from "react";

/** Which parts of a chart are hidden, by their names, and a way to hide one or to show it again. */
export function useHiddenParts(): readonly [hidden: ReadonlySet<string>, turn: (name: string) => void] {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const turn = (name: string): void =>
    setHidden((before) =>
      before.has(name) ? new Set([...before].filter((one) => one !== name)) : new Set([...before, name]),
    );
  return [hidden, turn];
}
