import { z } from "zod";
import type { Principal } from "@/lib/auth/decision";
import { GatewayError } from "@/lib/errors";
import type { EntityType } from "@/lib/spend/entity";
import { DAY_MS, daysBetween, formatDay, parseDay, parseInstant } from "@/lib/period";
import {
  type CallFilter,
  type DailyDimension,
  groupDailyTotals,
  listCalls,
  readEntityTotal,
  type SpendGroup,
  sumDailyTotals,
} from "@/lib/store/spend-reports";
import { json } from "../api";
import { defineOperation, type Operation, type OperationContext } from "../operation";

/** How long an answer waits for calls that are finished but not booked yet, in milliseconds. */
const DRAIN_LIMIT_MS = 1_000;
const MOST_GROUPS = 10_000;

/** Each kind of payer: its name in `group_by`, its field in rows and filters, its column of calls. */
const PAYERS = {
  team: { field: "team_id", column: "teamId" },
  user: { field: "user_id", column: "userId" },
  key: { field: "key_id", column: "keyId" },
  organization: { field: "organization_id", column: "organizationId" },
  end_user: { field: "end_user_id", column: "endUserId" },
} as const satisfies Partial<Record<EntityType, { field: string; column: keyof CallFilter }>>;
type PayerType = keyof typeof PAYERS;
const PAYER_TYPES = ["team", "user", "key", "organization", "end_user"] as const satisfies readonly PayerType[];

interface Payer {
  readonly type: PayerType;
  readonly id: string;
}

const id = z.string().min(1).max(512);
const payerFilters = {
  team_id: id.optional(),
  user_id: id.optional(),
  key_id: id.optional(),
  organization_id: id.optional(),
  end_user_id: id.optional(),
};
const day = z
  .string()
  .transform((text, context) => parseDay(text) ?? refuse(context, "expected a day such as 2026-11-21"));
const dayOrInstant = z.string().refine((text) => parseInstant(text) !== undefined, {
  error: "expected a day such as 2026-11-21, or a time such as 2026-11-21T07:55:00Z",
});

function refuse(context: z.RefinementCtx<string>, message: string): never {
  context.issues.push({ code: "custom", message, input: context.value });
  return z.NEVER;
}

const sums = {
  spend: z.number().describe("Dollars"),
  calls: z.number(),
  failed_calls: z.number(),
  prompt_tokens: z.number(),
  completion_tokens: z.number(),
  unpriced_calls: z.number(),
};

const callLog = z.object({
  call_id: z.string(),
  started_at: z.iso.datetime(),
  duration_ms: z.number(),
  upstream_ms: z.number().nullable(),
  status: z.enum(["success", "error", "cancelled", "interrupted"]),
  http_status: z.number().nullable(),
  route: z.string(),
  requested_model: z.string(),
  model: z.string(),
  provider: z.string(),
  deployment: z.string(),
  attempts: z.number().int().describe("How often it was tried; the last time at `deployment`."),
  prompt_tokens: z.number(),
  cached_tokens: z.number(),
  completion_tokens: z.number(),
  reasoning_tokens: z.number(),
  cache_write_tokens: z.number(),
  cache_write_hour_tokens: z.number(),
  prompt_audio_tokens: z.number(),
  cached_audio_tokens: z.number(),
  prompt_image_tokens: z.number(),
  completion_audio_tokens: z.number(),
  completion_image_tokens: z.number(),
  images: z.number(),
  audio_seconds: z.number(),
  characters: z.number(),
  total_tokens: z.number(),
  usage_source: z.enum(["upstream", "estimated"]),
  spend: z.number().describe("Dollars"),
  price_state: z.enum(["priced", "unpriced", "free"]),
  price_version: z.string().nullable(),
  key_id: z.string().nullable(),
  user_id: z.string().nullable(),
  team_id: z.string().nullable(),
  organization_id: z.string().nullable(),
  end_user_id: z.string().nullable(),
  tags: z.array(z.string()),
});

