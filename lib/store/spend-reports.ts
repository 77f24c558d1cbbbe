import type { EntityType } from "@/lib/spend/entity";
import { formatDay } from "@/lib/period";
import type { Database } from "./database";
import type { Prisma } from "./generated/client";

/** Which calls; a field that is undefined does not matter. Times are milliseconds since the epoch. */
export interface CallFilter {
  readonly callId?: string;
  readonly keyId?: string;
  readonly userId?: string;
  readonly teamId?: string;
  readonly organizationId?: string;
  readonly endUserId?: string;
  readonly model?: string;
  readonly provider?: string;
  readonly status?: string;
  readonly from?: number;
  /** Not included. */
  readonly until?: number;
}

/** One booked call, with the database's names; `spend` is in dollars. */
export interface CallLog {
  readonly call_id: string;
  readonly started_at: string;
  readonly duration_ms: number;
  readonly upstream_ms: number | null;
  readonly status: string;
  readonly http_status: number | null;
  readonly route: string;
  readonly requested_model: string;
  readonly model: string;
  readonly provider: string;
  readonly deployment: string;
  readonly attempts: number;
  readonly prompt_tokens: number;
  readonly cached_tokens: number;
  readonly completion_tokens: number;
  readonly reasoning_tokens: number;
  readonly cache_write_tokens: number;
  readonly cache_write_hour_tokens: number;
  readonly prompt_audio_tokens: number;
  readonly cached_audio_tokens: number;
  readonly prompt_image_tokens: number;
  readonly completion_audio_tokens: number;
  readonly completion_image_tokens: number;
  readonly images: number;
  readonly audio_seconds: number;
  readonly characters: number;
  readonly total_tokens: number;
  readonly usage_source: string;
  readonly spend: number;
  readonly price_state: string;
  readonly price_version: string | null;
  readonly key_id: string | null;
  readonly user_id: string | null;
  readonly team_id: string | null;
  readonly organization_id: string | null;
  readonly end_user_id: string | null;
  readonly tags: readonly string[];
}

/** The booked calls that every one of the filters takes, newest first, and how many there are in all. */
export async function listCalls(
  database: Database,
  filters: readonly CallFilter[],
  page: { readonly number: number; readonly size: number },
): Promise<{ calls: CallLog[]; total: number }> {
  const where = { AND: filters.map(callWhere) };
  const [rows, total] = await Promise.all([
    database.prisma.call.findMany({
      where,
      orderBy: [{ startedAt: "desc" }, { callId: "desc" }],
      skip: (page.number - 1) * page.size,
      take: page.size,
    }),
    database.prisma.call.count({ where }),
  ]);
  return { calls: rows.map(callLog), total };
}

function callWhere({ from, until, ...equal }: CallFilter): Prisma.CallWhereInput {
  if (from === undefined && until === undefined) return equal;
  const startedAt = {
    gte: from === undefined ? undefined : new Date(from),
    lt: until === undefined ? undefined : new Date(until),
  };
  return { ...equal, startedAt };
}

function callLog(row: Prisma.CallGetPayload<object>): CallLog {
  return {
    call_id: row.callId,
    started_at: row.startedAt.toISOString(),
    duration_ms: row.durationMs,
    upstream_ms: row.upstreamMs,
    status: row.status,
    http_status: row.httpStatus,
    route: row.route,
    requested_model: row.requestedModel,
    model: row.model,
    provider: row.provider,
    deployment: row.deployment,
    attempts: row.attempts,
    prompt_tokens: row.promptTokens,
    cached_tokens: row.cachedTokens,
    completion_tokens: row.completionTokens,
    reasoning_tokens: row.reasoningTokens,
    cache_write_tokens: row.cacheWriteTokens,
    cache_write_hour_tokens: row.cacheWriteHourTokens,
    prompt_audio_tokens: row.promptAudioTokens,
    cached_audio_tokens: row.cachedAudioTokens,
    prompt_image_tokens: row.promptImageTokens,
    completion_audio_tokens: row.completionAudioTokens,
    completion_image_tokens: row.completionImageTokens,
    images: row.images,
    audio_seconds: row.audioSeconds,
    characters: row.characters,
    total_tokens: row.totalTokens,
    usage_source: row.usageSource,
    spend: Number(row.spend.toFixed()),
    price_state: row.priceState,
    price_version: row.priceVersion,
    key_id: row.keyId,
    user_id: row.userId,
    team_id: row.teamId,
    organization_id: row.organizationId,
    end_user_id: row.endUserId,
    tags: row.tags,
  };
}

