"use client";
import { Plus, Search, Wrench } from "lucide-react";
import { useState } from "react";
import { WriteButton } from "@/components/shared/forms/write-button";
import { Freshness } from "@/components/shared/lists/freshness";
import { useAddress } from "@/components/shared/use-address";
import { PageHeader } from "@/components/shell/page-header";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import { useLast } from "@/components/ui/dialog";
import { Input } from "@/components/ui/field";
import { Link } from "@/components/ui/link";
import { Segmented } from "@/components/ui/segmented";
import { TableSkeleton } from "@/components/ui/skeleton";
import { EmptyState, ErrorState } from "@/components/ui/states";
import type { ToolServerView } from "@/lib/wire/tools/tool-server";
import { DeleteServerDialog, ServerDialog } from "./dialogs";
import { serverAddress } from "./server-address";
import { ServersTable } from "./servers-table";
import { useServers } from "./use-servers";

/** The lines of a first server, for a gateway without any. */
const SERVER_LINES = `mcp_servers:
  tickets:
    url: https://tickets.example.com/mcp
    transport: http
    auth_type: bearer_token
    auth_value: os.environ/TICKETS_TOKEN
    access_groups: [support]`;

const RANGES = [
  { value: "1", label: "Today" },
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
] as const;
type Range = (typeof RANGES)[number]["value"];

/** What the address of the page holds: the search, the days of calls and cost, and whether a new server is added. */
const USUAL = { search: "", range: "30", new: "" };

export function ToolsPage() {
  const [view, change] = useAddress(USUAL);
  const range: Range = RANGES.find(({ value }) => value === view.range)?.value ?? "30";
  const { servers, rows } = useServers(Number(range));
  const [editing, setEditing] = useState<string>();
  const edited = useLast(editing);
  const [deleting, setDeleting] = useState<ToolServerView>();
  const search = view.search.trim().toLowerCase();
  const found = rows?.filter(({ server }) =>
    [server.server_id, serverAddress(server), ...server.access_groups].some((text) =>
      text.toLowerCase().includes(search),
    ),
  );
  const add = (
    <WriteButton variant="primary" onClick={() => change({ new: "1" })}>
      <Plus className="size-4" aria-hidden /> New server
    </WriteButton>
  );
  return (
    <>
      <PageHeader
        title="Tools"
        description="MCP servers, whose tools applications call as they call models, with the same keys and rules."
      >
        {add}
      </PageHeader>
      <Card>
        <CardHeader title="Servers">
          <Input
            type="search"
            aria-label="Search servers"
            placeholder="Name, address or group"
            className="!w-48"
            value={view.search}
            onChange={({ target }) => change({ search: target.value }, "typed")}
          />
          <Segmented
            label="Calls and cost of"
            options={RANGES}
            value={range}
            onChange={(to) => change({ range: to })}
          />
          <Freshness query={servers} />
        </CardHeader>
        {servers.isPending ? (
          <TableSkeleton />
        ) : servers.isLoadingError ? (
          <ErrorState error={servers.error} retry={() => void servers.refetch()} />
        ) : found && found.length > 0 ? (
          <ServersTable rows={found} onEdit={setEditing} onDelete={setDeleting} />
        ) : search !== "" ? (
          <EmptyState
            icon={Search}
            title="No server matches this search"
            action={<Button onClick={() => change({ search: "" })}>Clear search</Button>}
          />
        ) : (
          <NoServers>{add}</NoServers>
        )}
      </Card>
      <ServerDialog open={view.new !== ""} onClose={() => change({ new: "" })} />
      {edited !== undefined && (
        <ServerDialog id={edited} open={editing !== undefined} onClose={() => setEditing(undefined)} />
      )}
      <DeleteServerDialog row={deleting} onClose={() => setDeleting(undefined)} />
    </>
  );
}

function NoServers({ children }: { children: React.ReactNode }) {
  return (
    <EmptyState icon={Wrench} title="No tool servers yet" action={children}>
      Add one here, or below <code className="font-mono">mcp_servers</code> in config.yaml. Its tools are held until you
      approve them, and open to nobody until you grant them.{" "}
      <Link href="/console/docs/guides/tools" className="font-medium text-accent-text hover:underline">
        How tools work
      </Link>
      <div className="mt-4 text-left">
        <CodeBlock label="config.yaml" code={SERVER_LINES} />
      </div>
    </EmptyState>
  );
}
