"use client";
import { createContext, useContext } from "react";
import { TryAgain } from "@/components/ui/states";

/** The errors that the head of the page shows already, because several parts share them. */
export const SharedErrors = createContext<ReadonlySet<string>>(new Set());

/**
 * Replaces a part of the page that could not be read. Names the reason, unless the head of the page does, and offers to
 * try again.
 */
export function ReadError({
  name,
  query: { error, refetch },
}: {
  name: string;
  query: { readonly error: Error | null; readonly refetch: () => unknown };
}) {
  const isTold = useContext(SharedErrors).has(error?.message ?? "");
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p className={isTold ? "text-ink-faint" : "min-w-0 text-bad wrap-anywhere"}>
        {isTold ? "Could not be read." : error?.message}
      </p>
      <TryAgain name={name} retry={() => void refetch()} />
    </div>
  );
}
