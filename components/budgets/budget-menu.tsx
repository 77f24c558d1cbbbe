import { ChartColumn, Ellipsis, Inbox, Pencil } from "lucide-react";
import { useReadOnly } from "@/components/shared/read-only";
import { buttonClasses } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { Menu, MenuPage } from "@/components/ui/menu";
import { PlainButton } from "@/components/ui/plain-button";
import { QUIET_ACT } from "@/components/ui/table";
import type { Budget } from "@/lib/wire/contracts/budgets/budgets";
import { changeAddress, refusalsAddress, spendAddress } from "./budget-addresses";

/** What can be done about a budget: change it, and see what it was spent on and what it refused. */
export function BudgetMenu({ budget, name }: { budget: Budget; name: string }) {
  const readOnly = useReadOnly();
  const change = changeAddress(budget);
  const spend = spendAddress(budget);
  return (
    <Menu
      trigger={
        <PlainButton
          aria-label={`Actions for ${name}`}
          className={classNames(buttonClasses("ghost", "icon"), QUIET_ACT, "-my-1 aria-expanded:opacity-100")}
        >
          <Ellipsis className="size-4" aria-hidden />
        </PlainButton>
      }
    >
      {!readOnly && change !== undefined && (
        <MenuPage href={change}>
          <Pencil className="size-4" aria-hidden /> Change the budget
        </MenuPage>
      )}
      {spend !== undefined && (
        <MenuPage href={spend}>
          <ChartColumn className="size-4" aria-hidden /> See spend
        </MenuPage>
      )}
      <MenuPage href={refusalsAddress(budget)}>
        <Inbox className="size-4" aria-hidden /> See refusals
      </MenuPage>
    </Menu>
  );
}
