import type { ToolServerView } from "@/lib/wire/tools/tool-server";

/** Where a server is: its address, or the program. */
export function serverAddress(server: ToolServerView): string {
  if (server.transport !== "stdio") return server.url;
  const { command } = server as { readonly command?: unknown };
  return typeof command === "string" ? command : "";
}

/** What it is spoken to over. */
export function spokenOver({ transport }: Pick<ToolServerView, "transport">): string {
  return transport === "stdio" ? "over its input and output" : "over HTTP";
}
