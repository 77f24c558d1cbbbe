import type { ReactNode } from "react";
import { keyName } from "@/components/keys/key-name";
import { KeyStatus } from "@/components/keys/key-status";
import { SpendCell } from "@/components/limits/spend-cell";
import type { WithBudget } from "@/components/limits/budget-state";
import type { ListedKey } from "@/lib/wire/key";

/** A key in a list, with its owner below its name. `children`: the buttons. */
export function KeyLine({
  row,
  now,
  owner,
  children,
}: {
  row: WithBudget<ListedKey>;
  /** Milliseconds since the epoch. */
  now: number;
  owner: ReactNode;
  children: ReactNode;
}) {
  return (
    <>
      <span className="min-w-0 flex-1 max-sm:basis-full">
        <span className="block truncate font-medium" title={keyName(row)}>
          {keyName(row)}
        </span>
        {owner}
      </span>
      <KeyStatus row={row} now={now} />
      <SpendCell row={row} name={keyName(row)} />
      {children}
    </>
  );
}
