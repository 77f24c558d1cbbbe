import { DAY_MS } from "@/lib/time/period";
import type { EntityType } from "@/lib/entity-type";
import type { CallFilter } from "@/lib/calls/filter";

/**
 * Which daily totals: of all entities of one type, or of one of them. Of members, those of one team or one user. Days
 * are UTC midnights in milliseconds since the epoch, both included.
 */
export interface DailyFilter {
  readonly entityType: EntityType;
  readonly entityId?: string;
  readonly memberTeamId?: string;
  readonly memberUserId?: string;
  readonly model?: string;
  readonly provider?: string;
  readonly from: number;
  readonly to: number;
}

/** Beyond every day that a database holds. */
const FIRST_DAY = Date.parse("0001-01-01T00:00:00Z");
const LAST_DAY = Date.parse("9999-12-31T00:00:00Z");

const PAYERS = [
  ["keyId", "key"],
  ["userId", "user"],
  ["teamId", "team"],
  ["organizationId", "organization"],
  ["endUserId", "end_user"],
  ["tag", "tag"],
  ["requestedModel", "model"],
] as const satisfies readonly (readonly [keyof CallFilter, EntityType])[];
const KEPT: ReadonlySet<string> = new Set(["model", "provider", "from", "until", ...PAYERS.map(([name]) => name)]);

/** The daily totals that count exactly the calls which all these filters take, if there are such totals. */
export function dailyFilterOf(filters: readonly CallFilter[]): DailyFilter | undefined {
  const merged: Record<string, unknown> = {};
  for (const [name, value] of filters.flatMap((filter) => Object.entries(filter))) {
    if (value === undefined) continue;
    if (!KEPT.has(name) || (name in merged && merged[name] !== value)) return undefined;
    merged[name] = value;
  }
  const filter: CallFilter = merged;
  const { model, provider, from = FIRST_DAY, until = LAST_DAY + DAY_MS } = filter;
  if (model?.includes("*") || from % DAY_MS !== 0 || until % DAY_MS !== 0) return undefined;
  const days = { model, provider, from, to: until - DAY_MS };
  const payers = PAYERS.filter(([name]) => filter[name] !== undefined);
  const [payer] = payers;
  if (!payer) return { entityType: "all", entityId: "", ...days };
  if (payers.length === 1) return { entityType: payer[1], entityId: filter[payer[0]], ...days };
  const isMember = payers.length === 2 && filter.teamId !== undefined && filter.userId !== undefined;
  return isMember
    ? { entityType: "member", memberTeamId: filter.teamId, memberUserId: filter.userId, ...days }
    : undefined;
}
