"use client";
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { isLike } from "./is-like";

const PREFIX = "gateway-console:draft:";

const PersonContext = createContext("");

/** Says whose unsaved work is kept. That of somebody who used this browser tab before is removed. */
export function KeepsDrafts({ person, children }: { person: string; children: ReactNode }) {
  useEffect(() => forgetDrafts(person), [person]);
  return <PersonContext value={person}>{children}</PersonContext>;
}

/** Whose browser tab this is: a text that differs between accounts. */
export function usePerson(): string {
  return useContext(PersonContext);
}

/** Removes what is kept in this browser tab, except for one person. */
export function forgetDrafts(except?: string): void {
  const own = except === undefined ? undefined : prefixOf(except);
  for (const key of Object.keys(window.sessionStorage))
    if (key.startsWith(PREFIX) && (own === undefined || !key.startsWith(own))) window.sessionStorage.removeItem(key);
}

export interface KeptState<State> {
  readonly state: State;
  /** Changes the state and keeps it. */
  readonly change: (to: Partial<State>) => void;
  /** Whether the state comes from an earlier visit. */
  readonly isRestored: boolean;
  /** Forgets what is kept, as after a save. The state stays. */
  readonly forget: () => void;
  /** Forgets what is kept and goes back to the state that the form was made with, or to this one. */
  readonly startOver: (from?: State) => void;
}

/**
 * Unsaved work that outlives its page: a reload, another page, a session that has ended. `name`: what is edited. Never for
 * secrets: what is kept can be read by every script of the page.
 */
export function useKeptState<State extends object>(name: string, make: () => State): KeptState<State> {
  const key = prefixOf(useContext(PersonContext)) + name;
  const [held, setHeld] = useState(() => {
    const made = make();
    const kept = read(key);
    return isLike(kept, made) ? { made, state: kept, isRestored: true } : { made, state: made, isRestored: false };
  });
  // Two changes in one event build on each other.
  const latest = useRef(held.state);
  return {
    state: held.state,
    change(to) {
      latest.current = { ...latest.current, ...to };
      keep(key, latest.current);
      setHeld({ ...held, state: latest.current });
    },
    isRestored: held.isRestored,
    forget: () => window.sessionStorage.removeItem(key),
    startOver(from = held.made) {
      window.sessionStorage.removeItem(key);
      latest.current = from;
      setHeld({ made: from, state: from, isRestored: false });
    },
  };
}

function prefixOf(person: string): string {
  return `${PREFIX}${encodeURIComponent(person)}:`;
}

function read(key: string): unknown {
  if (typeof window === "undefined") return undefined;
  try {
    return JSON.parse(window.sessionStorage.getItem(key) ?? "null");
  } catch {
    return undefined;
  }
}

function keep(key: string, state: object): void {
  try {
    window.sessionStorage.setItem(key, JSON.stringify(state));
  } catch {
    // The storage is full or switched off: the work is lost with the page, as without it.
  }
}
