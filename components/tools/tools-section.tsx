"use client";
import { BadgeCheck } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { callOperation } from "@/components/api/client";
import { useRead } from "@/components/api/use-read";
import type { ChosenAct } from "@/components/shared/chosen/chosen-act";
import { ReadSection } from "@/components/detail-page/read-section";
import { WriteButton } from "@/components/shared/forms/write-button";
import { counted } from "@/components/shared/wording";
import { Button } from "@/components/ui/button";
import { lazyDialog } from "@/components/ui/lazy/lazy-part";
import { SearchInput } from "@/components/ui/search-input";
import { Note } from "@/components/ui/text";
import { type ShownTool, toolContracts } from "@/lib/wire/contracts/tools";
import type { ToolServerView } from "@/lib/wire/tools/tool-server";
import { inOrderOfNeed, needsApproval } from "./tool-facts";
import { ToolItem } from "./tool-item";

const ActDialog = lazyDialog(
  () => import("@/components/shared/chosen/act-dialog").then((module) => module.ActDialog),
  ({ acting }) => acting !== undefined,
);

const WORDS = { one: "tool", many: "tools" };
/** How many tools are shown at first. */
const MOST_SHOWN = 25;

/** The tools that a server shows: those that wait for an administrator first. */
export function ToolsSection({ server: { server_id: id, on_tool_change: approval } }: { server: ToolServerView }) {
  const tools = useRead(toolContracts.tools, { server_id: id }, { refetchInterval: 60_000 });
  const [acting, setActing] = useState<{ readonly act: ChosenAct<ShownTool>; readonly rows: readonly ShownTool[] }>();
  const open = (tools.data?.data ?? []).filter(needsApproval);
  const act: ChosenAct<ShownTool> = {
    verb: "Approve",
    done: "approved",
    icon: BadgeCheck,
    isFor: () => true,
    says: "Callers who may use the server can call these tools as they are described now, on every node at once.",
    act: ({ tool, hash }) => callOperation(toolContracts.approve, { server_id: id, tool, hash }),
  };
  return (
    <ReadSection
      title={tools.data ? `Tools (${tools.data.data.length})` : "Tools"}
      query={tools}
      height="h-80"
      action={
        open.length > 0 && (
          <WriteButton size="small" onClick={() => setActing({ act, rows: open })}>
            <BadgeCheck className="size-3.5" aria-hidden /> Approve{" "}
            {open.length === 1 ? "the one that is open" : `all ${open.length}`}
          </WriteButton>
        )
      }
    >
      {({ data }) => (
        <>
          <Tools tools={data} isHolding={approval === "hold"} onApprove={(tool) => setActing({ act, rows: [tool] })} />
          <ActDialog
            acting={acting}
            words={WORDS}
            nameOf={({ tool }) => tool}
            keyOf={({ tool }) => tool}
            onClose={() => setActing(undefined)}
            onDone={() => setActing(undefined)}
          />
        </>
      )}
    </ReadSection>
  );
}

function Tools({
  tools,
  isHolding,
  onApprove,
}: {
  tools: readonly ShownTool[];
  isHolding: boolean;
  onApprove: (tool: ShownTool) => void;
}) {
  const named = useSearchParams().get("tool");
  const [search, setSearch] = useState("");
  const [isWhole, setWhole] = useState(false);
  if (tools.length === 0) return <p className="text-ink-faint">The server has not listed any tools yet.</p>;
  const words = search.trim().toLowerCase();
  const ordered = inOrderOfNeed(tools);
  // A tool that a link leads to comes first.
  const all = [...ordered.filter(({ tool }) => tool === named), ...ordered.filter(({ tool }) => tool !== named)];
  const found = all.filter(({ tool }) => tool.toLowerCase().includes(words));
  const shown = isWhole ? found : found.slice(0, MOST_SHOWN);
  const held = tools.filter((tool) => tool.state === "held" && needsApproval(tool)).length;
  return (
    <div className="space-y-3">
      {held > 0 && (
        <p className="rounded-md bg-warn-soft px-3 py-2 text-warn">
          {counted(held, "tool waits", "tools wait")} for an administrator
          {isHolding ? ": neither listed nor callable until then." : ", because it looks dangerous."}
        </p>
      )}
      {tools.length > 8 && (
        <SearchInput
          label="Search tools"
          placeholder="Name of a tool"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      )}
      <ul className="divide-y rounded-md border" aria-label="Tools">
        {shown.map((tool) => (
          <ToolItem
            key={tool.tool}
            tool={tool}
            isOpen={(tool.state === "held" && needsApproval(tool)) || tool.tool === named}
            onApprove={onApprove}
          />
        ))}
      </ul>
      {found.length === 0 && <p className="text-ink-faint">No tool matches this search.</p>}
      {found.length > shown.length && (
        <Button size="small" onClick={() => setWhole(true)}>
          Show all {found.length}
        </Button>
      )}
      <Note>
        Only its server says what a tool does. An approval covers the name, title, description, schemas and annotations;
        any change to them needs another one.
      </Note>
    </div>
  );
}
