"use client";
import { Wrench } from "lucide-react";
import { useMemo, useState } from "react";
import { toast } from "sonner";
import { effectiveAccess, savedOverrides } from "@/components/access/draft";
import { formatCount } from "@/components/api/format";
import { useOperation } from "@/components/api/use-operation";
import { useRead } from "@/components/api/use-read";
import { Section } from "@/components/shared/detail-drawer";
import { WriteButton } from "@/components/shared/forms/write-button";
import { describeReceipts } from "@/components/shared/receipts";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { configContracts } from "@/lib/wire/contracts/config";
import { decisionContracts } from "@/lib/wire/contracts/decisions";
import { teamContracts } from "@/lib/wire/contracts/teams";
import type { RecordedDecision } from "@/lib/wire/explanation";
import { type Repair, repairsOf } from "./repair";

/** The smallest changes that would let the requests of a group pass. `count`: how many were refused. */
export function RepairPanel({ record, count }: { record: RecordedDecision; count: number }) {
  const configuration = useRead(configContracts.get, {});
  const repairs = useMemo(
    () =>
      configuration.data
        ? repairsOf(record, effectiveAccess(savedOverrides(configuration.data), configuration.data))
        : undefined,
    [record, configuration.data],
  );
  if (configuration.isError) return <p className="text-bad">{configuration.error.message}</p>;
  if (!repairs) return <Skeleton className="h-16 w-full" />;
  if (repairs.length === 0) return null;
  return (
    <Section title="What would allow it">
      <ul className="space-y-2">
        {repairs.map((repair) => (
          <li key={repair.sentence} className="rounded-md border px-3 py-2.5">
            <p className="flex gap-2 font-medium">
              <Wrench className="mt-0.5 size-4 shrink-0 text-accent-text" aria-hidden /> {repair.sentence}
            </p>
            <RepairAction repair={repair} count={count} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function RepairAction({ repair, count }: { repair: Repair; count: number }) {
  switch (repair.kind) {
    case "settings":
      return <SettingsRepair repair={repair} />;
    case "team":
      return <TeamRepair repair={repair} count={count} />;
    case "unblock_team":
      return <UnblockRepair repair={repair} />;
    case "page":
      return (
        <Link href={repair.href} prefetch={false} className="mt-1 inline-block text-accent-text hover:underline">
          Go to {repair.label}
        </Link>
      );
  }
}

/** Tries the draft on recorded traffic before it can be saved as a revision. */
function SettingsRepair({ repair: { settings, sentence } }: { repair: Extract<Repair, { kind: "settings" }> }) {
  const [isTried, setTried] = useState(false);
  const configuration = useRead(configContracts.get, {});
  const overrides = configuration.data && { ...savedOverrides(configuration.data), ...settings };
  const replay = useRead(
    decisionContracts.replay,
    { settings: overrides },
    { enabled: isTried && overrides !== undefined, retry: false },
  );
  const save = useOperation(configContracts.saveRevision, {
    onSuccess: ({ revision, nodes }) =>
      toast.success(`Revision ${revision.id} is in force`, { description: describeReceipts(nodes, "In force") }),
    onError: (error) => toast.error(error.message),
  });
  return (
    <div className="mt-2 space-y-2 text-[12.5px]">
      {isTried && replay.isError && <p className="text-bad">{replay.error.message}</p>}
      {isTried && replay.data && (
        <p className="text-ink-soft" role="status">
          {formatCount(replay.data.totals.newly_allowed.calls)} recorded calls would pass
          {replay.data.totals.newly_denied.calls > 0
            ? `, and ${formatCount(replay.data.totals.newly_denied.calls)} would be refused.`
            : ", and none would be refused."}{" "}
          {gainers(replay.data.newly_allowed.map(({ who }) => who))}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button size="small" busy={isTried && replay.isFetching} onClick={() => setTried(true)}>
          What would change?
        </Button>
        {isTried && replay.data && (
          <WriteButton
            size="small"
            variant="primary"
            busy={save.isPending}
            onClick={() =>
              save.mutate({
                settings: overrides,
                comment: sentence,
                base_revision: configuration.data?.revision?.id ?? null,
              })
            }
          >
            Save as a revision
          </WriteButton>
        )}
      </div>
    </div>
  );
}

function gainers(who: readonly string[]): string {
  const names = [...new Set(who)];
  if (names.length === 0) return "";
  const [first = ""] = names;
  return names.length === 1
    ? `Only ${first} gains anything.`
    : `${first} and ${names.length - 1} others gain something.`;
}

function TeamRepair({
  repair: { teamId, model },
  count,
}: {
  repair: Extract<Repair, { kind: "team" }>;
  count: number;
}) {
  const team = useRead(teamContracts.info, { team_id: teamId }, { retry: false });
  const update = useOperation(teamContracts.update, {
    onSuccess: ({ nodes }) =>
      toast.success(`${teamId} may use ${model}`, { description: describeReceipts(nodes, "In force") }),
    onError: (error) => toast.error(error.message),
  });
  if (team.isError) return <p className="mt-1 text-[12.5px] text-bad">{team.error.message}</p>;
  const models = team.data?.models ?? [];
  const isOpen = team.data !== undefined && (models.length === 0 || models.includes(model));
  return (
    <div className="mt-2 space-y-2 text-[12.5px]">
      <p className="text-ink-soft">
        {isOpen
          ? "The team may use it by now."
          : `${formatCount(count)} refused calls would get past this rule. Everybody of the team gains the model.`}
      </p>
      {team.data && !isOpen && (
        <WriteButton
          size="small"
          variant="primary"
          busy={update.isPending}
          onClick={() => update.mutate({ team_id: teamId, models: [...models, model] })}
        >
          Add {model} to the team
        </WriteButton>
      )}
    </div>
  );
}

function UnblockRepair({ repair: { teamId } }: { repair: Extract<Repair, { kind: "unblock_team" }> }) {
  const unblock = useOperation(teamContracts.unblock, {
    onSuccess: ({ nodes }) =>
      toast.success(`${teamId} is unblocked`, { description: describeReceipts(nodes, "In force") }),
    onError: (error) => toast.error(error.message),
  });
  return (
    <div className="mt-2">
      <WriteButton size="small" busy={unblock.isPending} onClick={() => unblock.mutate({ team_id: teamId })}>
        Unblock
      </WriteButton>
    </div>
  );
}
