"use client";
import { Ban, Pencil, Plus } from "lucide-react";
import { useState } from "react";
import { LIVE, PAGE_SIZE, useRead } from "@/components/api/use-read";
import { serverTime } from "@/components/api/server-time";
import { BlockKeyDialog } from "@/components/keys/block-key-dialog";
import { DeleteKeyDialog } from "@/components/keys/delete-key-dialog";
import { keyName } from "@/components/keys/key-name";
import { Section } from "@/components/shared/detail-drawer";
import { Button, RemoveButton } from "@/components/ui/button";
import { Freshness } from "@/components/shared/lists/freshness";
import type { PageAddress } from "@/components/shared/lists/list-page";
import { PageGone, CursorPager } from "@/components/shared/lists/cursor-pager";
import { useListPage } from "@/components/shared/lists/use-list-page";
import { Skeleton } from "@/components/ui/skeleton";
import { InlineError } from "@/components/ui/states";
import { keyContracts } from "@/lib/wire/contracts/keys";
import type { Key } from "@/lib/wire/key";
import type { Team } from "@/lib/wire/team";
import { KeyLine } from "./key-line";
import { lazyDialog } from "@/components/ui/lazy/lazy-part";

const OwnKeyDialog = lazyDialog(
  () => import("./own-key-dialog").then((module) => module.OwnKeyDialog),
  ({ open }) => open,
);

const LimitsDialog = lazyDialog(
  () => import("./limits-dialog").then((module) => module.LimitsDialog),
  ({ row }) => row !== undefined,
);

/**
 * The keys of a team for its administrators, who make, change, block and delete them. `view`: the page in the address.
 */
export function TeamKeys({
  team: { team_id: teamId, team_alias: alias, models },
  view,
  onTurn,
}: {
  team: Team;
  view: PageAddress;
  onTurn: (to: PageAddress) => void;
}) {
  const page = useListPage(view, onTurn, teamId);
  const [now] = useState(serverTime);
  const [generating, setGenerating] = useState(false);
  const [deleting, setDeleting] = useState<Key>();
  const keys = useRead(keyContracts.list, { ...page.asked, size: PAGE_SIZE, team_id: teamId }, LIVE);
  const [blocking, setBlocking] = useState<Key>();
  const [editing, setEditing] = useState<Key>();
  const rows = keys.data?.data ?? [];
  return (
    <Section
      title={`Keys of the team (${keys.data?.total ?? "…"})`}
      action={
        <span className="flex flex-wrap items-center justify-end gap-2">
          <Button size="small" onClick={() => setGenerating(true)}>
            <Plus className="size-3.5" aria-hidden /> Generate team key
          </Button>
          <Freshness query={keys} label={`Refresh keys of ${teamId}`} />
        </span>
      }
    >
      {keys.isPending ? (
        <Skeleton className="h-8 w-full" />
      ) : keys.isLoadingError ? (
        <InlineError error={keys.error} name="keys of the team" retry={() => void keys.refetch()} />
      ) : rows.length === 0 && page.number > 1 && keys.isSuccess ? (
        <PageGone page={page} many="keys" />
      ) : rows.length === 0 ? (
        <p className="text-ink-faint">The team has no keys.</p>
      ) : (
        <ul className="divide-y rounded-md border" aria-label="Keys of the team">
          {rows.map((key) => (
            <li key={key.token_id} className="flex flex-wrap items-center gap-3 px-3 py-1.5">
              <KeyLine
                row={key}
                now={now}
                owner={<span className="block text-meta text-ink-faint">{key.user_id ?? "The team's own"}</span>}
              >
                <TeamKeyButtons
                  row={key}
                  onEdit={() => setEditing(key)}
                  onBlock={() => setBlocking(key)}
                  onDelete={() => setDeleting(key)}
                />
              </KeyLine>
            </li>
          ))}
        </ul>
      )}
      {keys.isSuccess && rows.length > 0 && keys.data.total > PAGE_SIZE && <CursorPager page={page} query={keys} />}
      <OwnKeyDialog owner={{ teamId, name: alias ?? teamId }} open={generating} onOpenChange={setGenerating} />
      <LimitsDialog
        row={editing}
        contracts={keyContracts}
        reference={({ token_id }) => ({ key: token_id })}
        title={(key) => `Limits of ${keyName(key)}`}
        description="At most what the team has. In force on every node from the next request."
        known={models}
        allModels="every model of the team"
        hasDuration
        saved={(key) => `${keyName(key)} is changed`}
        onClose={() => setEditing(undefined)}
      />
      <BlockKeyDialog row={blocking} onClose={() => setBlocking(undefined)} />
      <DeleteKeyDialog row={deleting} onClose={() => setDeleting(undefined)} />
    </Section>
  );
}

function TeamKeyButtons({
  row,
  onEdit,
  onBlock,
  onDelete,
}: {
  row: Key;
  onEdit: () => void;
  onBlock: () => void;
  onDelete: () => void;
}) {
  const name = keyName(row);
  return (
    <>
      <Button variant="ghost" size="icon" aria-label={`Edit ${name}`} onClick={onEdit}>
        <Pencil className="size-4" aria-hidden />
      </Button>
      <Button variant="ghost" size="icon" aria-label={`Block ${name}`} disabled={row.blocked} onClick={onBlock}>
        <Ban className="size-4" aria-hidden />
      </Button>
      <RemoveButton label={`Delete ${name}`} onClick={onDelete} />
    </>
  );
}
