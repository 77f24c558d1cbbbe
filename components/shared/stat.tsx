import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";
import { Skeleton } from "@/components/ui/skeleton";
import { Note } from "@/components/ui/text";

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
      <Note className="truncate">{label}</Note>
      {value === undefined ? (
        <Skeleton className="mt-1.5 mb-1 h-6 w-20" />
      ) : (
        <p
          className={`mt-0.5 text-page font-semibold tracking-tight tabular-nums ${tone === "warn" ? "text-warn" : ""}`}
        >
          {value}
        </p>
      )}
      <Note className="h-5 truncate">{note}</Note>
    </div>
  );
}

/** Numbers side by side, in one frame. `columns`: how many stand beside each other on a wide screen. */
export function Stats({ columns = 4, children }: { columns?: 2 | 4; children: ReactNode }) {
  return (
    <div
      className={classNames(
        "grid grid-cols-2 gap-px overflow-hidden rounded-lg border bg-line shadow-card",
        columns === 4 && "lg:grid-cols-4",
      )}
    >
      {children}
    </div>
  );
}
