"use client";
import { useMemo, useSyncExternalStore } from "react";
import { seenFrom, withSeen } from "./seen";

const KEY = "gateway-console:seen-notices";

/** Called after this tab's own writes, because browsers notify only the other tabs. */
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

function read(): string | null {
  try {
    return window.localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function see(ids: readonly string[]): void {
  try {
    window.localStorage.setItem(KEY, JSON.stringify(withSeen(seenFrom(read()), ids)));
  } catch {
    // The storage is full or switched off: they stay new.
  }
  listeners.forEach((listener) => listener());
}

/** The ids of the notices that were seen in this browser, and a function that adds some. */
export function useSeen() {
  const text = useSyncExternalStore(subscribe, read, () => null);
  const seen = useMemo(() => new Set(seenFrom(text)), [text]);
  return { seen, see };
}
