import { createHash } from "node:crypto";
import { type ListOrder, pageFields, pageInOrder, pageOf } from "@/lib/api/list-page";
import { defineOperation, type CallerOperation } from "@/lib/api/operation";
import { isOwnRefusal, namesOfOwn, personOf } from "@/lib/api/own-refusal";
import { accessRequestAudit, refusalAudit } from "@/lib/api/refusal-audit";
import { ownsKey } from "@/lib/api/ownership";
import { GatewayError } from "@/lib/errors";
import { groupOfView } from "@/lib/gateway/record/refusal-counts";
import type { Caller } from "@/lib/gateway/request/caller";
import type { Services } from "@/lib/gateway/services";
import type { RefusalGroup } from "@/lib/refusal";
import { findKey, readKeyIds } from "@/lib/store/entities/keys";
import { closeAccessRequests, readAccessRequests, storeAccessRequest } from "@/lib/store/record/access-requests";
import { readRefusalsOf } from "@/lib/store/record/refusals";
import {
  listRefusalGroups,
  markRefusals,
  REFUSAL_GROUPS_VALUE,
  unmarkRefusals,
  type ListedRefusals,
  type ListedRequest,
} from "@/lib/store/record/refusal-groups";
import { readWaitingRefusals } from "@/lib/store/record/waiting-refusals";
import { write } from "@/lib/store/write";
import { type OwnRefusal, refusalContracts, type RefusalsView } from "@/lib/wire/contracts/refusals";
import type { RecordedDecision } from "@/lib/wire/explanation";
import { periodOf } from "../spend/scope";

const HOUR_MS = 3_600_000;
/** The value is the time up to which refusals are listed, in milliseconds since the epoch, and the position. */
const NEWEST_OWN: ListOrder = { name: "own_refusals", kind: "text", value: /^\d{1,15} \d{1,6}$/ };
const MOST_FIRST: ListOrder = { name: "refusals", kind: "text", value: REFUSAL_GROUPS_VALUE };
/** How many refusals of one person are looked through, and for how many of the person's keys. */
const MOST_OWN = 200;
const MOST_OWN_KEYS = 200;

/** The hours that are counted, `until` excluded: the last ones, unless a period is given. */
function hoursOf(
  { hours, ...period }: { readonly hours: number; readonly start_date?: string; readonly end_date?: string },
  now: number,
): { readonly since: number; readonly until: number | undefined } {
  const { from, until } = periodOf(period);
  if (from === undefined && until === undefined) return { since: now - (hours - 1) * HOUR_MS, until };
  return { since: from ?? 0, until };
}

