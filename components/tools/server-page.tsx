"use client";
import { Pencil, Trash2, Wrench } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { columnDollars } from "@/components/api/column-dollars";
import { LIVE, useRead } from "@/components/api/use-read";
import { AuditSection } from "@/components/detail-page/audit-section";
import { CallsSection } from "@/components/detail-page/calls-section";
import { ConnectedUsers } from "@/components/connections/connected-users";
import { PAGE_TIME, type PageTime, PageTimeBar, usePageTime } from "@/components/time-range/page-time";
import { DetailPage, useIdParameter } from "@/components/detail-page/detail-page";
import type { PageTab } from "@/components/detail-page/page-tab";
import { Section } from "@/components/shared/detail-drawer";
import { Facts } from "@/components/shared/facts";
import { useAddress } from "@/components/shared/use-address";
import { counted } from "@/components/shared/wording";
import { WriteButton } from "@/components/shared/forms/write-button";
import { Badge } from "@/components/ui/badge";
import { Mono } from "@/components/ui/text";
import { isObject } from "@/lib/is-object";
import { toolServerContracts } from "@/lib/wire/contracts/tool-servers";
import type { ServerHealthView } from "@/lib/wire/tools/server-state";
import type { ToolServerView } from "@/lib/wire/tools/tool-server";
import { DeleteServerDialog, ServerDialog } from "./dialogs";
import { GrantsSection } from "./grants-section";
import { authKindOf, authLabel } from "./server-auth";
import { programFacts } from "./program-facts";
import { APPROVALS } from "./server-draft";
import { serverAddress, spokenOver } from "./server-address";
import { ServerState } from "./server-state";
import { SigningKeys } from "./signing-keys";
import { ToolCosts } from "./tool-costs";
import { ToolSetup } from "./tool-setup";
import { ToolsSection } from "./tools-section";

const WORDS = { one: "server", many: "servers", list: "/console/tools", icon: Wrench };

/** What the address of the page holds: the server, the tab, one of the tools, and the time. */
const USUAL_ADDRESS = { id: "", tab: "", tool: "", ...PAGE_TIME };

/** The page of one tool server. */
export function ServerPage() {
  const id = useIdParameter();
  const [view, change] = useAddress(USUAL_ADDRESS);
  const time = usePageTime(view);
  const query = useRead(
    toolServerContracts.list,
    {},
    { ...LIVE, enabled: id !== "", select: ({ data }) => data.find((one) => one.server_id === id) ?? null },
  );
  const read = useRead(toolServerContracts.health, {}, { ...LIVE, enabled: id !== "" });
  const health = read.data
    ? (read.data.data.find((one) => one.server_id === id) ?? null)
    : read.isPending
      ? undefined
      : null;
  return (
    <DetailPage<ToolServerView & Readonly<Record<string, unknown>>>
      words={WORDS}
      id={id}
      query={query}
      name={() => id}
      status={(server) => (
        <>
          <ServerState server={server} health={health} isWide />
          {server.source === "file" && <Badge title="It can be changed only there.">config.yaml</Badge>}
        </>
      )}
      actions={(server) => server.source === "database" && <Acts server={server} />}
      time={<PageTimeBar view={view} time={time} onChange={change} />}
      tab={{ name: view.tab, onChange: (tab) => change({ tab }) }}
      tabs={tabsOf(id, health, time)}
    />
  );
}

function tabsOf(
  id: string,
  health: ServerHealthView | undefined | null,
  time: PageTime,
): readonly PageTab<ToolServerView & Readonly<Record<string, unknown>>>[] {
  return [
    {
      name: "",
      label: "Tools",
      first: (server) => <ServerFacts server={server} health={health} />,
      main: (server) => <ToolsSection server={server} />,
      side: (server) => server.auth_type === "signed_jwt" && <SigningKeys />,
    },
    {
      name: "usage",
      label: "Usage",
      isTimed: true,
      main: () => (
        <>
          <ToolCosts server={id} time={time} />
          <CallsSection of={{ mcp_server: id }} empty="Nobody has called a tool of this server yet." />
        </>
      ),
    },
    {
      name: "access",
      label: "Access",
      main: (server) => (
        <>
          <GrantsSection server={id} />
          {server["oauth2_flow"] === "authorization_code" && <ConnectedUsers server={id} />}
        </>
      ),
    },
    {
      name: "clients",
      label: "Clients",
      main: () => (
        <Section title="Set up a client">
          <ToolSetup server={id} />
        </Section>
      ),
    },
    { name: "changes", label: "Changes", main: () => <AuditSection type="mcp_server" id={id} /> },
  ];
}

function Acts({ server }: { server: ToolServerView }) {
  const router = useRouter();
  const [isEditing, setEditing] = useState(false);
  const [deleting, setDeleting] = useState<ToolServerView>();
  return (
    <>
      <WriteButton onClick={() => setEditing(true)}>
        <Pencil className="size-3.5" aria-hidden /> Edit
      </WriteButton>
      <WriteButton onClick={() => setDeleting(server)}>
        <Trash2 className="size-3.5" aria-hidden /> Delete
      </WriteButton>
      <ServerDialog id={server.server_id} open={isEditing} onClose={() => setEditing(false)} />
      <DeleteServerDialog
        row={deleting}
        onClose={() => setDeleting(undefined)}
        onDeleted={() => router.push(WORDS.list)}
      />
    </>
  );
}

function ServerFacts({
  server,
  health,
}: {
  server: ToolServerView & Readonly<Record<string, unknown>>;
  health: ServerHealthView | undefined | null;
}) {
  const { alias, description, access_groups: groups, on_tool_change: approval } = server;
  const perMinute = server["mcp_rpm_limit"];
  const atOnce = server["max_parallel_requests"];
  const limits = [
    typeof perMinute === "number" ? `${counted(perMinute, "request")}/min` : undefined,
    typeof atOnce === "number" ? `${atOnce} at once` : undefined,
  ].filter(Boolean);
  return (
    <Section title="About this server">
      <Facts
        rows={[
          ...(description === null ? [] : [["Description", description] as const]),
          [
            server.transport === "stdio" ? "Program" : "Address",
            <Mono key="address" className="wrap-anywhere">
              {serverAddress(server)}
            </Mono>,
          ],
          ...(health?.program ? programFacts(health.program) : []),
          ["Speaks", `MCP ${health?.protocol ?? "(not known yet)"} ${spokenOver(server)}`],
          ...(alias === null ? [] : [["Alias", <Mono key="alias">{alias}</Mono>] as const]),
          ["Authenticates by", authLabel(authKindOf(server))],
          ["Groups", groups.length === 0 ? "None" : groups.join(", ")],
          ["New tools", APPROVALS.find(({ value }) => value === approval)?.label ?? approval],
          ["A call costs", costText(server["mcp_info"])],
          ["Limits", limits.length === 0 ? "Only the callers' own" : limits.join(" · ")],
        ]}
      />
    </Section>
  );
}

/** What calls cost by the settings of a server. */
function costText(info: unknown): string {
  const costs = isObject(info) ? info["mcp_server_cost_info"] : undefined;
  if (!isObject(costs)) return "Nothing";
  const { default_cost_per_query: usual, tool_name_to_cost_per_query: byTool } = costs;
  const others = isObject(byTool) ? Object.keys(byTool).length : 0;
  const text = typeof usual === "number" ? columnDollars([usual]).format(usual) : "Nothing";
  return others === 0 ? text : `${text}; ${others} ${others === 1 ? "tool has its" : "tools have their"} own price`;
}
