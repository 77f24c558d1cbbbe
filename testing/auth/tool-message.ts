import type { DecisionCase } from "@/lib/auth/cases/case";

/** The message that asks for what a case is about: a tool, the prompts of a server, or all tools. */
export function toolMessage({ server, tool }: NonNullable<DecisionCase["request"]>) {
  const method = server === undefined ? "tools/list" : tool === undefined ? "prompts/get" : "tools/call";
  return { jsonrpc: "2.0", id: 1, method, params: { name: `${server}-${tool ?? "greet"}` } };
}

/** A hosted tool as a chat completion brings it. `name`: its type, or the address of its server. */
export function hostedTool(name: string): object {
  return name.includes("/") ? { type: "mcp", server_label: "it", server_url: name } : { type: name };
}