/** `/auth/refusals*` and `/auth/access_requests` */
export const refusalOperations: readonly CallerOperation[] = [
  defineOperation(
    refusalContracts.list,
    async ({ services: { database, now } }, { hours, start_date, end_date, state, page, size, after, ...only }) => {
      const wanted = Object.fromEntries(Object.entries(only).filter(([, value]) => value !== undefined));
      const asked = { page, size, after };
      const query = {
        ...wanted,
        ...hoursOf({ hours, start_date, end_date }, now()),
        now: now(),
        state,
        ...pageOf(asked, MOST_FIRST),
      };
      const { rows, groups: total, refusals, next } = await listRefusalGroups(database, query);
      return { body: { data: rows.map(viewOf), refusals, ...pageFields(asked, MOST_FIRST, { total, next }) } };
    },
  ),
  defineOperation(refusalContracts.waiting, async ({ services: { database, now } }) => {
    const { groups, requested } = await readWaitingRefusals(database, now());
    const views = requested.map(({ requests, ...group }) => ({ ...group, requests: requests.map(requestView) }));
    return { body: { groups, requested: views } };
  }),
  defineOperation(
    refusalContracts.own,
    async ({ services: { database, now }, caller }, { hours, page, size, after }) => {
      const start = pageOf({ page, size: size ?? MOST_OWN, after }, NEWEST_OWN);
      // Later pages see what the first page saw, so that a group that is refused again stays where it was.
      const [until, at] = start.after ? String(start.after.value).split(" ").map(Number) : [];
      const { userId } = caller.principal;
      const keys = userId === undefined ? [] : await readKeyIds(database, userId, MOST_OWN_KEYS);
      const since = (until ?? now()) - hours * HOUR_MS;
      const [found, requests] = await Promise.all([
        readRefusalsOf(database, namesOfOwn(caller, keys), { since, until, most: MOST_OWN }),
        readAccessRequests(database, personOf(caller)),
      ]);
      const own = found.filter(
        (refusal) => isOwnRefusal(caller, refusal) || keys.includes(refusal.identity?.key_id ?? ""),
      );
      const groups = newestOfEach(own);
      const listed = pageInOrder(groups, { ...start, after: start.after && { ...start.after, value: at ?? 0 } });
      const data = listed.rows.map(({ code, route, model, refusal }): OwnRefusal => {
        const asked = requests.find((one) => one.code === code && one.route === route && one.model === model);
        return {
          code,
          route: refusal.route,
          model: refusal.model ?? "",
          message: refusal.message ?? "",
          at: refusal.at,
          decision_id: refusal.id,
          requested_at: asked?.at.toISOString() ?? null,
        };
      });
      const seen = until ?? Math.max(now(), Date.parse(groups[0]?.refusal.at ?? "1970-01-01"));
      const next = listed.next && { ...listed.next, value: `${seen} ${listed.next.value}` };
      const asked = { page, size: size ?? Math.max(1, groups.length), after };
      return { body: { data, ...pageFields(asked, NEWEST_OWN, { total: listed.total, next }) } };
    },
  ),
  defineOperation(refusalContracts.dismiss, async ({ services, caller }, { dismissed, note, ...group }) => {
    const action = dismissed ? "refusals.dismiss" : "refusals.reopen";
    await write(services, async (transaction) => {
      if (dismissed) {
        const by = { actor: caller.actor, note: note ?? null, at: new Date(services.now()) };
        await closeAccessRequests(transaction, group, by);
        await markRefusals(transaction, group, { snoozedUntil: null, ...by });
      } else await unmarkRefusals(transaction, group);
      return { result: undefined, audit: [refusalAudit(caller.actor, action, group, note)], changes: [] };
    });
    return { body: { state: dismissed ? ("dismissed" as const) : ("open" as const) } };
  }),
  defineOperation(refusalContracts.snooze, async ({ services, caller }, { hours, note, ...group }) => {
    const at = services.now();
    await write(services, async (transaction) => {
      await markRefusals(transaction, group, {
        snoozedUntil: new Date(at + hours * HOUR_MS),
        actor: caller.actor,
        note: note ?? null,
        at: new Date(at),
      });
      return { result: undefined, audit: [refusalAudit(caller.actor, "refusals.snooze", group, note)], changes: [] };
    });
    return { body: { state: "snoozed" as const } };
  }),
  defineOperation(refusalContracts.requestAccess, async ({ services, caller }, { decision_id: decisionId, note }) => {
    const refusal = await ownRefusal(services, caller, decisionId);
    const group = groupOfView(refusal);
    const { actor } = caller;
    const request = {
      person: personOf(caller),
      decisionId,
      actor,
      note: note ?? null,
      at: new Date(services.now()),
    };
    const { result } = await write(services, async (transaction) => {
      const open = await storeAccessRequest(transaction, group, request);
      if (!open)
        throw new GatewayError(
          "invalid_request",
          "There are too many open requests for access. Wait until an administrator has answered one.",
        );
      const audit = open.isNew ? [accessRequestAudit(actor, group, note)] : [];
      return { result: open, audit, changes: [] };
    });
    const state = result.isNew ? ("requested" as const) : ("already_requested" as const);
    return { body: { state, requested_at: result.at.toISOString() } };
  }),
];

/**
 * Groups refusals that come newest first, each group with its newest refusal. Its id is a digest, because its parts may
 * be long.
 */
function newestOfEach(refusals: readonly RecordedDecision[]) {
  const groups = new Map<string, OwnGroup>();
  for (const refusal of refusals) {
    const { code, route, model } = groupOfView(refusal);
    const id = createHash("sha256")
      .update(JSON.stringify([code, route, model]))
      .digest("hex");
    if (!groups.has(id)) groups.set(id, { id, code, route, model, refusal });
  }
  return [...groups.values()];
}

interface OwnGroup extends Pick<RefusalGroup, "code" | "route" | "model"> {
  readonly id: string;
  readonly refusal: RecordedDecision;
}

/** @throws GatewayError not_found, also for the refusals of others, so that the caller cannot tell which */
async function ownRefusal(services: Services, caller: Caller, id: string): Promise<RecordedDecision> {
  const refusal = await services.refusals.find(id);
  if (refusal && (isOwnRefusal(caller, refusal) || (await ownsKeyOf(services, caller, refusal)))) return refusal;
  throw new GatewayError("not_found", "There is no record of a refusal of yours with this id.", {
    param: "decision_id",
  });
}

async function ownsKeyOf({ database }: Services, caller: Caller, { identity }: RecordedDecision): Promise<boolean> {
  const key = identity?.key_id ? await findKey(database, identity.key_id) : undefined;
  return key !== undefined && ownsKey(caller, key);
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
    requests: requests.map(requestView),
  };
}

function requestView({ actor, person, note, amount, decisionId, at }: ListedRequest): RefusalsView["requests"][number] {
  return {
    requested_by: actor,
    asker: person,
    note,
    amount,
    decision_id: decisionId,
    at: new Date(at).toISOString(),
  };
}
