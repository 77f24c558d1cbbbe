import { Badge } from "@/components/ui/badge";
import type { Key } from "@/lib/wire/key";

/** Whether a key is accepted at `now` (milliseconds since the epoch), and until when. */
export function KeyStatus({ row, now }: { row: Key; now: number }) {
  if (row.blocked) return <Badge tone="bad">Blocked</Badge>;
  if (row.expires === null) return <Badge tone="good">Active</Badge>;
  const expired = Date.parse(row.expires) <= now;
  return (
    <Badge tone={expired ? "neutral" : "good"} title={row.expires}>
      {expired ? "Expired" : `Until ${row.expires.slice(0, 10)}`}
    </Badge>
  );
}
