"use client";
import { formatCompact, formatCount } from "@/components/api/format";
import { MOST_COUNTED_GROUPS } from "@/lib/refusal";
import { counted } from "@/components/shared/wording";
import { Badge } from "@/components/ui/badge";
import { useIsHydrated } from "@/components/ui/hydration";
import { useHeldTools, useInboxCounts } from "./use-waiting";

/** How many people ask for access or, if nobody does, how many groups of refusals are open. */
export function InboxCount() {
  const counts = useInboxCounts();
  // The bell may have read them before this takes over the server's HTML, which has none.
  const isHydrated = useIsHydrated();
  if (!isHydrated || counts === undefined || (counts.requests === 0 && counts.groups === 0)) return null;
  const { requests, groups } = counts;
  const more = requests === 0 && groups >= MOST_COUNTED_GROUPS;
  const words =
    requests > 0
      ? `${counted(requests, "request")} for access`
      : more
        ? `${formatCount(groups)} or more open groups`
        : counted(groups, "open group");
  return (
    <Badge tone={requests > 0 ? "accent" : "neutral"} title={words}>
      <span aria-hidden>{formatCompact(requests > 0 ? requests : groups) + (more ? "+" : "")}</span>
      <span className="sr-only">{words}</span>
    </Badge>
  );
}

/** How many tools are held until somebody has looked at them. */
export function HeldCount() {
  const held = useHeldTools();
  if (held === undefined || held === 0) return null;
  const words = counted(held, "held tool");
  return (
    <Badge tone="neutral" title={words}>
      <span aria-hidden>{formatCompact(held)}</span>
      <span className="sr-only">{words}</span>
    </Badge>
  );
}