/** Which daily totals: of all entities of one type, or of one of them. Days are UTC midnights, both included. */
export interface DailyFilter {
  readonly entityType: EntityType;
  readonly entityId?: string;
  readonly model?: string;
  readonly provider?: string;
  readonly from: number;
  readonly to: number;
}

export type DailyDimension = "day" | "entityId" | "model" | "provider";

export interface SpendSums {
  /** Dollars. */
  readonly spend: number;
  readonly calls: number;
  readonly failed_calls: number;
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly unpriced_calls: number;
}

export interface SpendGroup extends SpendSums {
  readonly day?: string;
  readonly entityId?: string;
  readonly model?: string;
  readonly provider?: string;
}

const SUMS = {
  spend: true,
  calls: true,
  failedCalls: true,
  promptTokens: true,
  completionTokens: true,
  unpricedCalls: true,
} satisfies Prisma.DailyTotalSumAggregateInputType;

/** Sums of daily totals by the dimensions given: by day where that is one of them, and then the largest spend first. */
export async function groupDailyTotals(
  database: Database,
  filter: DailyFilter,
  dimensions: readonly DailyDimension[],
  limit: number,
): Promise<SpendGroup[]> {
  const order: Pick<Prisma.DailyTotalOrderByWithAggregationInput, DailyDimension | "_sum">[] = [
    { _sum: { spend: "desc" } },
    ...dimensions.filter((name) => name !== "day").map((name) => ({ [name]: "asc" as const })),
  ];
  if (dimensions.includes("day")) order.unshift({ day: "asc" });
  const groups = await database.prisma.dailyTotal.groupBy({
    by: [...dimensions],
    where: dailyWhere(filter),
    _sum: SUMS,
    orderBy: order,
    take: limit,
  });
  return groups.map(({ _sum, day, ...names }) => ({
    ...names,
    ...(dimensions.includes("day") && { day: formatDay(day.getTime()) }),
    ...spendSums(_sum),
  }));
}

/** The sum of daily totals. */
export async function sumDailyTotals(database: Database, filter: DailyFilter): Promise<SpendSums> {
  const { _sum } = await database.prisma.dailyTotal.aggregate({ where: dailyWhere(filter), _sum: SUMS });
  return spendSums(_sum);
}

/** All-time totals of one entity; zeros where nothing was ever booked. */
export async function readEntityTotal(database: Database, type: EntityType, id: string): Promise<Omit<SpendSums, "failed_calls">> {
  const row = await database.prisma.entityTotal.findUnique({ where: { entityType_entityId: { entityType: type, entityId: id } } });
  const { failed_calls: _unknown, ...sums } = spendSums({ ...row, failedCalls: null });
  return sums;
}

function dailyWhere({ entityType, entityId, model, provider, from, to }: DailyFilter): Prisma.DailyTotalWhereInput {
  return { entityType, entityId, model, provider, day: { gte: new Date(from), lte: new Date(to) } };
}

interface RawSums {
  readonly spend?: Prisma.Decimal | null;
  readonly calls?: bigint | null;
  readonly failedCalls?: bigint | null;
  readonly promptTokens?: bigint | null;
  readonly completionTokens?: bigint | null;
  readonly unpricedCalls?: bigint | null;
}

function spendSums(sums: RawSums): SpendSums {
  return {
    spend: Number(sums.spend?.toFixed() ?? 0),
    calls: Number(sums.calls ?? 0),
    failed_calls: Number(sums.failedCalls ?? 0),
    prompt_tokens: Number(sums.promptTokens ?? 0),
    completion_tokens: Number(sums.completionTokens ?? 0),
    unpriced_calls: Number(sums.unpricedCalls ?? 0),
  };
}
