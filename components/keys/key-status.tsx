import { ActiveLabel } from "@/components/shared/status";
import { Until } from "@/components/shared/time";
import { Badge } from "@/components/ui/badge";
import type { Key } from "@/lib/wire/key";

/**
 * Whether a key is accepted at `now` (milliseconds since the epoch), and until when. `listed`: for a row of a list,
 * where only keys that are not accepted stand out.
 */
export function KeyStatus({ row, now, listed = false }: { row: Key; now: number; listed?: boolean }) {
  if (row.blocked) return <Badge tone="bad">Blocked</Badge>;
  if (row.expires === null) return listed ? null : <ActiveLabel />;
  if (Date.parse(row.expires) <= now) return <Badge title={row.expires}>Expired</Badge>;
  return (
    <>
      {!listed && <ActiveLabel />}
      <span className="block text-meta whitespace-nowrap text-ink-faint">
        Expires <Until iso={row.expires} />
      </span>
    </>
  );
}
