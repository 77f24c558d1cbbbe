"use client";
import { useSyncExternalStore } from "react";

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

/** The text that this browser keeps under a key; null: none, or the storage is switched off. */
export function readKept(key: string): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a text for all pages, or removes it (null). With a storage that is full or switched off, nothing changes. */
export function keepText(key: string, text: string | null): void {
  try {
    if (text === null) window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, text);
  } catch {
    return;
  }
  listeners.forEach((listener) => listener());
}

/** What `readKept` says, followed in all tabs; null on the server. */
export function useKept(key: string): string | null {
  return useSyncExternalStore(
    subscribe,
    () => readKept(key),
    () => null,
  );
}
