import { callLiteral } from "@/lib/calls/literal";
import { dollarsFromNano } from "@/lib/prices/money";
import { bookCalls } from "@/lib/store/calls/calls";
import { repriceCalls } from "@/lib/store/calls/reprice";
import type { Database } from "@/lib/store/database";
import { NO_USAGE } from "@/lib/usage";
import { SAMPLE_TIME, sampleIntent } from "./spend-samples";

/** The literal of a finished sample call. */
export function sampleLiteral(callId: string, startedAt = SAMPLE_TIME): string {
  return callLiteral({
    ...sampleIntent(callId, { startedAt }),
    status: "success",
    attempts: 1,
    tried: [],
    httpStatus: 200,
    durationMs: 250,
    upstreamMs: 200,
    firstTokenMs: null,
    upstreamRequestId: null,
    usage: { ...NO_USAGE, promptTokens: 10, completionTokens: 5 },
    spendNano: 20_000n,
    priceState: "priced",
    priceVersion: "config:1",
  });
}

/** Books sample calls in one transaction. */
export async function bookSamples(database: Database, ...callIds: readonly string[]): Promise<void> {
  await bookCalls(
    database,
    callIds.map((id) => sampleLiteral(id)),
  );
}

/** Gives a call another price, in nano-dollars. */
export async function repriceSample(
  database: Database,
  callId: string,
  spendNano: bigint,
  startedAt = SAMPLE_TIME,
): Promise<void> {
  const price = {
    call_id: callId,
    started_at: new Date(startedAt).toISOString(),
    spend: dollarsFromNano(spendNano),
    price_state: "priced",
    price_version: "config:2",
  };
  await repriceCalls(database, { id: "run", actor: "test" }, [price], () => ({}));
}
