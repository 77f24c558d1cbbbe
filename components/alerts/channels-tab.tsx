"use client";
import { FileText, Pencil, Plus, Send, Trash2, Webhook } from "lucide-react";
import { useState } from "react";
import { WriteButton } from "@/components/shared/forms/write-button";
import { Freshness } from "@/components/shared/lists/freshness";
import { Ago } from "@/components/shared/time";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { type Column, DataTable } from "@/components/ui/data-table";
import { useLast } from "@/components/ui/dialog";
import { KeepsFocus } from "@/components/ui/focus/keeps-focus";
import { lazyDialog } from "@/components/ui/lazy/lazy-part";
import { TableSkeleton } from "@/components/ui/skeleton";
import { EmptyState, ErrorState } from "@/components/ui/states";
import { QUIET_ACT } from "@/components/ui/table";
import { Note } from "@/components/ui/text";
import type { AlertChannelState } from "@/lib/wire/contracts/alerting";
import type { AlertChannelView } from "@/lib/wire/contracts/alerts/channels";
import { useAlertChannels, useAlertingStatus } from "./use-alerts";
import { WebhookSecret } from "./webhook-secret";

const ChannelDialog = lazyDialog(
  () => import("./channel-dialog").then((module) => module.ChannelDialog),
  ({ open }) => open,
);
const DeleteChannelDialog = lazyDialog(
  () => import("./delete-channel-dialog").then((module) => module.DeleteChannelDialog),
  ({ row }) => row !== undefined,
);
const TestDialog = lazyDialog(
  () => import("./test-dialog").then((module) => module.TestDialog),
  ({ open }) => open,
);

interface Shown {
  readonly channel: AlertChannelView;
  /** How its messages stand; undefined: not known. */
  readonly state: AlertChannelState | undefined;
}

/** Where alerts go: the channels of the file, and those that are set up here. */
export function ChannelsTab({ onAdd }: { onAdd: () => void }) {
  const channels = useAlertChannels();
  const status = useAlertingStatus();
  const [editing, setEditing] = useState<string>();
  const edited = useLast(editing);
  const [deleting, setDeleting] = useState<AlertChannelView>();
  const [testing, setTesting] = useState<string>();
  const tested = useLast(testing);
  const rows = channels.data?.data.map((channel) => ({
    channel,
    state: status.data?.channels.find((one) => one.channel === channel.name),
  }));
  return (
    <Card>
      <KeepsFocus label="Where alerts go">
        {(status.data?.secret === "not_copied" || status.data?.secret === "unreadable") && (
          <div className="p-4">
            <WebhookSecret state={status.data.secret} />
          </div>
        )}
        {channels.isPending ? (
          <TableSkeleton rows={3} />
        ) : channels.isLoadingError ? (
          <ErrorState error={channels.error} retry={() => void channels.refetch()} />
        ) : rows && rows.length > 0 ? (
          <ChannelsTable rows={rows} onEdit={setEditing} onDelete={setDeleting} onTest={setTesting} />
        ) : (
          <EmptyState
            icon={Webhook}
            title="No channel yet"
            action={
              <WriteButton variant="primary" onClick={onAdd}>
                <Plus className="size-4" aria-hidden /> New channel
              </WriteButton>
            }
          >
            Add an incoming webhook of Slack, or an address of your own that takes JSON.
          </EmptyState>
        )}
      </KeepsFocus>
      <div className="flex flex-wrap items-center justify-between gap-x-4 border-t px-4 py-1.5">
        <Note>Where messages go. Addresses are encrypted, and only their origin is shown.</Note>
        <Freshness query={channels} />
      </div>
      {edited !== undefined && (
        <ChannelDialog name={edited} open={editing !== undefined} onClose={() => setEditing(undefined)} />
      )}
      <DeleteChannelDialog row={deleting} onClose={() => setDeleting(undefined)} />
      <TestDialog channel={tested} open={testing !== undefined} onClose={() => setTesting(undefined)} />
    </Card>
  );
}

function ChannelsTable({
  rows,
  ...acts
}: {
  rows: readonly Shown[];
  onEdit: (name: string) => void;
  onDelete: (row: AlertChannelView) => void;
  onTest: (name: string) => void;
}) {
  const columns: readonly Column<Shown>[] = [
    { head: "Channel", cell: ({ channel }) => <Named channel={channel} /> },
    { head: "Messages", from: "sm", cell: ({ state }) => <Messages state={state} /> },
    { head: "Actions", isQuiet: true, align: "right", cell: ({ channel }) => <Acts channel={channel} {...acts} /> },
  ];
  return (
    <DataTable label="Channels" stays="head" columns={columns} rows={rows} keyOf={({ channel }) => channel.name} />
  );
}

function Named({ channel: { name, kind, origin, own_secret: isSigned, because } }: { channel: AlertChannelView }) {
  return (
    <div className="min-w-40 space-y-0.5 whitespace-normal">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{name}</span>
        <Badge>{kind === "slack" ? "Slack" : "Webhook"}</Badge>
        {isSigned && <Badge title="Its messages are signed with its own secret">Own secret</Badge>}
        {because !== null && <Badge tone="warn">Not in force</Badge>}
      </p>
      {origin !== null && (
        <p className="text-meta wrap-anywhere text-ink-faint">
          <span className="font-mono">{origin}</span>/…
        </p>
      )}
      {because !== null && <p className="text-meta text-warn">{because}</p>}
    </div>
  );
}

function Messages({ state }: { state: AlertChannelState | undefined }) {
  if (!state) return <span className="text-ink-faint">–</span>;
  const { waiting, given_up: givenUp, last_error: error, last_delivered_at: delivered } = state;
  return (
    <div className="max-w-72 text-meta whitespace-normal">
      <p className="text-ink-soft">
        {delivered === null ? (
          "None delivered yet"
        ) : (
          <>
            Delivered <Ago iso={delivered} />
          </>
        )}
      </p>
      {waiting > 0 && <p className="text-warn">{waiting} waiting</p>}
      {givenUp > 0 && <p className="text-bad">{givenUp} given up</p>}
      {waiting + givenUp > 0 && error !== null && <p className="text-ink-soft wrap-anywhere">{error}</p>}
    </div>
  );
}

/** One of the file can only be changed there. */
function Acts({
  channel,
  onEdit,
  onDelete,
  onTest,
}: {
  channel: AlertChannelView;
  onEdit: (name: string) => void;
  onDelete: (row: AlertChannelView) => void;
  onTest: (name: string) => void;
}) {
  const { name, source, because } = channel;
  return (
    <span className="inline-flex items-center">
      {because === null && (
        <WriteButton
          variant="ghost"
          size="icon"
          className={QUIET_ACT}
          aria-label={`Send a test to ${name}`}
          onClick={() => onTest(name)}
        >
          <Send className="size-4" aria-hidden />
        </WriteButton>
      )}
      {source === "file" ? (
        <span className="inline-flex items-center gap-1.5 text-meta whitespace-nowrap text-ink-faint">
          <FileText className="size-3.5" aria-hidden /> config.yaml
        </span>
      ) : (
        <span className={`inline-flex ${QUIET_ACT}`}>
          <WriteButton variant="ghost" size="icon" aria-label={`Edit ${name}`} onClick={() => onEdit(name)}>
            <Pencil className="size-4" aria-hidden />
          </WriteButton>
          <WriteButton variant="ghost" size="icon" aria-label={`Delete ${name}`} onClick={() => onDelete(channel)}>
            <Trash2 className="size-4" aria-hidden />
          </WriteButton>
        </span>
      )}
    </span>
  );
}
