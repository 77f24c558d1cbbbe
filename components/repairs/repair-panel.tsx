"use client";
import { CircleCheck } from "lucide-react";
import { useMemo, useState } from "react";
import { effectiveAccess, savedOverrides } from "@/components/access/draft";
import { PAGED, useRead } from "@/components/api/use-read";
import { Section } from "@/components/shared/detail-drawer";
import { Sentence } from "@/components/sentences/sentence";
import { calledBy } from "@/components/sentences/display-parts";
import { KeepsFocus } from "@/components/ui/focus/keeps-focus";
import { Skeleton } from "@/components/ui/skeleton";
import { InlineError } from "@/components/ui/states";
import { configContracts } from "@/lib/wire/contracts/config";
import { decisionContracts } from "@/lib/wire/contracts/decisions";
import type { NamedRecord } from "@/lib/wire/explanation";
import { CallSize } from "./call-size";
import { alternatives, offersOf } from "./offers";
import { raisesOf } from "./repair";
import { RepairList } from "./repair-list";

/** The codes of refusals that depend on what a call may cost and use. */
const SIZED: ReadonlySet<string> = new Set(["budget_exceeded", "rate_limit_exceeded"]);

/**
 * A refusal decided again under today's rules, and the smallest changes that would let it pass. Where it cannot be
 * decided again, the changes follow from its code alone.
 */
export function RepairPanel({ record }: { record: NamedRecord }) {
  const isKept = typeof record.identity_fingerprint === "string";
  const [body, setBody] = useState<Record<string, unknown>>();
  const again = useRead(
    decisionContracts.again,
    { decision_id: record.id, ...(body && { body }) },
    // Never cached, because any change by an administrator may change the answer.
    { ...PAGED, enabled: isKept, retry: false, staleTime: 0, gcTime: 0 },
  );
  const configuration = useRead(configContracts.get, {});
  const names = again.data?.names ?? record.names;
  const offers = useMemo(() => {
    if ((isKept && again.isPending) || !configuration.data) return undefined;
    const access = effectiveAccess(savedOverrides(configuration.data), configuration.data);
    return offersOf(record, again.data?.nearest_miss, access, calledBy(names));
  }, [record, names, isKept, again.isPending, again.data, configuration.data]);
  if (configuration.isLoadingError)
    return (
      <InlineError error={configuration.error} name="what would allow it" retry={() => void configuration.refetch()} />
    );
  if (!offers) return <Skeleton className="h-24 w-full" />;
  const today = again.data;
  const refused = { who: today?.who, route: record.route, model: record.model };
  const onDone = () => void again.refetch();
  // Other refusals do not depend on the body.
  const isSized = record.model !== null && SIZED.has(record.code ?? "");
  const raises = today?.allow ? alternatives(raisesOf(record.message, today.limits, calledBy(names))) : [];
  const offered = today?.allow ? raises : offers;
  return (
    <KeepsFocus label="Under today's rules">
      <Section title={today?.allow ? (raises.length > 0 ? "What would allow more" : "Today") : "What would allow it"}>
        <div className="space-y-3">
          {today?.allow ? (
            <p
              role="status"
              className="flex gap-2.5 rounded-lg border border-good/40 bg-good-soft px-4 py-3 text-good"
              data-testid="today"
            >
              <CircleCheck className="mt-0.5 size-4 shrink-0" aria-hidden />
              <span>
                Under today&apos;s rules this request would pass
                {isSized && !body ? ", if it is as small as possible." : "."}
              </span>
            </p>
          ) : (
            <p className="break-words text-ink-soft" data-testid="today">
              {today ? (
                <Sentence text={toldToday(record, today)} names={names} />
              ) : (
                `It cannot be asked again. ${again.error?.message ?? "The caller was not recorded."}`
              )}
            </p>
          )}
          {isSized && isKept && <CallSize busy={again.isFetching} onAsk={setBody} />}
          {offered.length > 0 && <RepairList offers={offered} refused={refused} names={names} onDone={onDone} />}
        </div>
      </Section>
    </KeepsFocus>
  );
}

function toldToday(record: NamedRecord, today: { readonly code: string | null; readonly message: string | null }) {
  return today.code === record.code
    ? "Under today's rules it would still be refused."
    : `Under today's rules it would be refused for another reason: ${today.message ?? today.code}`;
}
