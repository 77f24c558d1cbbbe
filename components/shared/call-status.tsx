import { Badge, type Tone } from "@/components/ui/badge";
import type { CallLog } from "@/lib/wire/spend";

const TONES: Readonly<Record<Exclude<CallLog["status"], "success">, Tone>> = {
  error: "bad",
  cancelled: "neutral",
  interrupted: "warn",
  tool_error: "bad",
};

/** How a call ended. Only calls that did not succeed stand out. */
export function CallStatusBadge({ status }: { status: CallLog["status"] }) {
  if (status === "success")
    return <span className="inline-flex h-5 items-center text-meta text-ink-soft capitalize">{status}</span>;
  return (
    <Badge tone={TONES[status]}>
      <span className="capitalize">{status.replace("_", " ")}</span>
    </Badge>
  );
}

/** The price of a call, or the word that there is none. */
export function callPrice(call: CallLog, format: (dollars: number) => string): string {
  return call.price_state === "unpriced" ? "unpriced" : format(call.spend);
}
