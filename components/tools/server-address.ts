import type { ToolServerView } from "@/lib/wire/tools/tool-server";

/** Where a server is: its address, or the line that runs it. */
export function serverAddress(server: ToolServerView): string {
  if (server.transport !== "stdio") return server.url;
  const { command, args } = server as { readonly command?: unknown; readonly args?: unknown };
  return [command, ...(Array.isArray(args) ? args : [])].filter((part) => typeof part === "string").join(" ");
}

/** What it is spoken to over. */
export function spokenOver({ transport }: Pick<ToolServerView, "transport">): string {
  return transport === "stdio" ? "over its input and output" : "over HTTP";
}
