"use client";
import { useLastHour } from "@/components/shared/use-last-hour";
import { InlineError } from "@/components/ui/states";

/** Says that nobody knows how deployments did lately, and offers to ask again; nothing while it is known. */
export function UnreadHour() {
  const { query } = useLastHour();
  if (!query.isLoadingError) return null;
  return (
    <div className="px-4 py-2.5">
      <InlineError error={query.error} name="the last hour" retry={() => void query.refetch()} />
    </div>
  );
}