const spendLogs = defineOperation({
  id: "spend.logs",
  method: "GET",
  path: "/spend/logs",
  family: "spend_routes",
  summary: "Booked calls, newest first. Callers who are not administrators see their own.",
  input: z.strictObject({
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    size: z.coerce.number().int().min(1).max(1000).default(50),
    call_id: id.optional(),
    ...payerFilters,
    model: id.optional(),
    provider: id.optional(),
    status: callLog.shape.status.optional(),
    start_date: dayOrInstant.optional().describe("Included: a UTC day or an instant"),
    end_date: dayOrInstant.optional().describe("A UTC day, which is included, or an instant, which is not"),
  }),
  output: z.object({ data: z.array(callLog), total: z.number(), page: z.number(), size: z.number() }),
  async handle(context, input) {
    const own = ownRows(context);
    await untilBooked(context);
    const asked: CallFilter = {
      callId: input.call_id,
      model: input.model,
      provider: input.provider,
      status: input.status,
      ...Object.fromEntries(PAYER_TYPES.map((type) => [PAYERS[type].column, input[PAYERS[type].field]])),
      from: input.start_date === undefined ? undefined : parseInstant(input.start_date),
      until: input.end_date === undefined ? undefined : endOf(input.end_date),
    };
    const filters = own ? [asked, { [PAYERS[own.type].column]: own.id }] : [asked];
    const { calls, total } = await listCalls(context.services.database, filters, { number: input.page, size: input.size });
    return json({ data: calls, total, page: input.page, size: input.size });
  },
});

const DIMENSIONS = ["day", ...PAYER_TYPES, "model", "provider"] as const;
type Dimension = (typeof DIMENSIONS)[number];

const groupBy = z.string().transform((text, context): Dimension[] => {
  const names = [...new Set(text.split(",").map((name) => name.trim()))];
  const known = DIMENSIONS.filter((dimension) => names.includes(dimension));
  if (known.length < names.length) return refuse(context, `expected some of ${DIMENSIONS.join(", ")}, separated by commas`);
  if (known.filter((name) => name in PAYERS).length > 1) {
    return refuse(context, `totals are kept for one kind of payer at a time: choose one of ${PAYER_TYPES.join(", ")}`);
  }
  return known;
});

const spendReport = defineOperation({
  id: "spend.report",
  method: "GET",
  path: "/spend/report",
  family: "spend_routes",
  summary: "Spend by day, payer, model and provider, from the daily totals. Days are UTC days, both ends included.",
  input: z.strictObject({
    group_by: groupBy.default(["day"]),
    start_date: day.optional().describe("Default: 29 days before the end"),
    end_date: day.optional().describe("Default: today"),
    ...payerFilters,
    model: id.optional(),
    provider: id.optional(),
    limit: z.coerce.number().int().min(1).max(MOST_GROUPS).default(1000),
  }),
  output: z.object({
    data: z.array(
      z.object({
        day: z.string().optional(),
        team_id: z.string().optional(),
        user_id: z.string().optional(),
        key_id: z.string().optional(),
        organization_id: z.string().optional(),
        end_user_id: z.string().optional(),
        model: z.string().optional(),
        provider: z.string().optional(),
        ...sums,
      }),
    ),
    totals: z.object(sums),
    truncated: z.boolean().describe("Whether there are more groups than `limit`; the totals count all of them"),
  }),
  async handle(context, input) {
    const asked = PAYER_TYPES.flatMap((type) => {
      const payerId = input[PAYERS[type].field];
      return payerId === undefined ? [] : [{ type, id: payerId }];
    });
    const payer = onePayer(ownRows(context), asked);
    const grouped = input.group_by.find((name): name is PayerType => name in PAYERS);
    if (payer && grouped && payer.type !== grouped) {
      throw invalid("group_by", `Totals of one ${payer.type} are not kept by ${grouped}; group by day, model or provider.`);
    }
    const to = input.end_date ?? startOfDay(context.services.now());
    const from = input.start_date ?? to - 29 * DAY_MS;
    if (from > to) throw invalid("start_date", "The start_date is after the end_date.");

    await untilBooked(context);
    const { database } = context.services;
    const entityType: EntityType = payer?.type ?? grouped ?? "all";
    const entityId = payer?.id ?? (entityType === "all" ? "" : undefined);
    const filter = { entityType, entityId, model: input.model, provider: input.provider, from, to };
    const dimensions = input.group_by.map((name): DailyDimension => (name === "day" || name === "model" || name === "provider" ? name : "entityId"));
    const [groups, totals] = await Promise.all([
      groupDailyTotals(database, filter, dimensions, input.limit + 1),
      sumDailyTotals(database, filter),
    ]);
    const data = groups.slice(0, input.limit).map((group) => reportRow(group, grouped));
    return json({ data, totals, truncated: groups.length > input.limit });
  },
});

