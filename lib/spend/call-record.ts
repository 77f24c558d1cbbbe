import { storableDuration, storableId, storableText, storableTried, storableUsage } from "@/lib/calls/row";
import type { CallIntent, SpendRecord } from "@/lib/calls/record";
import { chargeEndedCall } from "@/lib/prices/price";
import type { PriceTable } from "@/lib/prices/price-table";
import { NO_USAGE, type Usage } from "@/lib/usage";
import type { CallEnd } from "./book";

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
  const price = chargeEndedCall(status, usage, served ? served.price : intendedPrice);
  // Every field is spelled out, because a spread with fields after it takes 5 µs on the hot path.
  return {
    callId: intent.callId,
    requestId: intent.requestId,
    traceId: intent.traceId,
    startedAt: intent.startedAt,
    decisionMs: intent.decisionMs,
    route: intent.route,
    requestedModel: intent.requestedModel,
    model: served ? storableText(served.deployment.model) : intent.model,
    provider: served ? storableText(served.deployment.provider) : intent.provider,
    deployment: served ? storableText(served.deployment.id) : intent.deployment,
    estimatedPromptTokens: intent.estimatedPromptTokens,
    keyId: intent.keyId,
    userId: intent.userId,
    teamId: intent.teamId,
    organizationId: intent.organizationId,
    teamOrganizationId: intent.teamOrganizationId,
    endUserId: intent.endUserId,
    endUserSigned: intent.endUserSigned,
    issuer: intent.issuer,
    tags: intent.tags,
    status,
    attempts: end.attempts ?? 1,
    tried: storableTried(end.tried),
    httpStatus: end.httpStatus,
    durationMs: storableDuration(end.endedAt - intent.startedAt),
    upstreamMs: durationOrNull(end.upstreamMs),
    firstTokenMs: durationOrNull(end.firstTokenMs ?? null),
    upstreamRequestId: storableId(end.upstreamRequestId ?? null),
    usage,
    spendNano: price.spendNano,
    priceState: price.state,
    priceVersion: price.version,
  };
}

function durationOrNull(milliseconds: number | null): number | null {
  return milliseconds === null ? null : storableDuration(milliseconds);
}
