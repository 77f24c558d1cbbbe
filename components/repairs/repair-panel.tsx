"use client";
import { CircleCheck, Wrench } from "lucide-react";
import { useMemo } from "react";
import { effectiveAccess, savedOverrides } from "@/components/access/draft";
import { useRead } from "@/components/api/use-read";
import { Section } from "@/components/shared/detail-drawer";
import { Skeleton } from "@/components/ui/skeleton";
import { configContracts } from "@/lib/wire/contracts/config";
import { decisionContracts } from "@/lib/wire/contracts/decisions";
import type { RecordedDecision } from "@/lib/wire/explanation";
import { RepairAction } from "./repair-action";
import { raisesOf, type Repair, repairsOf, repairsOfMiss } from "./repair";
import type { Refused } from "./what-if";

/**
 * A refusal asked again under today's rules, and the smallest changes that would let it pass. Where it cannot be asked
 * again, the changes follow from the code alone.
 */
export function RepairPanel({ record }: { record: RecordedDecision }) {
  const isKept = typeof record.identity_fingerprint === "string";
  const again = useRead(
    decisionContracts.again,
    { decision_id: record.id },
    // Whatever an administrator changes may change the answer.
    { enabled: isKept, retry: false, staleTime: 0, gcTime: 0 },
  );
  const configuration = useRead(configContracts.get, {});
  const repairs = useMemo(() => {
    if ((isKept && again.isPending) || !configuration.data) return undefined;
    const access = effectiveAccess(savedOverrides(configuration.data), configuration.data);
    const miss = again.data?.nearest_miss;
    const nearest = miss ? repairsOfMiss(miss.changes, access, record.identity?.key_id) : [];
    return nearest.some(({ kind }) => kind !== "elsewhere") ? nearest : [...repairsOf(record, access), ...nearest];
  }, [record, isKept, again.isPending, again.data, configuration.data]);
  if (configuration.isError) return <p className="text-bad">{configuration.error.message}</p>;
  if (!repairs) return <Skeleton className="h-24 w-full" />;
  const today = again.data;
  const refused = { who: today?.who, route: record.route, model: record.model };
  const onDone = () => void again.refetch();
  if (today?.allow) {
    const raises = raisesOf(record.message, today.limits);
    const passes = (
      <p
        role="status"
        className="flex gap-2.5 rounded-lg border border-good/40 bg-good-soft px-4 py-3 text-good"
        data-testid="today"
      >
        <CircleCheck className="mt-0.5 size-4 shrink-0" aria-hidden /> Under today&apos;s rules this request would pass.
      </p>
    );
    return raises.length === 0 ? (
      passes
    ) : (
      <Section title="What would allow more">
        <div className="space-y-3">
          {passes}
          <RepairList repairs={raises} refused={refused} onDone={onDone} />
        </div>
      </Section>
    );
  }
  return (
    <Section title="What would allow it">
      <p className="mb-2 break-words text-ink-soft" data-testid="today">
        {today
          ? toldToday(record, today)
          : `It cannot be asked again. ${again.error?.message ?? "Nothing is kept of who called."}`}
      </p>
      <RepairList repairs={repairs} refused={refused} onDone={onDone} />
    </Section>
  );
}

function toldToday(record: RecordedDecision, today: { readonly code: string | null; readonly message: string | null }) {
  return today.code === record.code
    ? "Under today's rules it would still be refused."
    : `Under today's rules it would be refused for another reason: ${today.message ?? today.code}`;
}

/** What an administrator can do. `onDone`: after one of it was done. */
export function RepairList({
  repairs,
  refused,
  onDone,
}: {
  repairs: readonly Repair[];
  refused: Refused;
  onDone: () => void;
}) {
  return (
    <ul aria-label="What would allow it" className="space-y-2">
      {repairs.map((repair) => (
        <li key={repair.sentence} className="rounded-md border px-3 py-2.5">
          <p className="flex gap-2 font-medium break-words">
            <Wrench className="mt-0.5 size-4 shrink-0 text-accent-text" aria-hidden /> {repair.sentence}
          </p>
          <RepairAction repair={repair} refused={refused} onDone={onDone} />
        </li>
      ))}
    </ul>
  );
}
