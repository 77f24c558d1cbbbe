import { TOOLS_OF_SERVER } from "../tool-answers";
import { isNamed } from "./options";

const SERVERS = 20;

/** The messages of tools that are measured, beside calls of models in the same rounds. */
export const TOOL_MESSAGES = [
  {
    name: "by tools/call",
    path: "/t0/mcp",
    calls: 2_000,
    isBooked: true,
    message: { method: "tools/call", params: { name: "tool_0", arguments: { what: "the capital of France" } } },
  },
  {
    name: `by tools/list of ${SERVERS * TOOLS_OF_SERVER} tools`,
    path: "/mcp",
    calls: 100,
    isBooked: false,
    message: { method: "tools/list" },
  },
] as const;

/** Whether messages of tools are measured. `only`: that of the options. */
export function asksTools(only: string): boolean {
  return only !== "" && TOOL_MESSAGES.some(({ name }) => isNamed(name, only));
}

/** The tool servers of a gateway, all of them at the upstream of the bench. */
export function toolServersAt(upstream: string): Readonly<Record<string, object>> {
  const open = { transport: "http", allow_all_keys: true, on_tool_change: "allow", tools_refresh_seconds: 3_600 };
  return Object.fromEntries(
    Array.from({ length: SERVERS }, (_, place) => [`t${place}`, { ...open, url: `${upstream}/tools/${place}` }]),
  );
}
