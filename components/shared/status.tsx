import { Ban, CircleCheck } from "lucide-react";
import { Badge } from "@/components/ui/badge";

/** Whether somebody is blocked. */
export function StatusBadge({ blocked }: { blocked: boolean }) {
  return blocked ? (
    <Badge tone="bad">
      <Ban className="size-3" aria-hidden /> Blocked
    </Badge>
  ) : (
    <Badge tone="good">
      <CircleCheck className="size-3" aria-hidden /> Active
    </Badge>
  );
}

/** The filter of a list by status, as the API's `blocked`. */
export const STATUSES = [
  { value: "", label: "All" },
  { value: "false", label: "Active" },
  { value: "true", label: "Blocked" },
] as const;
export type StatusFilter = (typeof STATUSES)[number]["value"];
