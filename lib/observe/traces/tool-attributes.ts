import type { Attributes } from "@opentelemetry/api";
import type { TracedToolRequest } from "@/lib/gateway/tracing";
import { boundedText } from "./bounded-text";

/** The name of the span of a request to a tool server: `tools/call create_issue`. */
export function toolRequestName({ method, tool }: Pick<TracedToolRequest, "method" | "tool">): string {
  return tool === undefined ? boundedText(method) : `${boundedText(method)} ${boundedText(tool)}`;
}

/** What the SERVER span and the CLIENT span have alike (OpenTelemetry's semantic conventions for MCP). */
export function toolAttributes({ method, tool, server }: Omit<TracedToolRequest, "meta">): Attributes {
  return {
    "mcp.method.name": boundedText(method),
    ...(tool !== undefined && { "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": boundedText(tool) }),
    "gateway.mcp_server": boundedText(server.name),
  };
}

/** Where a request goes. */
export function toolServerAttributes({ url = "" }: TracedToolRequest["server"]): Attributes {
  const { hostname, port, protocol } = new URL(url);
  return {
    "network.transport": "tcp",
    "server.address": hostname.replace(/^\[|\]$/g, ""),
    "server.port": port === "" ? (protocol === "https:" ? 443 : 80) : Number(port),
  };
}

/** How a request ended: a JSON-RPC code, `tool_error`, `cancelled` or `upstream_failed`. */
export function toolErrorAttributes(error: string): Attributes {
  return { "error.type": error, ...(/^-?\d+$/.test(error) && { "rpc.response.status_code": error }) };
}
