"use client";
import { ErrorState } from "@/components/ui/states";
import { Brand } from "./brand";

/** Shown when the database is unreachable, so that the account cannot be checked. */
export function Unavailable({ reason }: { reason: string }) {
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-10">
      <div className="w-full max-w-md">
        <Brand />
        <div className="mt-6 rounded-xl border bg-surface shadow-card">
          <ErrorState
            title="The console cannot open right now"
            error={new Error(reason)}
            retry={() => window.location.reload()}
          />
        </div>
      </div>
    </main>
  );
}
