import type { ReactNode } from "react";
import { Skeleton } from "@/components/ui/skeleton";

/** One number with its name. */
export function Stat({
  label,
  value,
  note,
  tone,
}: {
  label: string;
  value: ReactNode | undefined;
  note?: ReactNode;
  tone?: "warn";
}) {
  return (
    <div className="min-w-0 bg-surface px-4 py-3">
      <p className="truncate text-[12.5px] text-ink-faint">{label}</p>
      {value === undefined ? (
        <Skeleton className="my-1.5 h-5 w-20" />
      ) : (
        <p className={`mt-0.5 text-xl font-semibold tracking-tight tabular-nums ${tone === "warn" ? "text-warn" : ""}`}>
          {value}
        </p>
      )}
      <p className="h-5 truncate text-[12.5px] text-ink-faint">{note}</p>
    </div>
  );
}

/** Numbers side by side, in one frame. */
export function Stats({ children }: { children: ReactNode }) {
  return (
    <div className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border bg-line shadow-card lg:grid-cols-4">
      {children}
    </div>
  );
}
