import { nanoFromDollars } from "@/lib/prices/money";
import { parseObjectText } from "@/lib/providers/json-value";
import { NO_USAGE, UNIT_NAMES, USAGE_UNITS, type UsageUnit } from "@/lib/usage";
import type { SpendRecord } from "./record";

/** What a call used and cost, and whose it was. */
export type ChargedUsage = Pick<SpendRecord, "callId" | "deployment" | "teamId" | "usage" | "spendNano">;

/** Reads usage and cost from a call's row in the journal (see `callRowJson`). Undefined: the text is no such row. */
export function chargedUsage(row: string): ChargedUsage | undefined {
  const fields = parseObjectText(row);
  if (!fields) return undefined;
  const { call_id: callId, deployment, team_id: teamId, spend, usage_source: source } = fields;
  if (typeof callId !== "string" || typeof deployment !== "string" || typeof spend !== "string") return undefined;
  const units: Record<UsageUnit, number> = { ...NO_USAGE };
  for (const unit of UNIT_NAMES) {
    const count = fields[USAGE_UNITS[unit].column];
    if (typeof count === "number") units[unit] = count;
  }
  return {
    callId,
    deployment,
    teamId: typeof teamId === "string" ? teamId : null,
    usage: { ...units, source: source === "upstream" ? "upstream" : "estimated" },
    spendNano: nanoFromDollars(spend),
  };
}
