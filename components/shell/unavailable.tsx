"use client";
import { ErrorState } from "@/components/ui/states";
import { Brand } from "./brand";
import { EnvironmentName } from "./console-look";

/**
 * Shown when the account cannot be checked. `callersServed`: what it needs is away, but the gateway answers known
 * callers from memory.
 */
export function Unavailable({ reason, callersServed = false }: { reason: string; callersServed?: boolean }) {
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-10">
      <div className="w-full max-w-md">
        <div className="flex items-center justify-between gap-3">
          <Brand />
          <EnvironmentName />
        </div>
        <div className="mt-6 rounded-xl border bg-surface shadow-card">
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
        </div>
      </div>
    </main>
  );
}
