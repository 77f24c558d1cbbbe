"use client";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { callVersioned, type InputOf, type OutputOf, type Versioned } from "@/components/api/client";
import { Skeleton } from "@/components/ui/skeleton";
import { ErrorState } from "@/components/ui/states";
import type { ReadContract } from "@/lib/wire/contract";

/** Reads a row with its version before it is edited, so that the edit is based on what is in force. */
export function EditedRow<Read extends ReadContract>({
  contract,
  input,
  lines = 6,
  children,
}: {
  contract: Read;
  input: InputOf<Read>;
  /** Its height while it loads, in lines. */
  lines?: number;
  children: (opened: Versioned<OutputOf<Read>>) => ReactNode;
}) {
  const opening = useId();
  const query = useQuery({
    // Each opening has a query of its own, so that a write elsewhere does not change a form that is being filled in.
    queryKey: ["edited", contract.path, opening],
    queryFn: ({ signal }) => callVersioned(contract, input, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (query.isLoadingError) return <ErrorState error={query.error} retry={() => void query.refetch()} />;
  if (query.data) return children(query.data);
  return (
    <div role="status" aria-label="Loading" className="space-y-3">
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} className="h-8 w-full" />
      ))}
    </div>
  );
}
