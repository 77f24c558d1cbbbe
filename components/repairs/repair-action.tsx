"use client";
import { type ReactNode, useState } from "react";
import { toast } from "sonner";
import { savedOverrides } from "@/components/access/draft";
import type { InputOf, Versioned } from "@/components/api/client";
import { formatCount } from "@/components/api/format";
import { useOperation } from "@/components/api/use-operation";
import { useRead } from "@/components/api/use-read";
import { WriteButton } from "@/components/shared/forms/write-button";
import { EditedRow } from "@/components/shared/drafts/edited-row";
import { describeReceipts } from "@/components/shared/receipts";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { configContracts } from "@/lib/wire/contracts/config";
import { decisionContracts } from "@/lib/wire/contracts/decisions";
import { revisionTag } from "@/lib/wire/edits/revision-tag";
import { teamContracts } from "@/lib/wire/contracts/teams";
import type { Team } from "@/lib/wire/team";
import type { Repair } from "./repair";
import { type Refused, type WhatIf, whatIf } from "./what-if";

/** What an administrator can do about a refusal, at once or on another page. `onDone`: after something has changed. */
export function RepairAction({ repair, refused, onDone }: ActionProps<Repair>) {
  switch (repair.kind) {
    case "settings":
      return <SettingsRepair repair={repair} refused={refused} onDone={onDone} />;
    case "team":
      return <TeamRepair repair={repair} refused={refused} onDone={onDone} />;
    case "unblock_team":
      return <UnblockRepair repair={repair} refused={refused} onDone={onDone} />;
    case "elsewhere":
      return null;
    case "page":
      return (
        <Link href={repair.href} prefetch={false} className="mt-1 inline-block text-accent-text hover:underline">
          Go to {repair.label}
        </Link>
      );
  }
}

interface ActionProps<Kind extends Repair> {
  repair: Kind;
  refused: Refused;
  onDone: () => void;
}

/** Tries the draft on recorded traffic before it can be saved as a revision. */
function SettingsRepair({
  repair: { settings, sentence },
  refused,
  onDone,
}: ActionProps<Extract<Repair, { kind: "settings" }>>) {
  const configuration = useRead(configContracts.get, {});
  const overrides = configuration.data && { ...savedOverrides(configuration.data), ...settings };
  const save = useOperation(configContracts.saveRevision, {
    onSuccess: ({ revision, nodes }) => {
      toast.success(`Revision ${revision.id} is in force`, { description: describeReceipts(nodes, "In force") });
      onDone();
    },
    onError: async (error) => {
      toast.error(error.message);
      await configuration.refetch();
    },
    ifMatch: () => revisionTag(configuration.data?.revision),
  });
  return (
    <Tried draft={overrides && { settings: overrides }} refused={refused}>
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
    </Tried>
  );
}

/** Shows what a draft would change, on demand, and then the button that makes it so. */
function Tried({
  draft,
  refused,
  children,
}: {
  draft: InputOf<typeof decisionContracts.replay> | undefined;
  refused: Refused;
  children: ReactNode;
}) {
  const [isTried, setTried] = useState(false);
  const replay = useRead(decisionContracts.replay, draft ?? {}, {
    ...{ enabled: isTried && draft !== undefined, retry: false, staleTime: 0 },
  });
  const told = isTried && replay.data && whatIf(replay.data, refused);
  return (
    <div className="mt-2 space-y-2 text-[12.5px]">
      {isTried && replay.isError && <p className="text-bad">{replay.error.message}</p>}
      {told && (
        <div role="status" className="space-y-1.5 text-ink-soft">
          <p>{told.sentence}</p>
          <Others groups={told.others} />
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        {!told && (
          <Button size="small" busy={isTried && replay.isFetching} onClick={() => setTried(true)}>
            What would change?
          </Button>
        )}
        {told && children}
      </div>
    </div>
  );
}

const MOST_SHOWN = 10;

function Others({ groups }: { groups: WhatIf["others"] }) {
  if (groups.length === 0) return null;
  return (
    <ul aria-label="Who else gains something" className="divide-y rounded-md border">
      {groups.slice(0, MOST_SHOWN).map(({ who, route, model, count }) => (
        <li key={`${who} ${route} ${model}`} className="flex justify-between gap-3 px-2.5 py-1.5">
          <span className="min-w-0 break-words">
            {who} <code className="font-mono break-all text-ink-faint">{model ?? route}</code>
          </span>
          <span className="shrink-0 tabular-nums">{formatCount(count)}</span>
        </li>
      ))}
      {groups.length > MOST_SHOWN && (
        <li className="px-2.5 py-1.5 text-ink-faint">and {formatCount(groups.length - MOST_SHOWN)} more</li>
      )}
    </ul>
  );
}

function TeamRepair(props: ActionProps<Extract<Repair, { kind: "team" }>>) {
  return (
    <EditedRow contract={teamContracts.info} input={{ team_id: props.repair.teamId }}>
      {(opened) => <TeamGrant {...props} opened={opened} />}
    </EditedRow>
  );
}

function TeamGrant({
  repair: { teamId, model },
  refused,
  onDone,
  opened: { body: team, etag },
}: ActionProps<Extract<Repair, { kind: "team" }>> & { opened: Versioned<Team> }) {
  const update = useOperation(teamContracts.update, {
    onSuccess: ({ nodes }) => {
      toast.success(`${teamId} may use ${model}`, { description: describeReceipts(nodes, "In force") });
      onDone();
    },
    onError: (error) => toast.error(error.message),
    ifMatch: () => etag,
  });
  const { models } = team;
  if (models.length === 0 || models.includes(model))
    return <p className="mt-2 text-[12.5px] text-ink-soft">The team may use it by now.</p>;
  const granted = { team_id: teamId, models: [...models, model] };
  return (
    <>
      <p className="mt-2 text-[12.5px] text-ink-soft">Everybody of the team gains the model.</p>
      <Tried draft={{ teams: [granted] }} refused={refused}>
        <WriteButton size="small" variant="primary" busy={update.isPending} onClick={() => update.mutate(granted)}>
          Add {model} to the team
        </WriteButton>
      </Tried>
    </>
  );
}

function UnblockRepair({
  repair: { teamId },
  refused,
  onDone,
}: ActionProps<Extract<Repair, { kind: "unblock_team" }>>) {
  const unblock = useOperation(teamContracts.unblock, {
    onSuccess: ({ nodes }) => {
      toast.success(`${teamId} is unblocked`, { description: describeReceipts(nodes, "In force") });
      onDone();
    },
    onError: (error) => toast.error(error.message),
  });
  return (
    <Tried draft={{ teams: [{ team_id: teamId, blocked: false }] }} refused={refused}>
      <WriteButton size="small" busy={unblock.isPending} onClick={() => unblock.mutate({ team_id: teamId })}>
        Unblock
      </WriteButton>
    </Tried>
  );
}
