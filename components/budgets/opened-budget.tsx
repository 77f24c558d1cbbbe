import type { ReactNode } from "react";
import { EditedRow } from "@/components/shared/drafts/edited-row";
import { teamOfMember, userOfMember } from "@/lib/entity-type";
import type { BudgetState } from "@/lib/wire/budget-state";
import type { Raise } from "@/lib/wire/contracts/budgets/raises";
import { keyContracts } from "@/lib/wire/contracts/keys";
import { teamContracts } from "@/lib/wire/contracts/teams";
import { userContracts } from "@/lib/wire/contracts/users";

/** A budget as it is now, with the version of whatever has it. Dollars. */
export interface OpenedBudget {
  readonly limit: number | null;
  readonly budget: BudgetState;
  readonly etag: string | undefined;
}

interface WithLimit {
  readonly body: { readonly max_budget: number | null; readonly budget?: BudgetState };
  readonly etag: string | undefined;
}

/** Reads a budget with its version before somebody decides about it. */
export function OpenedBudget({
  of: { type, id },
  children,
}: {
  of: Pick<Raise, "type" | "id">;
  children: (opened: OpenedBudget) => ReactNode;
}) {
  const show = ({ body: { max_budget: limit, budget = null }, etag }: WithLimit) => children({ limit, budget, etag });
  switch (type) {
    case "team":
      return (
        <EditedRow contract={teamContracts.info} input={{ team_id: id }} lines={3}>
          {show}
        </EditedRow>
      );
    case "user":
      return (
        <EditedRow contract={userContracts.info} input={{ user_id: id }} lines={3}>
          {show}
        </EditedRow>
      );
    case "key":
      return (
        <EditedRow contract={keyContracts.info} input={{ key: id }} lines={3}>
          {show}
        </EditedRow>
      );
    case "member":
      return (
        <EditedRow contract={teamContracts.info} input={{ team_id: teamOfMember(id) }} lines={3}>
          {({ body, etag }) => {
            const member = body.members_with_roles.find(({ user_id }) => user_id === userOfMember(id));
            return children({ limit: member?.max_budget_in_team ?? null, budget: null, etag });
          }}
        </EditedRow>
      );
  }
}
