import { FileText, Pencil, Trash2 } from "lucide-react";
import { columnDollars } from "@/components/api/column-dollars";
import { formatCount, formatDollars, formatPercent } from "@/components/api/format";
import { EntityLink } from "@/components/shared/entity-link";
import { WriteButton } from "@/components/shared/forms/write-button";
import { AlignedAmount } from "@/components/ui/aligned-amount";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Skeleton } from "@/components/ui/skeleton";
import { QUIET_ACT } from "@/components/ui/table";
import type { SpendSums } from "@/lib/wire/spend";
import type { ServerGrants, ServerHealthView } from "@/lib/wire/tools/server-state";
import type { ToolServerView } from "@/lib/wire/tools/tool-server";
import { grantPhrase } from "./grant-words";
import { serverAddress, spokenOver } from "./server-address";
import { ServerState, ToolCounts } from "./server-state";

/** What is known of a server beside its settings. Undefined: it is being read; null: it could not be. */
export interface ServerRow {
  readonly server: ToolServerView;
  readonly health: ServerHealthView | undefined | null;
  readonly grants: ServerGrants | undefined | null;
  /** Of the chosen days. */
  readonly used: Pick<SpendSums, "calls" | "failed_calls" | "spend"> | undefined | null;
}

/** The tool servers: where each is, whether it answers, who may use it, and what that costs. */
export function ServersTable({
  rows,
  onEdit,
  onDelete,
}: {
  rows: readonly ServerRow[];
  onEdit: (id: string) => void;
  onDelete: (row: ToolServerView) => void;
}) {
  const prices = columnDollars(rows.flatMap(({ used }) => (used ? [used.spend] : [])));
  const columns: readonly Column<ServerRow>[] = [
    { head: "Name", cell: ({ server, health }) => <Named server={server} protocol={health?.protocol ?? null} /> },
    { head: "State", cell: ({ server, health }) => <ServerState server={server} health={health} /> },
    { head: "Tools", cell: ({ server, health }) => <ToolCounts health={server.unusable === null ? health : null} /> },
    { head: "May use it", from: "md", cell: ({ grants }) => <GrantedTo grants={grants} /> },
    {
      head: "Calls",
      align: "right",
      from: "sm",
      look: "tabular-nums",
      cell: ({ used }) => <Known of={used}>{({ calls }) => formatCount(calls)}</Known>,
    },
    {
      head: "Failed",
      align: "right",
      from: "lg",
      look: "tabular-nums text-ink-soft",
      cell: ({ used }) => (
        <Known of={used}>
          {({ calls, failed_calls: failed }) => (failed === 0 ? "–" : formatPercent(failed / calls))}
        </Known>
      ),
    },
    {
      head: "Cost",
      align: "right",
      from: "sm",
      cell: ({ used }) => (
        <Known of={used}>
          {({ spend }) => (
            <AlignedAmount amount={prices.format(spend)} exact={formatDollars(spend)} digits={prices.digits} />
          )}
        </Known>
      ),
    },
    {
      head: "Actions",
      isQuiet: true,
      align: "right",
      cell: ({ server }) => <Acts server={server} onEdit={onEdit} onDelete={onDelete} />,
    },
  ];
  return (
    <DataTable
      label="Tool servers"
      stays="head"
      columns={columns}
      rows={rows}
      keyOf={({ server }) => server.server_id}
    />
  );
}

/** The name with a link to its page, and below it where it is and how it speaks. */
function Named({ server, protocol }: { server: ToolServerView; protocol: string | null }) {
  const { server_id: id, description } = server;
  const address = serverAddress(server);
  return (
    <span className="block max-w-44 min-w-0 sm:max-w-72 2xl:max-w-md">
      <EntityLink kind="mcp_server" id={id} className="font-mono text-meta font-medium wrap-anywhere" />
      <span className="block truncate text-meta text-ink-faint" title={address}>
        {address}
      </span>
      {protocol !== null && (
        <span className="block text-meta text-ink-faint">
          MCP {protocol} {spokenOver(server)}
        </span>
      )}
      {description !== null && <span className="block truncate text-meta text-ink-soft">{description}</span>}
    </span>
  );
}

function GrantedTo({ grants }: { grants: ServerGrants | undefined | null }) {
  if (grants === undefined) return <Skeleton className="h-5 w-24" />;
  if (grants === null) return <span className="text-ink-faint">Not known</span>;
  const phrase = grantPhrase(grants);
  return phrase === undefined ? <span className="text-warn">Nobody yet</span> : <span>{phrase}</span>;
}

function Known<Value>({
  of: value,
  children,
}: {
  of: Value | undefined | null;
  children: (value: Value) => React.ReactNode;
}) {
  if (value === undefined) return <Skeleton className="ml-auto h-4 w-10" />;
  return value === null ? "–" : children(value);
}

/** One of the file can only be changed there. */
function Acts({
  server,
  onEdit,
  onDelete,
}: {
  server: ToolServerView;
  onEdit: (id: string) => void;
  onDelete: (row: ToolServerView) => void;
}) {
  const { server_id: id, source } = server;
  if (source === "file")
    return (
      <span className="inline-flex items-center gap-1.5 text-meta whitespace-nowrap text-ink-faint">
        <FileText className="size-3.5" aria-hidden /> config.yaml
      </span>
    );
  return (
    <span className={`inline-flex ${QUIET_ACT}`}>
      <WriteButton variant="ghost" size="icon" aria-label={`Edit ${id}`} onClick={() => onEdit(id)}>
        <Pencil className="size-4" aria-hidden />
      </WriteButton>
      <WriteButton variant="ghost" size="icon" aria-label={`Delete ${id}`} onClick={() => onDelete(server)}>
        <Trash2 className="size-4" aria-hidden />
      </WriteButton>
    </span>
  );
}
