import { actingWriter } from "@/lib/api/acting-writer";
import { type ListOrder, pageFields, pageOf } from "@/lib/api/list-page";
import { type CallerContext, type CallerOperation, defineOperation } from "@/lib/api/operation";
import { personOf } from "@/lib/api/own-refusal";
import { administers, requireKey, requireTeam, requireUser, seesEverything } from "@/lib/api/ownership";
import { FOR_ADMINISTRATORS } from "@/lib/auth/access";
import { teamOfMember, userOfMember } from "@/lib/entity-type";
import { GatewayError } from "@/lib/errors";
import { readLimits } from "@/lib/store/alerts/budget-facts";
import type { AuditEntry } from "@/lib/store/audit-entry";
import { findKey } from "@/lib/store/entities/keys";
import { orUnavailable } from "@/lib/store/failures";
import { dollarsFromNano } from "@/lib/prices/money";
import { storeAccessRequest } from "@/lib/store/record/access-requests";
import {
  decideRaise,
  findRaise,
  listRaises,
  type ListedRaise,
  type Raised,
  type RaiseDecision,
  raiseGroup,
} from "@/lib/store/record/raises";
import { type Transaction, write } from "@/lib/store/write";
import { type Raise, raiseContracts } from "@/lib/wire/contracts/budgets/raises";
import { setBudget } from "./set-budget";

const NEWEST_FIRST: ListOrder = { name: "raises", kind: "time", id: /^[0-9a-f]{64}$/ };

/** `/budgets/raises*` */
export const raiseOperations: readonly CallerOperation[] = [
  defineOperation(raiseContracts.ask, async (context, { type, id, amount, note = null }) => {
    const { services, caller } = context;
    const raised = { type, id: await requireOwnBudget(context, { type, id }) };
    await requireHigher(context, raised, { amount, param: "amount" });
    const { actor } = caller;
    const at = new Date(services.now());
    const asked = { person: personOf(caller), decisionId: null, actor, note, at, amount };
    const { result } = await write(actingWriter(context), async (transaction) => {
      const open = await storeAccessRequest(transaction, raiseGroup(raised), asked);
      if (!open)
        throw new GatewayError("invalid_request", "There are too many open requests. Wait until one is answered.");
      const audit = open.isNew ? [auditOf(actor, "budget.request_raise", raised, { amount, note })] : [];
      return { result: open, audit, changes: [] };
    });
    const state = result.isNew ? ("requested" as const) : ("already_requested" as const);
    return { body: { state, amount: result.amount ?? amount, requested_at: result.at.toISOString() } };
  }),
  defineOperation(raiseContracts.list, async ({ services, caller }, { of, page, size, after }) => {
    const asked = { page, size, after };
    const teams = seesEverything(caller) ? undefined : caller.principal.administers;
    const scope = of === "own" ? { person: personOf(caller) } : { teams };
    const { rows, ...listed } = await listRaises(services.database, scope, pageOf(asked, NEWEST_FIRST));
    return { body: { data: rows.map(viewOf), ...pageFields(asked, NEWEST_FIRST, listed) } };
  }),
  defineOperation(raiseContracts.decide, async (context, { asker, decision, max_budget, answer = null, ...raised }) => {
    const { services, caller } = context;
    await requireDecider(context, raised);
    const request = await findRaise(services.database, raised, asker);
    const was = decision === "reopen" ? "approved" : null;
    if (request?.decision !== was) throw gone();
    const { state, granted } = outcomeOf(decision, max_budget, request.amount);
    if (decision === "approve")
      await requireHigher(context, raised, { amount: granted ?? request.amount, param: "max_budget" });
    const also = async (transaction: Transaction): Promise<AuditEntry[]> => {
      const by = state === null ? undefined : caller.actor;
      const decided = { decision: state, granted, answer, decidedBy: by ?? null };
      const decidedAt = state === null ? null : new Date(services.now());
      const isDecided = await decideRaise(transaction, raised, { person: asker, was, ...decided, decidedAt });
      if (!isDecided) throw gone();
      return [auditOf(caller.actor, `budget.${decision}_raise`, raised, { asker, max_budget: granted, answer })];
    };
    const body = { state: state ?? ("pending" as const), max_budget: granted };
    if (state === "refused") {
      const { nodes } = await write(actingWriter(context), async (transaction) => {
        return { result: undefined, audit: await also(transaction), changes: [] };
      });
      return { body: { ...body, nodes } };
    }
    // Reopened, the request has no amount that was granted: the budget is what it was before.
    const amount = granted ?? max_budget;
    if (amount === undefined)
      throw new GatewayError("invalid_request", "Say what the budget was before.", { param: "max_budget" });
    const { nodes, headers } = await setBudget({ ...context, services: { ...services, also } }, raised, amount);
    return { body: { ...body, max_budget: amount, nodes }, headers };
  }),
];

