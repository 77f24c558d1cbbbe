"use client";
import { useRef } from "react";
import { formatDollars } from "@/components/api/format";
import { useOperation } from "@/components/api/use-operation";
import type { EditVersion } from "@/components/shared/drafts/use-version";
import { describeReceipts } from "@/components/shared/receipts";
import { toast } from "@/components/ui/lazy/toast";
import { type Raise, raiseContracts } from "@/lib/wire/contracts/budgets/raises";

/**
 * Decides about a request for a higher budget. An approval can be taken back for a while: the budget is then `before`
 * (dollars) again, and the request waits. `onDone`: called once it is decided.
 */
export function useDecision(
  { type, id, asker }: Pick<Raise, "type" | "id" | "asker">,
  { version, before, onDone }: { version: EditVersion; before: number; onDone: () => void },
) {
  const request = { type, id, asker };
  const approved = useRef<string>(undefined);
  const undo = useOperation(raiseContracts.decide, {
    // What was changed after the approval is not overwritten.
    ifMatch: () => approved.current,
    onSuccess: () => void toast.success(`The budget is ${formatDollars(before)} again, and the request waits`),
    onError: (error) => toast.error(error.message),
  });
  const decide = useOperation(raiseContracts.decide, {
    ifMatch: () => version.ifMatch(),
    onSuccess: ({ max_budget: given, nodes }, _input, etag) => {
      approved.current = etag;
      if (given === null) toast.success("Refused. Whoever asked sees it under Your access");
      else
        toast.success(`The budget is ${formatDollars(given)}`, {
          description: describeReceipts(nodes, "In force"),
          action: { label: "Undo", onClick: () => undo.mutate({ ...request, decision: "reopen", max_budget: before }) },
          duration: 15_000,
        });
      onDone();
    },
  });
  return {
    decide,
    approve: (dollars: number, answer: string | null) =>
      decide.mutate({ ...request, decision: "approve", max_budget: dollars, answer }),
    refuse: (answer: string | null) => decide.mutate({ ...request, decision: "refuse", answer }),
  };
}
