"use client";
import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { toast } from "@/components/ui/lazy/toast";
import { invalidate } from "@/components/api/use-operation";
import { useRead } from "@/components/api/use-read";
import { useSingleMutation } from "@/components/api/use-single-mutation";
import { ChangedNotice } from "@/components/shared/changes/changed-notice";
import { conflictOf } from "@/components/shared/drafts/use-version";
import { EntityLink } from "@/components/shared/entity-link";
import { WriteButton } from "@/components/shared/forms/write-button";
import { describeReceipts } from "@/components/shared/receipts";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { InlineError } from "@/components/ui/states";
import { configContracts } from "@/lib/wire/contracts/config";
import { StepFields } from "./entity-step-form";
import { makeTogether } from "./make-together";
import type { Offer } from "./offers";
import { openPart, type PreparedPart } from "./part-writes";
import type { Patch } from "./entity-step";
import type { Chosen } from "./row-steps";
import { draftOfAll, type OtherPart, type Part, partsOf, changesAre, saveLabel } from "./together";
import { Tried } from "./tried";
import type { Refused } from "./what-if";

const NOTHING_CHOSEN: Chosen = new Map();

/** Changes that are needed together: tried as one draft, saved by one click, and taken back by one. */
export function TogetherRepair({ offer, refused, onDone }: { offer: Offer; refused: Refused; onDone: () => void }) {
  const { parts, others } = partsOf(offer);
  const { opened, error, retry } = useOpenedParts(parts);
  const [chosen, setChosen] = useState<ReadonlyMap<number, Chosen>>(new Map());
  /** What was read of each part before somebody else changed it. */
  const [overtaken, setOvertaken] = useState<readonly object[]>();
  const prepared = opened?.map((part, at) => part.prepare(chosen.get(at) ?? NOTHING_CHOSEN));
  const left = prepared?.filter((part) => part !== undefined) ?? [];
  const save = useSaveTogether({
    onDone,
    onConflict: () => {
      setOvertaken(opened?.map(({ seen }) => seen));
      retry();
    },
  });
  if (error) return <InlineError error={error} name="what is changed" retry={retry} />;
  if (!opened) return <Skeleton className="mt-2 h-20 w-full" />;
  const draft = draftOfAll(left.map((part) => part.draft));
  const choose = (at: number, step: number, patch: Patch) =>
    setChosen((all) => new Map(all).set(at, new Map(all.get(at)).set(step, patch)));
  const button = (isWorth: boolean) => (
    <WriteButton
      size="small"
      variant={isWorth && others.length === 0 ? "primary" : "secondary"}
      busy={save.isPending}
      disabled={left.some(({ isFaulty }) => isFaulty)}
      onClick={() => save.mutate(left)}
    >
      {saveLabel(countOf(left))}
    </WriteButton>
  );
  return (
    <div className="mt-2 space-y-3 text-meta">
      <ol aria-label="Needed together" className="list-decimal space-y-3 pl-5">
        {parts.map((part, at) => (
          <li key={sentencesOf(part).join()} className="space-y-2 break-words">
            <p>{sentencesOf(part).join("; ")}</p>
            {overtaken?.[at] && opened[at] && (
              <ChangedNotice before={overtaken[at]} now={opened[at].seen}>
                Someone else changed this in the meantime. Nothing is saved yet.
              </ChangedNotice>
            )}
            {prepared?.[at] === undefined && <p className="text-ink-soft">Nothing here is in the way now.</p>}
            {opened[at]?.pending(chosen.get(at) ?? NOTHING_CHOSEN).map(({ at: step, ...pending }) => (
              <StepFields key={step} {...pending} onChange={(patch) => choose(at, step, patch)} />
            ))}
          </li>
        ))}
        {others.map((other) => (
          <Elsewhere key={other.sentence} part={other} />
        ))}
      </ol>
      {left.length > 0 &&
        (draft ? (
          // A key for each draft, so that another draft is tried again.
          <Tried key={JSON.stringify(draft)} draft={draft} refused={refused}>
            {button}
          </Tried>
        ) : (
          button(true)
        ))}
    </div>
  );
}

/** Reads what the parts change. They are read again when the settings change from which they follow. */
function useOpenedParts(parts: readonly Part[]) {
  const opening = useId();
  const configuration = useRead(configContracts.get, {});
  const { data } = configuration;
  const created = new Set(
    parts.flatMap((part) => (part.kind === "creation" && part.entity === "user" ? [part.id] : [])),
  );
  const reads = useQueries({
    queries: parts.map((part) => ({
      queryKey: ["edited", opening, data?.generation, part],
      queryFn: () => (data ? openPart(part, { configuration: data, created }) : Promise.reject(new Error("Not read"))),
      enabled: data !== undefined,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
      retry: false,
      structuralSharing: false,
    })),
  });
  const opened = reads.flatMap((read) => (read.data ? [read.data] : []));
  return {
    opened: opened.length === parts.length ? opened : undefined,
    error: configuration.isLoadingError ? configuration.error : reads.find((read) => read.error)?.error,
    retry() {
      void configuration.refetch();
      for (const read of reads) void read.refetch();
    },
  };
}

function countOf(parts: readonly PreparedPart[]): number {
  return parts.reduce((sum, { changes }) => sum + changes, 0);
}

function useSaveTogether({ onDone, onConflict }: { onDone: () => void; onConflict: () => void }) {
  const queries = useQueryClient();
  const undo = useSingleMutation({
    mutationFn: async ({ takeBack }: { readonly takeBack: () => Promise<unknown>; readonly count: number }) =>
      takeBack(),
    onError: (error) => toast.error(error.message),
    async onSuccess(_, { count }) {
      toast.success(`${changesAre(count)} taken back`);
      onDone();
      await invalidate(queries);
    },
  });
  return useSingleMutation({
    mutationFn: (parts: readonly PreparedPart[]) => makeTogether(parts.map(({ make }) => make)),
    async onSuccess({ nodes, takeBack }, parts) {
      const count = countOf(parts);
      toast.success(`${changesAre(count)} in force`, {
        ...(nodes.length > 0 && { description: describeReceipts(nodes, "In force") }),
        action: { label: "Undo", onClick: () => undo.mutate({ takeBack, count }) },
        duration: 15_000,
      });
      onDone();
      await invalidate(queries);
    },
    async onError(error) {
      if (conflictOf(error)) return onConflict();
      toast.error(error.message);
      await invalidate(queries);
    },
  });
}

function sentencesOf(part: Part): readonly string[] {
  return part.kind === "row" ? part.sentences : [part.sentence];
}

/** A part that is not saved here. */
function Elsewhere({ part }: { part: OtherPart }) {
  return (
    <li className="break-words">
      {part.sentence}{" "}
      <span className="text-ink-soft">
        {part.kind === "elsewhere" ? (
          "Only the caller or the identity provider can change that."
        ) : part.kind === "page" ? (
          <Link href={part.href} prefetch={false} className="text-accent-text hover:underline">
            Go to {part.label}
          </Link>
        ) : (
          <EntityLink kind="model" id={part.id}>
            Go to the model
          </EntityLink>
        )}
      </span>
    </li>
  );
}