function outcomeOf(
  decision: "approve" | "refuse" | "reopen",
  given: number | undefined,
  asked: number,
): { readonly state: RaiseDecision | null; readonly granted: number | null } {
  switch (decision) {
    case "approve":
      return { state: "approved", granted: given ?? asked };
    case "refuse":
      return { state: "refused", granted: null };
    case "reopen":
      return { state: null, granted: null };
  }
}

/** Returns the id of a budget that binds the caller. @throws GatewayError route_not_allowed, not_found */
async function requireOwnBudget({ services, caller }: CallerContext, { type, id }: Raised): Promise<string> {
  switch (type) {
    case "user":
      requireUser(caller, id);
      return id;
    case "team":
      requireTeam(caller, id);
      return id;
    case "member":
      requireUser(caller, userOfMember(id));
      requireTeam(caller, teamOfMember(id));
      return id;
    case "key":
      return requireKey(caller, await findKey(services.database, id)).id;
  }
}

/**
 * Passes an amount above the budget that there is. `param`: the field that has it.
 * @throws GatewayError invalid_request
 */
async function requireHigher(
  { services: { database } }: CallerContext,
  raised: Raised,
  { amount, param }: { readonly amount: number; readonly param: string },
): Promise<void> {
  const [limits] = await orUnavailable(readLimits(database.pool, [raised]));
  if (limits?.maximum === undefined)
    throw new GatewayError("invalid_request", "There is no such budget, so nothing limits what is spent.", {
      param: "id",
    });
  const present = Number(dollarsFromNano(limits.maximum));
  if (amount > present) return;
  throw new GatewayError("invalid_request", `The budget is $${present} already; say a higher amount.`, { param });
}

/**
 * Passes administrators, and administrators of a team for its members and keys. What a budget is set to is checked when
 * it is set. @throws GatewayError route_not_allowed, alike whether the budget exists or not
 */
async function requireDecider({ services, caller }: CallerContext, { type, id }: Raised): Promise<void> {
  if (caller.principal.admin) return;
  const team =
    type === "member" ? teamOfMember(id) : type === "key" ? (await findKey(services.database, id))?.teamId : undefined;
  if (!administers(caller, team)) throw new GatewayError("route_not_allowed", FOR_ADMINISTRATORS);
}

function gone(): GatewayError {
  return new GatewayError("not_found", "There is no such request any more: somebody has answered it meanwhile.", {
    param: "asker",
  });
}

/** The audit event of an act about a request. Those about members stand with their team. */
function auditOf(actor: string, action: string, { type, id }: Raised, after: object): AuditEntry {
  if (type !== "member") return { actor, action, entityType: type, entityId: id, after };
  return {
    actor,
    action,
    entityType: "team",
    entityId: teamOfMember(id),
    after: { user_id: userOfMember(id), ...after },
  };
}

function viewOf(row: ListedRaise): Raise {
  return {
    type: row.type,
    id: row.id,
    name: row.name,
    max_budget: row.maximum,
    amount: row.amount,
    note: row.note,
    requested_by: row.actor,
    asker: row.person,
    requested_at: row.at.toISOString(),
    state: row.decision ?? "pending",
    granted: row.granted,
    answer: row.answer,
    decided_by: row.decidedBy,
    decided_at: row.decidedAt?.toISOString() ?? null,
  };
}
