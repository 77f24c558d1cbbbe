"use client";
import { useState } from "react";
import { ApiError } from "@/components/api/client";
import { Field, Input } from "@/components/ui/field";
import type { LostRequest, LostRequests } from "@/lib/wire/lost-request";

/** What people type before they lock themselves out. */
const WORD = "lock me out";

export interface LockOut {
  /** What the person could no longer do; empty: the gateway has not refused the change for that reason. */
  readonly lost: readonly LostRequest[];
  readonly typed: string;
  readonly setTyped: (typed: string) => void;
  /** Whether the change was refused and the word is not typed yet. */
  readonly isWaiting: boolean;
  /** The value to send as `force`. */
  readonly force: boolean;
}

/** Asks for a typed word once the gateway has refused a change with `would_lock_out`. `error`: the change's error. */
export function useLockOut(error: Error | null): LockOut {
  const [typed, setTyped] = useState("");
  const lost = lostRequestsOf(error);
  const isTyped = typed.trim().toLowerCase() === WORD;
  return { lost, typed, setTyped, isWaiting: lost.length > 0 && !isTyped, force: lost.length > 0 && isTyped };
}

/** The requests that a refusal with `would_lock_out` lists; none for any other error. */
function lostRequestsOf(error: Error | null): readonly LostRequest[] {
  if (!(error instanceof ApiError) || error.code !== "would_lock_out") return [];
  // Not parsed again: the console and the gateway are one build.
  return (error.details as LostRequests | undefined)?.lost ?? [];
}

/** The field for the typed word. Absent unless the change has been refused. */
export function LockOutField({ lockOut: { lost, typed, setTyped } }: { lockOut: LockOut }) {
  if (lost.length === 0) return null;
  return (
    <Field
      label={`Type “${WORD}” to do it anyway`}
      hint="Afterwards only another administrator or the master key can undo it."
    >
      {(control) => <Input {...control} value={typed} onChange={(event) => setTyped(event.target.value)} autoFocus />}
    </Field>
  );
}
