"use client";
import { useQuery } from "@tanstack/react-query";
import { sendJson } from "@/components/api/send-json";
import { ToolSetup } from "@/components/tools/tool-setup";
import { Card, CardHeader } from "@/components/ui/card";
import { Mono } from "@/components/ui/text";
import { isObject } from "@/lib/is-object";
import { splitName } from "@/lib/tool-name";
import { counted } from "@/components/shared/wording";

const TOOLS = "/mcp";

/** The tools that the caller may use, by server, as any client is told, and how clients are set up. */
export function OwnTools() {
  const { data: names = [] } = useQuery({
    queryKey: [TOOLS, "tools/list"],
    queryFn: ({ signal }) => listTools(signal),
    retry: false,
  });
  if (names.length === 0) return null;
  const servers = [...new Set(names.flatMap((name) => splitName(name)?.server ?? []))];
  const toolsOf = (server: string) =>
    names.flatMap((name) => (splitName(name)?.server === server ? [splitName(name)?.tool ?? ""] : []));
  return (
    <Card>
      <CardHeader title="Tools you may use" description="Call them over MCP, with the same key as models." />
      <div className="space-y-3 p-4">
        <ul className="space-y-1.5" aria-label="Tools">
          {servers.map((server) => (
            <li key={server}>
              <details className="group">
                <summary className="cursor-pointer rounded">
                  <Mono className="font-medium">{server}</Mono>{" "}
                  <span className="text-meta text-ink-faint">{counted(toolsOf(server).length, "tool")}</span>
                </summary>
                <ul className="mt-1.5 flex flex-wrap gap-1.5 pl-4">
                  {toolsOf(server).map((tool) => (
                    <li
                      key={tool}
                      className="rounded bg-muted px-1.5 py-0.5 font-mono text-meta font-medium wrap-anywhere text-ink-soft"
                    >
                      {tool}
                    </li>
                  ))}
                </ul>
              </details>
            </li>
          ))}
        </ul>
        <ToolSetup />
      </div>
    </Card>
  );
}

/** The names of the tools that the caller may use, as `server-tool`. None where they may not ask. */
async function listTools(signal: AbortSignal): Promise<string[]> {
  const response = await sendJson(TOOLS, { jsonrpc: "2.0", id: 1, method: "tools/list" }, { signal });
  if (!response.ok) return [];
  const answer: unknown = await response.json();
  const result = isObject(answer) ? answer["result"] : undefined;
  const tools: unknown = isObject(result) ? result["tools"] : undefined;
  return (Array.isArray(tools) ? tools : []).flatMap((tool: unknown) =>
    isObject(tool) && typeof tool["name"] === "string" ? [tool["name"]] : [],
  );
}
