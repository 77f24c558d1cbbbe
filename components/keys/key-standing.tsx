import { Badge } from "@/components/ui/badge";
import type { Key } from "@/lib/wire/key";

/** Whether a key is accepted at `now` (milliseconds since the epoch), and until when. */
export function KeyStanding({ target, now }: { target: Key; now: number }) {
  if (target.blocked) return <Badge tone="bad">Blocked</Badge>;
  if (target.expires === null) return <Badge tone="good">Active</Badge>;
  const expired = Date.parse(target.expires) <= now;
  return (
    <Badge tone={expired ? "neutral" : "good"} title={target.expires}>
      {expired ? "Expired" : `Until ${target.expires.slice(0, 10)}`}
    </Badge>
  );
}
