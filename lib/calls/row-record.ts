import { nanoFromDollars } from "@/lib/prices/money";
import { parseObjectText } from "@/lib/providers/json-value";
import { NO_USAGE, UNIT_NAMES, USAGE_UNITS, type UsageUnit } from "@/lib/usage";
import type { SpendRecord } from "./record";

/**
 * The record of a call that its process left in the journal without an end: its row is that of an interrupted call (see
 * `callRowJson`). Undefined: it is no such row.
 */
export function interruptedRecord(row: string): SpendRecord | undefined {
  const fields = parseObjectText(row);
  if (fields?.["status"] !== "interrupted") return undefined;
  const text = (name: string): string => optionalText(fields[name]) ?? "";
  const id = (name: string): string | null => optionalText(fields[name]) ?? null;
  const units: Record<UsageUnit, number> = { ...NO_USAGE };
  for (const unit of UNIT_NAMES) {
    const count = fields[USAGE_UNITS[unit].column];
    if (typeof count === "number") units[unit] = count;
  }
  const { tags } = fields;
  const priceState = text("price_state");
  return {
    callId: text("call_id"),
    startedAt: Date.parse(text("started_at")),
    route: text("route"),
    requestedModel: text("requested_model"),
    model: text("model"),
    provider: text("provider"),
    deployment: text("deployment"),
    estimatedPromptTokens: units.promptTokens,
    keyId: id("key_id"),
    userId: id("user_id"),
    teamId: id("team_id"),
    organizationId: id("organization_id"),
    teamOrganizationId: id("team_organization_id"),
    endUserId: id("end_user_id"),
    endUserSigned: fields["end_user_signed"] === true,
    tags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === "string") : [],
    status: "interrupted",
    attempts: 1,
    tried: [],
    httpStatus: null,
    durationMs: 0,
    upstreamMs: null,
    usage: { ...units, source: "estimated" },
    spendNano: nanoFromDollars(text("spend")),
    priceState: priceState === "priced" || priceState === "free" ? priceState : "unpriced",
    priceVersion: id("price_version"),
  };
}

function optionalText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
