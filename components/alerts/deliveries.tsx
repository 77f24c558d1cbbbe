import { BellOff } from "lucide-react";
import { Badge, type Tone } from "@/components/ui/badge";
import type { PastAlert } from "@/lib/wire/contracts/alerts/history";

type Delivery = PastAlert["deliveries"][number];

/** What became of the messages about an alert, by channel, or why there are none. */
export function AlertDeliveries({ alert }: { alert: PastAlert }) {
  const { deliveries, silence, told_at: toldAt, state } = alert;
  if (deliveries.length === 0) {
    if (toldAt !== null) return <span className="text-meta text-ink-faint">No channel is told of it</span>;
    if (silence === null)
      return <span className="text-meta text-ink-faint">{state === "open" ? "About to be told" : "Not told"}</span>;
    return (
      <span className="flex max-w-72 items-start gap-1.5 text-meta whitespace-normal text-ink-soft">
        <BellOff className="mt-0.5 size-3.5 shrink-0" aria-hidden />
        <span className="min-w-0 wrap-anywhere">
          Silenced by {silence.created_by}: {silence.reason}
        </span>
      </span>
    );
  }
  return (
    <ul className="max-w-80 space-y-1 text-meta whitespace-normal">
      {deliveries.map((one) => (
        <li key={`${one.channel} ${one.of} ${one.in_summary}`} className="flex flex-wrap items-center gap-1.5">
          <Badge tone={toneOf(one)}>{wordOf(one)}</Badge>
          <span className="min-w-0 wrap-anywhere">
            {one.channel}
            {one.of === "resolved" && <span className="text-ink-faint">, its end</span>}
            {one.in_summary && <span className="text-ink-faint">, in a summary</span>}
            {one.state !== "delivered" && one.last_error !== null && (
              <span className="text-ink-soft">: {one.last_error}</span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

function toneOf({ state }: Delivery): Tone {
  if (state === "delivered") return "good";
  return state === "waiting" ? "warn" : "bad";
}

function wordOf({ state, attempts }: Delivery): string {
  if (state === "delivered") return "Delivered";
  if (state !== "waiting") return "Given up";
  return attempts === 0 ? "Waiting" : `Tried ${attempts}×`;
}
