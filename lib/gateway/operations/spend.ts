import { z } from "zod";
import { GatewayError } from "@/lib/errors";
import { DAY_MS, daysBetween, formatDay, parseDay } from "@/lib/period";
import { listCalls } from "@/lib/store/call-list";
import type { DailyFilter } from "@/lib/store/daily-filter";
import { type DailyDimension, groupDailyTotals, readEntityTotal, type SpendGroup, sumDailyTotals } from "@/lib/store/spend-reports";
import { listOf } from "@/lib/wire/fields";
import { CALL_SORTS, callLogSchema, globalSpendSchema, reportSchema } from "@/lib/wire/spend";
import { json } from "../api";
import { defineOperation, type Operation } from "../operation";
import { callFilters, filtersOf, ownRows, type Payer, payerFilters, PAYERS, PAYER_TYPES, type PayerType, untilBooked } from "./spend-scope";

const MOST_GROUPS = 10_000;

const day = z.string().transform((text, context) => parseDay(text) ?? refuse(context, "expected a day such as 2026-11-21"));

function refuse(context: z.RefinementCtx<string>, message: string): never {
  context.issues.push({ code: "custom", message, input: context.value });
  return z.NEVER;
}

const spendLogs = defineOperation({
  id: "spend.logs",
  method: "GET",
  path: "/spend/logs",
  family: "spend_routes",
  summary: "Booked calls, newest first unless sorted otherwise. Callers who are not administrators see their own.",
  input: z.strictObject({
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    size: z.coerce.number().int().min(1).max(1000).default(50),
    sort: z.enum(CALL_SORTS).default("started_at"),
    order: z.enum(["asc", "desc"]).default("desc"),
    ...callFilters,
  }),
  output: listOf(callLogSchema),
  async handle(context, { page, size, sort, order, ...filters }) {
    const wanted = filtersOf(context, filters);
    await untilBooked(context);
    const { calls, total } = await listCalls(context.services.database, wanted, { number: page, size, sort, order });
    return json({ data: calls, total, page, size });
  },
});

const DIMENSIONS = ["day", ...PAYER_TYPES, "model", "provider"] as const;
type Dimension = (typeof DIMENSIONS)[number];

const groupBy = z.string().transform((text, context): Dimension[] => {
  const names = [...new Set(text.split(",").map((name) => name.trim()))];
  const known = DIMENSIONS.filter((dimension) => names.includes(dimension));
  if (known.length < names.length) return refuse(context, `expected some of ${DIMENSIONS.join(", ")}, separated by commas`);
  const payers = known.filter((name) => name in PAYERS);
  if (payers.length > 1 && payers.join() !== "team,user") {
    return refuse(context, `totals are kept by one of ${PAYER_TYPES.join(", ")} at a time, and by team and user together`);
  }
  return known;
});

const spendReport = defineOperation({
  id: "spend.report",
  method: "GET",
  path: "/spend/report",
  family: "spend_routes",
  summary: "Spend by day, payer, tag, model and provider, from the daily totals. Days are UTC days, both ends included.",
  input: z.strictObject({
    group_by: groupBy.default(["day"]).describe(`Some of ${DIMENSIONS.join(", ")}, separated by commas; default: day`),
    start_date: day.optional().describe("Default: 29 days before the end"),
    end_date: day.optional().describe("Default: today"),
    ...payerFilters,
    model: z.string().min(1).max(512).optional(),
    provider: z.string().min(1).max(512).optional(),
    limit: z.coerce.number().int().min(1).max(MOST_GROUPS).default(1000),
  }),
  output: reportSchema,
  async handle(context, input) {
    const asked = PAYER_TYPES.flatMap((type) => {
      const payerId = input[PAYERS[type].field];
      return payerId === undefined ? [] : [{ type, id: payerId }];
    });
    const grouped = input.group_by.filter((name): name is PayerType => name in PAYERS);
    const totals = totalsOf(payersOf(ownRows(context), asked), grouped);
    const to = input.end_date ?? startOfDay(context.services.now());
    const from = input.start_date ?? to - 29 * DAY_MS;
    if (from > to) throw invalid("start_date", "The start_date is after the end_date.");

    await untilBooked(context);
    const { database } = context.services;
    const filter: DailyFilter = { ...totals.filter, model: input.model, provider: input.provider, from, to };
    const dimensions = input.group_by.map((name): DailyDimension => (name === "day" || name === "model" || name === "provider" ? name : totals.dimension(name)));
    const [groups, sum] = await Promise.all([
      groupDailyTotals(database, filter, dimensions, input.limit + 1),
      sumDailyTotals(database, filter),
    ]);
    const data = groups.slice(0, input.limit).map((group) => reportRow(group, grouped));
    return json({ data, totals: sum, truncated: groups.length > input.limit });
  },
});

