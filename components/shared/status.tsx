import { Ban, CircleCheck } from "lucide-react";
import { Badge } from "@/components/ui/badge";

/** Whether an entity is blocked. `listed`: for a row of a list, where only blocked ones stand out. */
export function StatusBadge({ blocked, listed = false }: { blocked: boolean; listed?: boolean }) {
  return blocked ? (
    <Badge tone="bad">
      <Ban className="size-3" aria-hidden /> Blocked
    </Badge>
  ) : (
    <ActiveWord listed={listed} />
  );
}

/** The status "Active". In a list it is a word without a mark, because nearly every row has it. */
export function ActiveWord({ listed }: { listed: boolean }) {
  if (listed) return <span className="text-note whitespace-nowrap text-ink-faint">Active</span>;
  return (
    <span className="inline-flex h-5 items-center gap-1.5 text-note whitespace-nowrap text-ink-soft">
      <CircleCheck className="size-3.5 text-good" aria-hidden /> Active
    </span>
  );
}

/** The filter of a list by status, as the API's `blocked`. */
export const STATUSES = [
  { value: "", label: "All" },
  { value: "false", label: "Active" },
  { value: "true", label: "Blocked" },
] as const;
export type StatusFilter = (typeof STATUSES)[number]["value"];
