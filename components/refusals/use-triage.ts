"use client";
import { useQueryClient } from "@tanstack/react-query";
import { toast } from "@/components/ui/lazy/toast";
import { callOperation } from "@/components/api/client";
import { invalidate } from "@/components/api/use-operation";
import { useSingleMutation } from "@/components/api/use-single-mutation";
import { counted } from "@/components/shared/wording";
import type { RefusalGroup } from "@/lib/refusal";
import { refusalContracts } from "@/lib/wire/contracts/refusals";

const SNOOZE_HOURS = 24;
type Groups = readonly RefusalGroup[];

/** Dismisses, snoozes and shows again one group of refusals or several. `onDone`: called once all are marked. */
export function useTriage(onDone: () => void) {
  const shownAgain = (groups: Groups) =>
    void toast.success(groups.length === 1 ? "The group is shown again" : `${countOf(groups)} are shown again`);
  const undo = useEach((group) => callOperation(refusalContracts.dismiss, { ...group, dismissed: false }), shownAgain);
  const reopen = useEach(
    (group) => callOperation(refusalContracts.dismiss, { ...group, dismissed: false }),
    (groups) => {
      shownAgain(groups);
      onDone();
    },
  );
  const hidden = (groups: Groups, message: string) => {
    const action = { label: "Undo", onClick: () => undo.mutate(groups) };
    toast.success(groups.length === 1 ? message : `${countOf(groups)}: ${message}`, { action, duration: 15_000 });
    onDone();
  };
  const dismiss = useEach(
    (group) => callOperation(refusalContracts.dismiss, group),
    (groups) => hidden(groups, "Dismissed until it happens again after the next revision"),
  );
  const snooze = useEach(
    (group) => callOperation(refusalContracts.snooze, { ...group, hours: SNOOZE_HOURS }),
    (groups) => hidden(groups, `Snoozed for ${SNOOZE_HOURS} hours`),
  );
  return { dismiss, snooze, reopen };
}

/** Writes one group after the other. If one fails, those before it stay marked, and the list shows which. */
function useEach(write: (group: RefusalGroup) => Promise<unknown>, onSuccess: (groups: Groups) => void) {
  const queries = useQueryClient();
  return useSingleMutation({
    mutationFn: async (groups: Groups) => {
      for (const { code, kind, principal, route, model } of groups)
        await write({ code, kind, principal, route, model });
    },
    onSuccess: (_, groups) => onSuccess(groups),
    onError: (error) => toast.error(error.message),
    onSettled: () => invalidate(queries),
  });
}

function countOf(groups: Groups): string {
  return counted(groups.length, "group");
}
