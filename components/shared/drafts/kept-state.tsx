"use client";
import { createContext, type ReactNode, useContext, useEffect, useLayoutEffect, useRef, useState } from "react";
import { isLike } from "./is-like";
import { useIsHydrated } from "@/components/ui/hydration";

const PREFIX = "gateway-console:draft:";

const PersonContext = createContext("");

/** Keeps the unsaved work of one person, and removes that of people who used this browser tab before. */
export function KeepsDrafts({ person, children }: { person: string; children: ReactNode }) {
  useEffect(() => forgetDrafts(person), [person]);
  return <PersonContext value={person}>{children}</PersonContext>;
}

/** The person who uses this browser tab: a string that differs between accounts. */
export function usePerson(): string {
  return useContext(PersonContext);
}

/** Removes what is kept in this browser tab, except for one person. */
export function forgetDrafts(except?: string): void {
  const own = except === undefined ? undefined : prefixOf(except);
  const storage = tabStorage();
  for (const key of Object.keys(storage ?? {}))
    if (key.startsWith(PREFIX) && (own === undefined || !key.startsWith(own))) storage?.removeItem(key);
}

export interface KeptState<State> {
  readonly state: State;
  /** Changes the state and keeps it. */
  readonly change: (to: Partial<State>) => void;
  /** The same for the state that a function makes of the latest one. */
  readonly update: (by: (state: State) => State) => void;
  /** Whether the state comes from an earlier visit. */
  readonly isRestored: boolean;
  /** Forgets what is kept, as after a save. The state stays. */
  readonly forget: () => void;
  /** Forgets what is kept and goes back to the state that the form was made with, or to this one. */
  readonly startOver: (from?: State) => void;
}

/**
 * Unsaved work that outlives its page: a reload, another page, a session that has ended. `name`: what is edited. Never
 * for secrets: what is kept can be read by every script of the page.
 */
export function useKeptState<State extends object>(name: string, make: () => State): KeptState<State> {
  const key = prefixOf(useContext(PersonContext)) + name;
  // In a page from the server, a form begins empty, and is restored in place once the page is hydrated.
  const mayRead = useIsHydrated();
  const [held, setHeld] = useState(() => heldOf(make(), mayRead ? read(key) : undefined, mayRead));
  if (mayRead && !held.isRead) setHeld(heldOf(held.made, read(key), true));
  // Two changes in one event build on each other.
  const latest = useRef(held.state);
  useLayoutEffect(() => {
    latest.current = held.state;
  }, [held.state]);
  const update = (by: (state: State) => State) => {
    latest.current = by(latest.current);
    keep(key, latest.current);
    setHeld({ ...held, state: latest.current });
  };
  return {
    state: held.state,
    change: (to) => update((state) => ({ ...state, ...to })),
    update,
    isRestored: held.isRestored,
    forget: () => tabStorage()?.removeItem(key),
    startOver(from = held.made) {
      tabStorage()?.removeItem(key);
      latest.current = from;
      setHeld(heldOf(from, undefined, true));
    },
  };
}

/** The state that a form holds: what was kept of an earlier visit if that fits, or else what it was made with. */
function heldOf<State extends object>(made: State, kept: unknown, isRead: boolean) {
  return isLike(kept, made)
    ? { made, state: kept, isRestored: true, isRead }
    : { made, state: made, isRestored: false, isRead };
}

/** The storage of this tab. Undefined on the server, and in browsers that keep no data: work is lost with the page. */
function tabStorage(): Storage | undefined {
  try {
    return typeof window === "undefined" ? undefined : window.sessionStorage;
  } catch {
    return undefined;
  }
}

function prefixOf(person: string): string {
  return `${PREFIX}${encodeURIComponent(person)}:`;
}

function read(key: string): unknown {
  try {
    return JSON.parse(tabStorage()?.getItem(key) ?? "null");
  } catch {
    return undefined;
  }
}

function keep(key: string, state: object): void {
  try {
    tabStorage()?.setItem(key, JSON.stringify(state));
  } catch {
    // The storage is full, so the work is lost with the page.
  }
}
