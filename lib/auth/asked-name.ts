import { joinedName, splitName } from "@/lib/tool-name";
import type { AccessRequest } from "./decision";

/**
 * The name under which a request is counted and listed: the model's, or `server-tool`, as calls are booked. Undefined:
 * it names neither.
 */
export function askedName({
  model,
  mcpServer: server,
  mcpTool: tool,
}: Pick<AccessRequest, "model" | "mcpServer" | "mcpTool">): string | undefined {
  if (server === undefined) return model;
  return tool === undefined ? server : joinedName({ server, tool });
}

/** What a name of `askedName` names on a route of tools. */
export function namedByTools(name: string): Pick<AccessRequest, "mcpServer" | "mcpTool"> {
  const both = splitName(name);
  return both ? { mcpServer: both.server, mcpTool: both.tool } : { mcpServer: name };
}
