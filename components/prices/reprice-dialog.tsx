"use client";
import { invalidate } from "@/components/api/use-operation";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { toast } from "@/components/ui/lazy/toast";
import { formatCount, formatDollars } from "@/components/api/format";
import { useSingleMutation } from "@/components/api/use-single-mutation";
import { useLast } from "@/components/ui/dialog";
import { Facts } from "@/components/shared/facts";
import { UndoLine } from "@/components/shared/forms/undo-line";
import { FormError } from "@/components/shared/forms/form";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { InlineError } from "@/components/ui/states";
import { type RepriceFilter, repriceCalls, type RepriceSum } from "./reprice";

/** Prices calls that had no price, after it has shown how many there are and what they cost. */
export function RepriceDialog({ filter, onClose }: { filter: RepriceFilter | undefined; onClose: () => void }) {
  const shown = useLast(filter);
  const queries = useQueryClient();
  const preview = useQuery({
    queryKey: ["reprice", shown],
    queryFn: ({ signal }) => repriceCalls(shown ?? {}, { dryRun: true, signal }),
    enabled: filter !== undefined,
    gcTime: 0,
    staleTime: 0,
    retry: false,
  });
  const reprice = useSingleMutation({
    mutationFn: () => repriceCalls(shown ?? {}, { dryRun: false }),
    onSuccess: async (done) => {
      toast.success(`Re-priced ${calls(done.repriced)}`, {
        description: `${formatDollars(done.spend_after - done.spend_before)} added to their teams and users`,
      });
      onClose();
      await invalidate(queries);
    },
  });
  const found = preview.data;
  const what = shown?.model === undefined ? "every model" : `${shown.provider}/${shown.model}`;
  return (
    <Dialog
      open={filter !== undefined}
      onOpenChange={(open) => {
        if (open) return;
        reprice.reset();
        onClose();
      }}
      title="Re-price calls"
      description={`Calls of ${what} without a price get the price that was in force when they were made.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={reprice.isPending}
            disabled={!found || found.repriced === 0 || preview.isFetching}
            onClick={() => reprice.mutate()}
          >
            {found && found.repriced > 0 ? `Re-price ${calls(found.repriced)}` : "Re-price"}
          </Button>
        </>
      }
    >
      <div className="min-h-20" aria-live="polite">
        {preview.isError && !preview.isFetching ? (
          <InlineError error={preview.error} name="the calls without a price" retry={() => void preview.refetch()} />
        ) : !found || preview.isFetching ? (
          <div className="space-y-3">
            <Skeleton className="h-4 w-64" />
            <Skeleton className="h-4 w-56" />
            <Skeleton className="h-4 w-40" />
          </div>
        ) : (
          <Facts rows={foundFacts(found)} />
        )}
      </div>
      <div className="mt-4">
        <UndoLine of="spend.reprice" />
      </div>
      <FormError error={reprice.error} />
    </Dialog>
  );
}

/** How many calls would get a price, and what they would cost. */
function foundFacts(found: RepriceSum): (readonly [string, ReactNode])[] {
  return [
    ["Without a price", calls(found.calls)],
    [
      "Would get one",
      <strong key="repriced">
        {found.repriced === 0 ? "None: first add a price that starts on the day of the calls" : calls(found.repriced)}
      </strong>,
    ],
    ["Would be booked", <strong key="spend">{formatDollars(found.spend_after - found.spend_before)}</strong>],
    ["Would stay unpriced", calls(found.unpriced)],
  ];
}

function calls(count: number): string {
  return `${formatCount(count)} ${count === 1 ? "call" : "calls"}`;
}
