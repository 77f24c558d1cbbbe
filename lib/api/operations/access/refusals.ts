import { defineOperation, type CallerOperation } from "@/lib/api/operation";
import type { RefusalGroup } from "@/lib/refusal";
import { listRefusals, markRefusals, unmarkRefusals, type ListedRefusals } from "@/lib/store/record/refusals";
import { write } from "@/lib/store/write";
import { refusalContracts, type RefusalsView } from "@/lib/wire/contracts/refusals";

const HOUR_MS = 3_600_000;

/** `/auth/refusals*` */
export const refusalOperations: readonly CallerOperation[] = [
  defineOperation(
    refusalContracts.list,
    async ({ services: { database, now } }, { hours, state, page, size, ...only }) => {
      const wanted = Object.fromEntries(Object.entries(only).filter(([, value]) => value !== undefined));
      const query = { ...wanted, since: now() - (hours - 1) * HOUR_MS, now: now(), state, page, size };
      const { rows, groups, refusals } = await listRefusals(database, query);
      return { body: { data: rows.map(viewOf), total: groups, refusals, page, size } };
    },
  ),
  defineOperation(refusalContracts.dismiss, async ({ services, caller }, { dismissed, note, ...group }) => {
    const action = dismissed ? "refusals.dismiss" : "refusals.reopen";
    await write(services, async (transaction) => {
      if (dismissed)
        await markRefusals(transaction, group, {
          ...{ snoozedUntil: null, actor: caller.actor, note: note ?? null, at: new Date(services.now()) },
        });
      else await unmarkRefusals(transaction, group);
      return { result: undefined, audit: [auditOf(caller.actor, action, group, note)], changes: [] };
    });
    return { body: { state: dismissed ? ("dismissed" as const) : ("open" as const) } };
  }),
  defineOperation(refusalContracts.snooze, async ({ services, caller }, { hours, note, ...group }) => {
    const at = services.now();
    await write(services, async (transaction) => {
      await markRefusals(transaction, group, {
        ...{ snoozedUntil: new Date(at + hours * HOUR_MS), actor: caller.actor, note: note ?? null, at: new Date(at) },
      });
      return { result: undefined, audit: [auditOf(caller.actor, "refusals.snooze", group, note)], changes: [] };
    });
    return { body: { state: "snoozed" as const } };
  }),
];

function auditOf(actor: string, action: string, group: RefusalGroup, note: string | null | undefined) {
  const entityId = [group.code, group.principal, group.model].filter((part) => part !== "").join(" ");
  return { actor, action, entityType: "refusals", entityId, after: { ...group, note: note ?? null } };
}

function viewOf({ firstAt, lastAt, byHour, snoozedUntil, markedBy, ...row }: ListedRefusals): RefusalsView {
  return {
    ...row,
    examples: [...row.examples],
    first_at: new Date(firstAt).toISOString(),
    last_at: new Date(lastAt).toISOString(),
    by_hour: Object.entries(byHour).map(([hour, count]) => ({ hour: new Date(Number(hour)).toISOString(), count })),
    snoozed_until: snoozedUntil === null ? null : new Date(snoozedUntil).toISOString(),
    marked_by: markedBy,
  };
}
