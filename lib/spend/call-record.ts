import { joinRecord, type ServedNames } from "@/lib/calls/generated-row";
import type { CallIntent, SpendRecord } from "@/lib/calls/record";
import {
  storableDuration,
  storableDurationOrNull,
  storableId,
  storableText,
  storableUsage,
} from "@/lib/calls/storable";
import { storableTried } from "@/lib/calls/tried";
import { chargeEndedCall } from "@/lib/prices/price";
import { chargeUnits, type PriceTable } from "@/lib/prices/price-table";
import { NO_USAGE, type Usage } from "@/lib/usage";
import type { CallEnd, ServedBy } from "./book";

/** The row of a call whose process dies: the estimated prompt at its price. */
export function interruptedRecord(intent: CallIntent, price: PriceTable | undefined): SpendRecord {
  const usage: Usage = { ...NO_USAGE, promptTokens: intent.estimatedPromptTokens, source: "estimated" };
  return record(
    intent,
    { status: "interrupted", httpStatus: null, upstreamMs: null, endedAt: intent.startedAt },
    usage,
    price,
  );
}

/** The row of a call that has ended. */
export function finishedRecord(intent: CallIntent, end: CallEnd, price: PriceTable | undefined): SpendRecord {
  return record(intent, end, storableUsage(end.usage), price);
}

function record(
  intent: CallIntent,
  end: Omit<CallEnd, "usage">,
  usage: Usage,
  intendedPrice: PriceTable | undefined,
): SpendRecord {
  const { status, served } = end;
  const known = served ? served.price : intendedPrice;
  const price = end.isCharged && known ? chargeUnits(usage, known) : chargeEndedCall(status, usage, known);
  return joinRecord(intent, served ? namesOf(served) : intent, {
    status,
    attempts: end.attempts ?? 1,
    tried: storableTried(end.tried),
    httpStatus: end.httpStatus,
    durationMs: storableDuration(end.endedAt - intent.startedAt),
    upstreamMs: storableDurationOrNull(end.upstreamMs),
    firstTokenMs: storableDurationOrNull(end.firstTokenMs ?? null),
    upstreamRequestId: storableId(end.upstreamRequestId ?? null),
    usage,
    spendNano: price.spendNano,
    priceState: price.state,
    priceVersion: price.version,
  });
}

function namesOf({ deployment: { id, provider, model } }: ServedBy): ServedNames {
  return { deployment: storableText(id), provider: storableText(provider), model: storableText(model) };
}
