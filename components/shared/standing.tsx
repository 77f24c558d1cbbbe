import { Ban, CircleCheck } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import type { BlockRequest } from "./block-dialog";

export function Standing({ blocked }: { blocked: boolean }) {
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

/** The filter of a list by standing, as the API's `blocked`. */
export const STANDINGS = [
  { value: "", label: "All" },
  { value: "false", label: "Active" },
  { value: "true", label: "Blocked" },
] as const;
export type StandingFilter = (typeof STANDINGS)[number]["value"];

/** `of` says what is blocked now; the request is the opposite. */
export function BlockButton({
  of: { blocked, ...of },
  onBlock,
}: {
  of: Omit<BlockRequest, "block"> & { blocked: boolean };
  onBlock: (request: BlockRequest) => void;
}) {
  return (
    <Button
      size="small"
      variant="secondary"
      aria-label={`${blocked ? "Unblock" : "Block"} ${of.name}`}
      onClick={() => onBlock({ ...of, block: !blocked })}
    >
      {blocked ? "Unblock" : "Block"}
    </Button>
  );
}
