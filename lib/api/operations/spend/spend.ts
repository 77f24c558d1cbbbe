import { DAY_MS, daysBetween, startOfDay } from "@/lib/time/period";
import { GatewayError } from "@/lib/errors";
import { type CallOrder, type CallCursor, decodeCursor, encodeCursor } from "@/lib/store/calls/call-order";
import { readEntityTotal } from "@/lib/store/spend/spend-reports";
import { spendContracts } from "@/lib/wire/contracts/spend";
import { spendScopeOf } from "@/lib/api/ownership";
import { defineOperation, type CallerOperation } from "@/lib/api/operation";
import { reachFields } from "./reach-fields";
import { spendReport } from "./report";
import { filtersOf, nameAccessOf, untilBooked } from "./scope";

const spendLogs = defineOperation(
  spendContracts.logs,
  async (context, { page, after, size, count, sort, order, ...filters }) => {
    if (page !== undefined && after !== undefined)
      throw refused("after", "after and page: send one of them, because each says where the page begins");
    const from = after === undefined ? { number: page ?? 1 } : { after: cursorOf({ sort, order }, after) };
    const wanted = filtersOf(context, filters);
    await untilBooked(context);
    const { calls, total, next, ...reach } = await context.services.reports.listCalls(
      wanted,
      { from, size, sort, order, isCounted: count ?? after === undefined },
      nameAccessOf(context),
    );
    return {
      body: {
        data: calls,
        total: total?.calls ?? null,
        total_is_exact: total?.isExact ?? false,
        page: after === undefined ? (page ?? 1) : null,
        size,
        next: next ? encodeCursor({ sort, order }, next) : null,
        ...reachFields(reach),
      },
    };
  },
);

function cursorOf(order: CallOrder, after: string): CallCursor {
  const cursor = decodeCursor(order, after);
  if (!cursor) throw refused("after", "after: must be the next of an answer with the same sort and order");
  return cursor;
}

function refused(param: string, message: string): GatewayError {
  return new GatewayError("invalid_request", message, { param });
}

const globalSpend = defineOperation(spendContracts.global, async (context) => {
  const own = spendScopeOf(context.caller);
  await untilBooked(context);
  const { database, reports } = context.services;
  const entityType = own?.type ?? "all";
  const entityId = own?.id ?? "";
  const to = startOfDay(context.services.now());
  const from = to - 29 * DAY_MS;
  const [total, { groups, totals: _sum, ...reach }] = await Promise.all([
    readEntityTotal(database, entityType, entityId),
    reports.report({ filter: { entityType, entityId, from, to }, dimensions: ["day"], limit: 30 }),
  ]);
  const known = new Map(groups.map(({ day, ...group }) => [day, { ...group, spend: Number(group.spend) }]));
  const none = { spend: 0, calls: 0, failed_calls: 0, prompt_tokens: 0, completion_tokens: 0, unpriced_calls: 0 };
  const byDay = daysBetween(from, to).map((name) => ({ day: name, ...(known.get(name) ?? none) }));
  return { body: { ...total, by_day: byDay, ...reachFields(reach) } };
});

/** `/spend/logs`, `/spend/report` and `/global/spend`. */
export const spendOperations: readonly CallerOperation[] = [spendLogs, spendReport, globalSpend];
