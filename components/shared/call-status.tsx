import { Badge, type Tone } from "@/components/ui/badge";
import type { CallLog } from "@/lib/wire/spend";

const TONES: Readonly<Record<CallLog["status"], Tone>> = {
  success: "good",
  error: "bad",
  cancelled: "neutral",
  interrupted: "warn",
};

export function CallStatusBadge({ status }: { status: CallLog["status"] }) {
  return <Badge tone={TONES[status]}>{status}</Badge>;
}

/** The price of a call, or that there is none. */
export function callPrice(call: CallLog, format: (dollars: number) => string): string {
  return call.price_state === "unpriced" ? "unpriced" : format(call.spend);
}
