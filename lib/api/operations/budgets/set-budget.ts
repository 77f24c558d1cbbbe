import type { CallerContext } from "@/lib/api/operation";
import { refusedByAccess } from "@/lib/auth/rules/route";
import { teamOfMember, userOfMember } from "@/lib/entity-type";
import { GatewayError } from "@/lib/errors";
import type { Receipt } from "@/lib/store/changes/receipts";
import type { Raised } from "@/lib/store/record/raises";
import { keyContracts } from "@/lib/wire/contracts/keys";
import { teamContracts, teamMemberContracts } from "@/lib/wire/contracts/teams";
import { userContracts } from "@/lib/wire/contracts/users";

/** The operation that changes a budget of each kind, with its input. */
const UPDATES = {
  team: { contract: teamContracts.update, inputOf: (id: string, max_budget: number) => ({ team_id: id, max_budget }) },
  user: { contract: userContracts.update, inputOf: (id: string, max_budget: number) => ({ user_id: id, max_budget }) },
  key: { contract: keyContracts.update, inputOf: (id: string, max_budget: number) => ({ key: id, max_budget }) },
  member: {
    contract: teamMemberContracts.update,
    inputOf: (id: string, max_budget_in_team: number) => ({
      team_id: teamOfMember(id),
      user_id: userOfMember(id),
      max_budget_in_team,
    }),
  },
} as const;

/**
 * Sets a budget (dollars) by the operation that changes it for everybody else, so that the same rules hold: who may do
 * it, up to which amount, and from which version (`If-Match`). @throws what that operation throws
 */
export async function setBudget(
  context: CallerContext,
  { type, id }: Raised,
  maximum: number,
): Promise<{ readonly nodes: Receipt[]; readonly headers: Readonly<Record<string, string>> }> {
  const { contract, inputOf } = UPDATES[type];
  const operation = context.table.find(contract.method, contract.path)?.operation;
  if (!operation || operation.access === "public" || operation.modelBody || operation.takesMessage)
    throw new Error(`${contract.path} is not an operation for callers`);
  const refusal = refusedByAccess(operation, context.caller.principal);
  if (refusal) throw new GatewayError(refusal.code, refusal.because);
  const { body, headers } = await operation.answer(context, inputOf(id, maximum));
  const { nodes } = contract.output.parse(JSON.parse(String(body)));
  const { etag } = headers;
  return { nodes, headers: typeof etag === "string" ? { etag } : {} };
}