const globalSpend = defineOperation({
  id: "spend.global",
  method: "GET",
  path: "/global/spend",
  family: "spend_routes",
  summary: "What has been spent in all, and on each of the last 30 UTC days. Callers who are not administrators see their own.",
  input: z.strictObject({}),
  output: globalSpendSchema,
  async handle(context) {
    const own = ownRows(context);
    await untilBooked(context);
    const { database } = context.services;
    const entityType = own ? PAYERS[own.type].entityType : "all";
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

/** The payers a report is about: the caller's own, and those asked for. @throws GatewayError invalid_request */
function payersOf(own: Payer | undefined, asked: readonly Payer[]): Payer[] {
  if (!own) return [...asked];
  const foreign = asked.find(({ type, id }) => type === own.type && id !== own.id);
  if (foreign) throw invalid(PAYERS[foreign.type].field, `You can see the spend of your own ${own.type} only; leave this filter out.`);
  return [own, ...asked.filter(({ type }) => type !== own.type)];
}

interface Totals {
  readonly filter: Pick<DailyFilter, "entityType" | "entityId" | "memberTeamId" | "memberUserId">;
  readonly dimension: (name: PayerType) => DailyDimension;
}

/** The kept totals that answer for these payers in these groups. @throws GatewayError invalid_request when none are */
function totalsOf(payers: readonly Payer[], grouped: readonly PayerType[]): Totals {
  const types = new Set([...payers.map(({ type }) => type), ...grouped]);
  if (types.size === 2 && types.has("team") && types.has("user")) {
    const idOf = (type: PayerType): string | undefined => payers.find((payer) => payer.type === type)?.id;
    return {
      filter: { entityType: "member", memberTeamId: idOf("team"), memberUserId: idOf("user") },
      dimension: (name) => (name === "team" ? "memberTeam" : "memberUser"),
    };
  }
  const [type, other] = [...types];
  if (other !== undefined) {
    const isFilter = payers.some((payer) => payer.type === other);
    throw invalid(isFilter ? PAYERS[other].field : "group_by", `Totals are not kept by ${type} and ${other} together, only by team and user; ask for one of the two.`);
  }
  if (type === undefined) return { filter: { entityType: "all", entityId: "" }, dimension: () => "entity" };
  return { filter: { entityType: PAYERS[type].entityType, entityId: payers[0]?.id }, dimension: () => "entity" };
}

function reportRow({ entity, memberTeam, memberUser, ...group }: SpendGroup, grouped: readonly PayerType[]): object {
  const [payer] = grouped;
  return {
    ...(memberTeam !== undefined && { team_id: memberTeam }),
    ...(memberUser !== undefined && { user_id: memberUser }),
    ...(payer && entity !== undefined && { [PAYERS[payer].field]: entity }),
    ...group,
  };
}

function startOfDay(at: number): number {
  return parseDay(formatDay(at)) ?? at;
}

function invalid(param: string, message: string): GatewayError {
  return new GatewayError("invalid_request", message, { param });
}
