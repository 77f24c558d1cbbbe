"use client";
import { Plug, Unplug } from "lucide-react";
import { useState } from "react";
import { ApiError } from "@/components/api/client";
import { LIVE, useRead } from "@/components/api/use-read";
import { useOperation } from "@/components/api/use-operation";
import { WriteButton } from "@/components/shared/forms/write-button";
import { Freshness } from "@/components/shared/lists/freshness";
import { Ago } from "@/components/shared/time";
import { useAddress } from "@/components/shared/use-address";
import { PageHeader } from "@/components/shell/page-header";
import { Card } from "@/components/ui/card";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Link } from "@/components/ui/link";
import { TableSkeleton } from "@/components/ui/skeleton";
import { EmptyState, ErrorState } from "@/components/ui/states";
import { Mono } from "@/components/ui/text";
import { toolConnectionContracts, type ToolConnectionView } from "@/lib/wire/contracts/connections/tool-connections";
import { ConnectionBadge, isConnected } from "./connection-state";
import { DisconnectDialog } from "./dialogs";

/** The address of the page: the server that somebody was sent here for. */
const USUAL_CONNECTIONS = { server: "" };

/** The connections of the user to tool servers that are asked in the user's name. */
export function ConnectionsPage() {
  const [view] = useAddress(USUAL_CONNECTIONS);
  const [ending, setEnding] = useState<string>();
  const connections = useRead(toolConnectionContracts.list, {}, LIVE);
  const wanted = connections.data?.data.find(({ server_id: id }) => id === view.server);
  return (
    <>
      <PageHeader
        title="My connections"
        description="Tool servers that need your account. Connect once, and the gateway calls them in your name."
      />
      {wanted && !isConnected(wanted.state) && <Wanted connection={wanted} />}
      <Card>
        <div className="flex flex-wrap items-center gap-2 border-b px-4 py-2.5">
          <h2 className="font-semibold">Servers</h2>
          <Freshness query={connections} />
        </div>
        {connections.isPending ? (
          <TableSkeleton rows={3} />
        ) : connections.isLoadingError ? (
          isNobody(connections.error) ? (
            <Nothing isUser={false} />
          ) : (
            <ErrorState error={connections.error} retry={() => void connections.refetch()} />
          )
        ) : connections.data.data.length === 0 || connections.data.user_id === null ? (
          <Nothing isUser={connections.data.user_id !== null} />
        ) : (
          <Connections rows={connections.data.data} wanted={view.server} onEnd={setEnding} />
        )}
      </Card>
      <DisconnectDialog
        row={ending === undefined ? undefined : { server: ending }}
        onClose={() => setEnding(undefined)}
      />
    </>
  );
}

/** Whether somebody may not ask, because their token names neither a user nor a team. */
function isNobody(error: Error): boolean {
  return error instanceof ApiError && (error.code === "team_required" || error.code === "user_required");
}

/** What somebody came for, from a client that could not go on. */
function Wanted({ connection }: { connection: ToolConnectionView }) {
  return (
    <Card className="mb-5">
      <div className="flex flex-wrap items-center justify-between gap-3 p-4">
        <p className="min-w-0">
          <span className="block font-medium">
            Connect to <Mono>{connection.server_id}</Mono> to go on
          </span>
          <span className="text-ink-soft">You sign in at the server itself, and come back here.</span>
        </p>
        <ConnectButton connection={connection} isFirst />
      </div>
    </Card>
  );
}

function Nothing({ isUser }: { isUser: boolean }) {
  return isUser ? (
    <EmptyState icon={Plug} title="No server needs a connection of yours">
      Servers with <Mono as="code">oauth2_flow: authorization_code</Mono> that you may use are listed here.{" "}
      <Link
        href="/console/docs/guides/tools#users-who-connect"
        prefetch={false}
        className="text-accent-text hover:underline"
      >
        How users connect
      </Link>
    </EmptyState>
  ) : (
    <EmptyState icon={Plug} title="Only users connect">
      This session does not stand for a user: the master key is not one, and neither is a token without the claim of{" "}
      <Mono as="code">user_id_jwt_field</Mono>. Sign in as a user.
    </EmptyState>
  );
}

function Connections({
  rows,
  wanted,
  onEnd,
}: {
  rows: readonly ToolConnectionView[];
  wanted: string;
  onEnd: (server: string) => void;
}) {
  const columns: readonly Column<ToolConnectionView>[] = [
    { head: "Server", cell: (connection) => <Server connection={connection} /> },
    { head: "State", from: "sm", cell: ({ state }) => <ConnectionBadge state={state} /> },
    {
      head: "Since",
      from: "md",
      look: "text-ink-soft",
      cell: ({ connected_at: since }) => (since === null ? "" : <Ago iso={since} />),
    },
    {
      head: "Actions",
      isQuiet: true,
      align: "right",
      cell: (connection) => (
        <span className="flex justify-end gap-1">
          {isConnected(connection.state) ? (
            <WriteButton
              size="small"
              aria-label={`Disconnect from ${connection.server_id}`}
              onClick={() => onEnd(connection.server_id)}
            >
              <Unplug className="size-3.5" aria-hidden /> Disconnect
            </WriteButton>
          ) : (
            connection.server_id !== wanted && <ConnectButton connection={connection} />
          )}
        </span>
      ),
    },
  ];
  return <DataTable label="Connections" stays="head" columns={columns} rows={rows} keyOf={(row) => row.server_id} />;
}

function Server({ connection: { server_id: id, description, state, allowed } }: { connection: ToolConnectionView }) {
  return (
    <>
      <Mono className="font-medium wrap-anywhere">{id}</Mono>
      {description !== null && <span className="block text-ink-soft wrap-anywhere">{description}</span>}
      {!allowed && <span className="block text-meta text-ink-faint">You may not call its tools now.</span>}
      <span className="mt-1 block sm:hidden">
        <ConnectionBadge state={state} />
      </span>
    </>
  );
}

/** Leads to the page of the authorization server. */
function ConnectButton({
  connection: { server_id: id, state },
  isFirst = false,
}: {
  connection: ToolConnectionView;
  isFirst?: boolean;
}) {
  const [isLeaving, setLeaving] = useState(false);
  const begin = useOperation(toolConnectionContracts.begin, {
    keepsSecret: true,
    onSuccess: ({ url }) => {
      setLeaving(true);
      window.location.assign(url);
    },
  });
  const again = state === "refused" || state === "ended";
  return (
    <span className="flex min-w-0 flex-col items-end gap-1">
      <WriteButton
        size={isFirst ? "medium" : "small"}
        variant={isFirst ? "primary" : "secondary"}
        aria-label={`Connect to ${id}`}
        disabled={begin.isPending || isLeaving}
        onClick={() => begin.mutate({ server_id: id })}
      >
        <Plug className="size-3.5" aria-hidden /> {again ? "Connect again" : "Connect"}
      </WriteButton>
      {begin.error && (
        <span role="alert" className="max-w-72 text-right text-meta text-bad wrap-anywhere">
          {begin.error.message}
        </span>
      )}
    </span>
  );
}
