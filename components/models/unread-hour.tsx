"use client";
import { useLastHour } from "@/components/shared/use-last-hour";
import { InlineError } from "@/components/ui/states";

/** Says that the last hour could not be read, and offers to read it again. Absent while it is known. */
export function UnreadHour() {
  const { query } = useLastHour();
  if (!query.isLoadingError) return null;
  return (
    <div className="px-4 py-2.5">
      <InlineError error={query.error} name="the last hour" retry={() => void query.refetch()} />
    </div>
  );
}
