import type { Pool } from "pg";
import { longStatement } from "../bounded-pool";
import type { Database } from "../database";
import { longOrUnavailable } from "../failures";
import { cutPage } from "../list-cursor";
import { type Listed, offsetOf, type Page } from "../listing";
import type { Transaction } from "../write";
import type { RAISED_TYPES } from "@/lib/wire/contracts/budgets/raises";
import type { RefusalGroup } from "@/lib/refusal";

/** The code under which requests for higher budgets stand among the requests for access. No refusal has it. */
const RAISE_CODE = "budget_raise";

/** Whose budget a request is about. */
export interface Raised {
  readonly type: (typeof RAISED_TYPES)[number];
  readonly id: string;
}

/** The group of requests about one budget. */
export function raiseGroup({ type, id }: Raised): RefusalGroup {
  return { code: RAISE_CODE, kind: type, principal: id, route: "", model: "" };
}

/** A request for a higher budget, with the budget as it is now. Amounts in dollars. */
export interface ListedRaise extends Raised {
  readonly name: string | null;
  readonly maximum: number | null;
  readonly amount: number;
  readonly note: string | null;
  readonly actor: string;
  readonly person: string;
  readonly at: Date;
  readonly decision: RaiseDecision | null;
  readonly granted: number | null;
  readonly answer: string | null;
  readonly decidedBy: string | null;
  readonly decidedAt: Date | null;
}

export type RaiseDecision = "approved" | "refused";

/** Which requests are listed: those of a person, or open ones; `teams`: only about members and keys of these teams. */
export type RaiseScope = { readonly person: string } | { readonly teams: readonly string[] | undefined };

const SELECTED = `request.kind AS type, request.principal AS id, budget.name, budget.maximum::float8, request.amount::float8, request.note,
  request.actor, request.person, request.at, request.decision, request.granted::float8, request.answer,
  request.decided_by AS "decidedBy", request.decided_at AS "decidedAt"`;
const BUDGET = `LEFT JOIN LATERAL (
  SELECT alias AS name, max_budget AS maximum, id AS team FROM teams WHERE kind = 'team' AND id = principal
  UNION ALL SELECT coalesce(alias, email), max_budget, NULL FROM users WHERE kind = 'user' AND id = principal
  UNION ALL SELECT coalesce(alias, name), max_budget, team_id FROM keys WHERE kind = 'key' AND id = principal
  UNION ALL SELECT coalesce(person.alias, person.email), membership.max_budget, membership.team_id
    FROM memberships AS membership JOIN users AS person ON person.id = membership.user_id
    WHERE kind = 'member' AND team_id = replace(replace(split_part(principal, '/', 1), '~1', '/'), '~0', '~')
      AND user_id = substr(principal, strpos(principal, '/') + 1)
) AS budget ON true`;
const LIST = `
WITH listed AS (
  SELECT ${SELECTED}, encode(sha256(convert_to(concat_ws(chr(10), kind, principal, person), 'UTF8')), 'hex') AS "rowId"
  FROM access_requests AS request ${BUDGET}
  WHERE code = '${RAISE_CODE}' AND ($1::text IS NULL OR request.person = $1) AND ($1::text IS NOT NULL OR decision IS NULL)
    AND ($2::text[] IS NULL OR (kind IN ('key', 'member') AND budget.team = ANY ($2)))
)
SELECT (SELECT count(*)::int FROM listed) AS total, * FROM listed
WHERE $3::timestamptz IS NULL OR at < $3 OR (at = $3 AND "rowId" > $4)
ORDER BY at DESC, "rowId" LIMIT $5 OFFSET $6`;

/** One page of requests for higher budgets, the newest first. @throws GatewayError directory_unavailable */
export async function listRaises(
  { pool }: { readonly pool: Pool },
  scope: RaiseScope,
  { page, size, after }: Page,
): Promise<Listed<ListedRaise>> {
  const person = "person" in scope ? scope.person : null;
  const teams = "teams" in scope ? (scope.teams ?? null) : null;
  const from = after ? [new Date(Number(after.value)), after.id] : [null, null];
  const values = [person, teams, ...from, size + 1, offsetOf({ page, size, after })];
  const { rows: found } = await longOrUnavailable(
    pool.query<ListedRaise & { total: number; rowId: string }>(longStatement(LIST, values)),
  );
  const { rows, next } = cutPage(found, size, ({ at, rowId }) => ({ value: at.getTime(), id: rowId }));
  return { rows: rows.map(({ rowId: _id, total: _total, ...row }) => row), total: found[0]?.total ?? 0, next };
}

/** The request of a person about a budget, whatever became of it. @throws GatewayError directory_unavailable */
export async function findRaise(
  { prisma }: Pick<Database, "prisma">,
  raised: Raised,
  person: string,
): Promise<{ readonly amount: number; readonly decision: string | null } | undefined> {
  const { code, kind, principal, route, model } = raiseGroup(raised);
  const where = { code_kind_principal_route_model_person: { code, kind, principal, route, model, person } };
  const found = await longOrUnavailable(prisma.accessRequest.findUnique({ where }));
  return found?.amount ? { amount: found.amount.toNumber(), decision: found.decision } : undefined;
}

/**
 * Decides about a request that is in a state; null: open. Returns whether it was: of two who decide at once, one does.
 */
export async function decideRaise(
  transaction: Transaction,
  raised: Raised,
  {
    person,
    was,
    ...decided
  }: {
    readonly person: string;
    readonly was: RaiseDecision | null;
    readonly decision: RaiseDecision | null;
    readonly granted: number | null;
    readonly answer: string | null;
    readonly decidedBy: string | null;
    readonly decidedAt: Date | null;
  },
): Promise<boolean> {
  const where = { ...raiseGroup(raised), person, decision: was };
  return (await transaction.accessRequest.updateMany({ where, data: decided })).count === 1;
}
