"use client";
import { ErrorState } from "@/components/ui/states";
import { ClosedDoor } from "./closed-door";

/**
 * Shown when the account cannot be checked. `callersServed`: what it needs is away, but the gateway answers known
 * callers from memory.
 */
export function Unavailable({ reason, callersServed = false }: { reason: string; callersServed?: boolean }) {
  return (
    <ClosedDoor>
      <ErrorState
        title="The console cannot open right now"
        error={new Error(reason)}
        retry={() => window.location.reload()}
      />
      {callersServed && (
        <p className="border-t px-4 py-3 text-center text-meta text-ink-soft">
          Callers whom the gateway knows are still served.
        </p>
      )}
    </ClosedDoor>
  );
}
