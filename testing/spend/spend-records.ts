import type { SpendRecord } from "@/lib/calls/record";
import { NO_USAGE } from "@/lib/usage";
import { sampleIntent } from "./spend-samples";

/** A booked call that cost 5 nano-dollars, with changed fields. */
export function record(index: number, changes: Partial<SpendRecord>): SpendRecord {
  return {
    ...sampleIntent(`call-${index}`),
    status: "success",
    attempts: 1,
    tried: [],
    httpStatus: null,
    durationMs: 1,
    upstreamMs: null,
    firstTokenMs: null,
    upstreamRequestId: null,
    spendNano: 5n,
    priceState: "priced",
    priceVersion: null,
    usage: { ...NO_USAGE, promptTokens: index, completionTokens: 1 },
    ...changes,
  };
}
