import { DAY_MS, daysBetween, startOfDay } from "@/lib/time/period";
import { listCalls } from "@/lib/store/calls/call-list";
import { groupDailyTotals, readEntityTotal } from "@/lib/store/spend/spend-reports";
import { spendContracts } from "@/lib/wire/contracts/spend";
import { spendScopeOf } from "@/lib/api/ownership";
import { defineOperation, type CallerOperation } from "@/lib/api/operation";
import { spendReport } from "./report";
import { filtersOf, nameAccessOf, untilBooked } from "./scope";

const spendLogs = defineOperation(spendContracts.logs, async (context, { page, size, sort, order, ...filters }) => {
  const wanted = filtersOf(context, filters);
  await untilBooked(context);
  const { calls, total } = await listCalls(
    context.services.database,
    wanted,
    { number: page, size, sort, order },
    nameAccessOf(context),
  );
  return { body: { data: calls, total, page, size } };
});

const globalSpend = defineOperation(spendContracts.global, async (context) => {
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
  const known = new Map(groups.map(({ day, ...group }) => [day, { ...group, spend: Number(group.spend) }]));
  const none = { spend: 0, calls: 0, failed_calls: 0, prompt_tokens: 0, completion_tokens: 0, unpriced_calls: 0 };
  const byDay = daysBetween(from, to).map((name) => ({ day: name, ...(known.get(name) ?? none) }));
  return { body: { ...total, by_day: byDay } };
});

/** `/spend/logs`, `/spend/report` and `/global/spend`. */
export const spendOperations: readonly CallerOperation[] = [spendLogs, spendReport, globalSpend];
