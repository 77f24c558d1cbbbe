import { defineOperation, type CallerOperation } from "@/lib/api/operation";
import { isOwnRefusal, ownPrincipals, personOf } from "@/lib/api/own-refusal";
import { ownsKey } from "@/lib/api/ownership";
import { GatewayError } from "@/lib/errors";
import { groupOfView } from "@/lib/gateway/record/refusal-counts";
import type { Caller } from "@/lib/gateway/request/caller";
import type { Services } from "@/lib/gateway/services";
import type { RefusalGroup } from "@/lib/refusal";
import { findKey, readKeyIds } from "@/lib/store/entities/keys";
import { closeAccessRequests, storeAccessRequest } from "@/lib/store/record/access-requests";
import { listRefusals, markRefusals, unmarkRefusals, type ListedRefusals } from "@/lib/store/record/refusals";
import { write } from "@/lib/store/write";
import { refusalContracts, type RefusalsView } from "@/lib/wire/contracts/refusals";
import type { RecordedDecision } from "@/lib/wire/explanation";

const HOUR_MS = 3_600_000;
/** How many groups, and keys of one person, are looked through for refusals of one's own. */
const MOST_OWN = 50;
const MOST_OWN_KEYS = 200;

/** `/auth/refusals*` and `/auth/access_requests` */
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
  defineOperation(refusalContracts.own, async ({ services, caller }, { hours }) => {
    const { database, now } = services;
    const { userId } = caller.principal;
    const keys = userId === undefined ? [] : await readKeyIds(database, userId, MOST_OWN_KEYS);
    const query = { since: now() - (hours - 1) * HOUR_MS, now: now(), state: "all", page: 1, size: MOST_OWN } as const;
    const { rows } = await listRefusals(database, { ...query, of: ownPrincipals(caller, keys) });
    const found = await Promise.all(rows.map((row) => ownViewOf(services, caller, row)));
    const data = found.filter((view) => view !== undefined).sort((one, other) => other.at.localeCompare(one.at));
    return { body: { data } };
  }),
  defineOperation(refusalContracts.dismiss, async ({ services, caller }, { dismissed, note, ...group }) => {
    const action = dismissed ? "refusals.dismiss" : "refusals.reopen";
    await write(services, async (transaction) => {
      if (dismissed) {
        await closeAccessRequests(transaction, group);
        await markRefusals(transaction, group, {
          ...{ snoozedUntil: null, actor: caller.actor, note: note ?? null, at: new Date(services.now()) },
        });
      } else await unmarkRefusals(transaction, group);
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
  defineOperation(refusalContracts.requestAccess, async ({ services, caller }, { decision_id: decisionId, note }) => {
    const refusal = await ownRefusal(services, caller, decisionId);
    const group = groupOfView(refusal);
    const { actor } = caller;
    const request = {
      ...{ person: personOf(caller), decisionId, actor, note: note ?? null, at: new Date(services.now()) },
    };
    const { result } = await write(services, async (transaction) => {
      const open = await storeAccessRequest(transaction, group, request);
      if (!open)
        throw new GatewayError(
          "invalid_request",
          "There are too many open requests for access. Wait until an administrator has answered one.",
        );
      const audit = open.isNew ? [auditOf(actor, "refusals.request_access", group, note)] : [];
      return { result: open, audit, changes: [] };
    });
    const state = result.isNew ? ("requested" as const) : ("already_requested" as const);
    return { body: { state, requested_at: result.at.toISOString() } };
  }),
];

/** @throws GatewayError not_found, also for the refusals of others, so that the caller cannot tell which */
async function ownRefusal(services: Services, caller: Caller, id: string): Promise<RecordedDecision> {
  const refusal = await services.denials.find(id);
  if (refusal && (isOwnRefusal(caller, refusal) || (await ownsKeyOf(services, caller, refusal)))) return refusal;
  throw new GatewayError("not_found", "There is no record of a refusal of yours with this id.", {
    param: "decision_id",
  });
}

async function ownsKeyOf({ database }: Services, caller: Caller, { identity }: RecordedDecision): Promise<boolean> {
  const key = identity?.key_id ? await findKey(database, identity.key_id) : undefined;
  return key !== undefined && ownsKey(caller, key);
}

function auditOf(actor: string, action: string, group: RefusalGroup, note: string | null | undefined) {
  const entityId = [group.code, group.principal, group.model].filter((part) => part !== "").join(" ");
  return { actor, action, entityType: "refusals", entityId, after: { ...group, note: note ?? null } };
}

function viewOf({ firstAt, lastAt, byHour, snoozedUntil, markedBy, requests, ...row }: ListedRefusals): RefusalsView {
  return {
    ...row,
    examples: [...row.examples],
    first_at: new Date(firstAt).toISOString(),
    last_at: new Date(lastAt).toISOString(),
    by_hour: Object.entries(byHour).map(([hour, count]) => ({ hour: new Date(Number(hour)).toISOString(), count })),
    snoozed_until: snoozedUntil === null ? null : new Date(snoozedUntil).toISOString(),
    marked_by: markedBy,
    requests: requests.map(({ actor, note, decisionId, at }) => ({
      ...{ requested_by: actor, note, decision_id: decisionId, at: new Date(at).toISOString() },
    })),
  };
}

/** The latest refusal of a group that is the caller's own; undefined: its examples are all of others. */
async function ownViewOf(services: Services, caller: Caller, { examples, requests }: ListedRefusals) {
  for (const id of examples) {
    const refusal = await services.denials.find(id);
    if (!refusal || !(isOwnRefusal(caller, refusal) || (await ownsKeyOf(services, caller, refusal)))) continue;
    const { code, route, model } = groupOfView(refusal);
    const asked = requests.find(({ actor }) => actor === caller.actor);
    return {
      ...{ code, route, model, message: refusal.message ?? "", at: refusal.at, decision_id: id },
      requested_at: asked ? new Date(asked.at).toISOString() : null,
    };
  }
  return undefined;
}
