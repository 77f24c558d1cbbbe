import { queryString } from "@/components/api/client";
import { anyAddress, entityAddress, hasPage } from "@/components/shared/entity-address";
import { PRINCIPAL_KINDS } from "@/lib/refusal";
import type { Budget } from "@/lib/wire/contracts/budgets/budgets";

type Whose = Pick<Budget, "type" | "id" | "team_id" | "user_id">;

/** The page of whoever has a budget; of a member, that of the team. */
export function whoseAddress({ type, id, team_id: team }: Whose): string | undefined {
  return team === null ? anyAddress(type, id) : entityAddress("team", team);
}

/** Where the budget is changed. Budgets of models stand in their entries. */
export function changeAddress(budget: Whose): string | undefined {
  const { type, id } = budget;
  return hasPage(type) && type !== "model" ? `${entityAddress(type, id)}&act=edit` : whoseAddress(budget);
}

const FILTERS = {
  team: "team_id",
  user: "user_id",
  organization: "organization_id",
  key: "key_id",
  end_user: "end_user_id",
} as const satisfies { readonly [Type in Budget["type"]]?: string };

/** The spend of whoever has the budget; undefined: no report has a filter for a pattern of models. */
export function spendAddress({ type, id, team_id, user_id }: Whose): string | undefined {
  const by = type === "member" ? { team_id, user_id } : isFiltered(type) ? { [FILTERS[type]]: id } : undefined;
  return by && `/console/spend${queryString(by)}`;
}

function isFiltered(type: string): type is keyof typeof FILTERS {
  return Object.hasOwn(FILTERS, type);
}

/** What used up budgets have refused: to whom, where callers are counted by this kind. */
export function refusalsAddress({ type, id }: Whose): string {
  const kind = PRINCIPAL_KINDS.find((one) => one === type);
  return `/console/refusals${queryString({ code: "budget_exceeded", ...(kind && { kind, principal: id }) })}`;
}
