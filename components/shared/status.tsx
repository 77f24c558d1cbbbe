import { Ban, CircleCheck } from "lucide-react";
import { Badge } from "@/components/ui/badge";

/** Whether an entity is blocked. */
export function StatusBadge({ blocked }: { blocked: boolean }) {
  return blocked ? (
    <Badge tone="bad">
      <Ban className="size-3" aria-hidden /> Blocked
    </Badge>
  ) : (
    <ActiveLabel />
  );
}

/** The status "Active". Lists leave it out, because nearly every row has it. */
export function ActiveLabel() {
  return (
    <span className="inline-flex h-5 items-center gap-1.5 text-meta whitespace-nowrap text-ink-soft">
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
