import { parseObjectText } from "@/lib/providers/json-value";
import { chargedUsage } from "./charged-usage";
import type { SpendRecord } from "./record";

/**
 * The record of a call that its process left unfinished in the journal, from the row of an interrupted call (see
 * `callRowJson`). Undefined: the text is not such a row.
 */
export function interruptedRecord(row: string): SpendRecord | undefined {
  const fields = parseObjectText(row);
  const charged = chargedUsage(row);
  if (!charged || fields?.["status"] !== "interrupted") return undefined;
  const text = (name: string): string => optionalText(fields[name]) ?? "";
  const id = (name: string): string | null => optionalText(fields[name]) ?? null;
  const { tags, decision_ms: decisionMs } = fields;
  const priceState = text("price_state");
  return {
    callId: charged.callId,
    requestId: id("request_id") ?? charged.callId,
    traceId: id("trace_id"),
    startedAt: Date.parse(text("started_at")),
    decisionMs: typeof decisionMs === "number" ? decisionMs : null,
    route: text("route"),
    requestedModel: text("requested_model"),
    model: text("model"),
    provider: text("provider"),
    deployment: charged.deployment,
    estimatedPromptTokens: charged.usage.promptTokens,
    keyId: id("key_id"),
    userId: id("user_id"),
    teamId: charged.teamId,
    organizationId: id("organization_id"),
    teamOrganizationId: id("team_organization_id"),
    endUserId: id("end_user_id"),
    endUserSigned: fields["end_user_signed"] === true,
    issuer: id("issuer"),
    tags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === "string") : [],
    status: "interrupted",
    attempts: 1,
    tried: [],
    httpStatus: null,
    durationMs: 0,
    upstreamMs: null,
    firstTokenMs: null,
    upstreamRequestId: null,
    usage: { ...charged.usage, source: "estimated" },
    spendNano: charged.spendNano,
    priceState: priceState === "priced" || priceState === "free" ? priceState : "unpriced",
    priceVersion: id("price_version"),
  };
}

function optionalText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
