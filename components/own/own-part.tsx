import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ApiError } from "@/components/api/client";
import { Skeleton } from "@/components/ui/skeleton";
import { ErrorState } from "@/components/ui/states";

/**
 * A part of the page with its read. `missing`: shown when the gateway knows no such row, which is not an error here.
 */
export function OwnPart<Answer>({
  query,
  missing,
  children,
}: {
  query: UseQueryResult<Answer>;
  missing?: string;
  children: (answer: Answer) => ReactNode;
}) {
  if (query.isPending) {
    return (
      <div role="status" aria-label="Loading" className="p-4">
        <Skeleton className="h-24 w-full" />
      </div>
    );
  }
  if (query.isLoadingError) {
    const isMissing = missing !== undefined && query.error instanceof ApiError && query.error.status === 404;
    return isMissing ? (
      <p className="p-4 text-ink-soft">{missing}</p>
    ) : (
      <ErrorState error={query.error} retry={() => void query.refetch()} />
    );
  }
  return <div className="p-4">{children(query.data)}</div>;
}
