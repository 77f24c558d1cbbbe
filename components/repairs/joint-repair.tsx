"use client";
import { useQueries } from "@tanstack/react-query";
import { effectiveAccess, savedOverrides } from "@/components/access/draft";
import { callOperation } from "@/components/api/client";
import { useRead } from "@/components/api/use-read";
import { calledBy } from "@/components/sentences/display-parts";
import { counted } from "@/components/shared/wording";
import { Skeleton } from "@/components/ui/skeleton";
import { InlineError } from "@/components/ui/states";
import { configContracts } from "@/lib/wire/contracts/config";
import { decisionContracts } from "@/lib/wire/contracts/decisions";
import { jointOffer, type Miss } from "./joint";
import { TogetherRepair } from "./together-repair";

/** Nobody is named: the report of a replay then counts whoever gains something. */
const ALL = { who: undefined, route: "", model: null } as const;

/**
 * What would let several refused requests pass under today's rules, as one draft that is tried and saved at once.
 * `examples`: the id of a refusal of each group, undefined where none is kept.
 */
export function JointRepair({ examples, onDone }: { examples: readonly (string | undefined)[]; onDone: () => void }) {
  const asked = useAskedAgain(examples);
  const configuration = useRead(configContracts.get, {});
  if (configuration.isLoadingError)
    return (
      <InlineError error={configuration.error} name="what would allow it" retry={() => void configuration.refetch()} />
    );
  if (!asked || !configuration.data) return <Skeleton className="h-24 w-full" />;
  const offer = jointOffer(asked.misses, effectiveAccess(savedOverrides(configuration.data), configuration.data));
  return (
    <div className="space-y-3">
      <ul className="space-y-1 text-ink-soft" data-testid="asked-again">
        {asked.passing > 0 && <li>{counted(asked.passing, "group")} would pass under today&apos;s rules.</li>}
        {asked.unknown > 0 && <li>{counted(asked.unknown, "group")} cannot be asked again.</li>}
        {offer.length === 0 && <li>There is nothing that an administrator could change for these groups at once.</li>}
      </ul>
      {offer.length > 0 && <TogetherRepair offer={offer} refused={ALL} onDone={onDone} />}
    </div>
  );
}

/** The answers for all examples; undefined until all are there. */
function useAskedAgain(examples: readonly (string | undefined)[]) {
  const ids = examples.filter((id) => id !== undefined);
  const answers = useQueries({
    queries: ids.map((id) => ({
      queryKey: ["asked again", id],
      queryFn: () => Promise.all([askAgain(id), callOperation(decisionContracts.recorded, { id })]),
      // Never cached, because any change by an administrator may change the answer.
      staleTime: 0,
      gcTime: 0,
      retry: false,
      structuralSharing: false,
    })),
  });
  if (answers.some(({ isPending }) => isPending)) return undefined;
  const known = answers.flatMap(({ data }) => (data ? [data] : []));
  const misses = known.flatMap(([today, { identity, model }]): Miss[] =>
    today.nearest_miss
      ? [{ changes: today.nearest_miss.changes, keyId: identity?.key_id ?? null, model, nameOf: calledBy(today.names) }]
      : [],
  );
  const passing = known.filter(([today]) => today.allow).length;
  return { misses, passing, unknown: examples.length - known.length };
}

function askAgain(id: string) {
  return callOperation(decisionContracts.again, { decision_id: id });
}
