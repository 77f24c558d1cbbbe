import type { Call } from "@/components/api/types";
import { Badge, type Tone } from "@/components/ui/badge";

const TONES: Readonly<Record<Call["status"], Tone>> = {
  success: "good",
  error: "bad",
  cancelled: "neutral",
  interrupted: "warn",
};

export function CallStatusBadge({ status }: { status: Call["status"] }) {
  return <Badge tone={TONES[status]}>{status}</Badge>;
}

/** The price of a call, or that there is none. */
export function callPrice(call: Call, format: (dollars: number) => string): string {
  return call.price_state === "unpriced" ? "unpriced" : format(call.spend);
}
