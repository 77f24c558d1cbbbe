import { z } from "zod";
import { DAY_MS, daysBetween, startOfDay } from "@/lib/time/period";
import { listCalls } from "@/lib/store/calls/call-list";
import { groupDailyTotals, readEntityTotal } from "@/lib/store/spend/spend-reports";
import { listOf } from "@/lib/wire/fields";
import { CALL_SORTS, callLogSchema, globalSpendSchema } from "@/lib/wire/spend";
import { json } from "@/lib/doors/contract";
import { spendScopeOf } from "@/lib/api/ownership";
import { defineOperation, type Operation } from "@/lib/api/operation";
import { spendReport } from "./report";
import { callFilters, filtersOf, nameAccessOf, untilBooked } from "./scope";

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
    const { calls, total } = await listCalls(
      context.services.database,
      wanted,
      { number: page, size, sort, order },
      nameAccessOf(context),
    );
    return json({ data: calls, total, page, size });
  },
});

const globalSpend = defineOperation({
  id: "spend.global",
  method: "GET",
  path: "/global/spend",
  family: "spend_routes",
  summary:
    "What has been spent in all, and on each of the last 30 UTC days. Callers who are not administrators see their own.",
  input: z.strictObject({}),
  output: globalSpendSchema,
  async handle(context) {
    const own = spendScopeOf(context.caller);
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
    const known = new Map(groups.map((group) => [group.day, { ...group, spend: Number(group.spend) }]));
    const none = { spend: 0, calls: 0, failed_calls: 0, prompt_tokens: 0, completion_tokens: 0, unpriced_calls: 0 };
    const byDay = daysBetween(from, to).map((name) => known.get(name) ?? { day: name, ...none });
    return json({ ...total, by_day: byDay });
  },
});

/** Rows of the operation table. */
export const spendOperations: readonly Operation[] = [spendLogs, spendReport, globalSpend];