const globalSpend = defineOperation({
  id: "spend.global",
  method: "GET",
  path: "/global/spend",
  family: "spend_routes",
  summary: "What has been spent in all, and on each of the last 30 UTC days. Callers who are not administrators see their own.",
  input: z.strictObject({}),
  output: z.object({
    spend: z.number(),
    calls: z.number(),
    prompt_tokens: z.number(),
    completion_tokens: z.number(),
    unpriced_calls: z.number(),
    by_day: z.array(z.object({ day: z.string(), ...sums })),
  }),
  async handle(context) {
    const own = ownRows(context);
    await untilBooked(context);
    const { database } = context.services;
    const entityType = own?.type ?? "all";
    const entityId = own?.id ?? "";
    const to = startOfDay(context.services.now());
    const from = to - 29 * DAY_MS;
    const [total, groups] = await Promise.all([
      readEntityTotal(database, entityType, entityId),
      groupDailyTotals(database, { entityType, entityId, from, to }, ["day"], 30),
    ]);
    const known = new Map(groups.map((group) => [group.day, group]));
    const none = { spend: 0, calls: 0, failed_calls: 0, prompt_tokens: 0, completion_tokens: 0, unpriced_calls: 0 };
    const byDay = daysBetween(from, to).map((name) => known.get(name) ?? { day: name, ...none });
    return json({ ...total, by_day: byDay });
  },
});

/** Rows of the operation table. */
export const spendOperations: readonly Operation[] = [spendLogs, spendReport, globalSpend];

/** Whose rows a caller may see: undefined for an administrator, who sees all. @throws GatewayError not_granted */
function ownRows({ caller }: OperationContext): Payer | undefined {
  const principal: Principal | undefined = caller?.principal;
  if (principal?.admin) return undefined;
  if (principal?.teamId !== undefined) return { type: "team", id: principal.teamId };
  if (principal?.userId !== undefined) return { type: "user", id: principal.userId };
  if (principal?.keyId !== undefined) return { type: "key", id: principal.keyId };
  throw new GatewayError("not_granted", "Spend is shown to administrators, teams, users and keys; this caller is none of them.");
}

/** The one payer a report is about, if any: the caller's own, or the one asked for. @throws GatewayError invalid_request */
function onePayer(own: Payer | undefined, asked: readonly Payer[]): Payer | undefined {
  const [first, second] = asked;
  if (second) throw invalid(PAYERS[second.type].field, "Totals are kept for one payer at a time; ask for one of them.");
  if (own && first && (own.type !== first.type || own.id !== first.id)) {
    throw invalid(PAYERS[first.type].field, `You can see the spend of your own ${own.type} only; leave this filter out.`);
  }
  return own ?? first;
}

/** Waits until the calls this process has finished are booked; an answer without the last of them beats none. */
async function untilBooked({ services }: OperationContext): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => (timer = setTimeout(resolve, DRAIN_LIMIT_MS)));
  await Promise.race([services.spend.drained(), limit]);
  clearTimeout(timer);
}

function reportRow({ entityId, ...group }: SpendGroup, grouped: PayerType | undefined): object {
  return grouped ? { [PAYERS[grouped].field]: entityId, ...group } : group;
}

function endOf(date: string): number | undefined {
  const midnight = parseDay(date);
  return midnight === undefined ? parseInstant(date) : midnight + DAY_MS;
}

function startOfDay(at: number): number {
  return parseDay(formatDay(at)) ?? at;
}

function invalid(param: string, message: string): GatewayError {
  return new GatewayError("invalid_request", message, { param });
}
