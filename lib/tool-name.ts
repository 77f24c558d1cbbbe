/** A tool of a tool server. */
export interface ServerTool {
  readonly server: string;
  readonly tool: string;
}

/** Between a server's name, which has none, and the tool's, which may. */
export const TOOL_SEPARATOR = "-";

/** The name of a tool where several servers are one: `github-create_issue`. It is the same whatever else is served. */
export function joinedName({ server, tool }: ServerTool): string {
  return `${server}${TOOL_SEPARATOR}${tool}`;
}

/** The server and the tool of a joined name; undefined: it is not one. */
export function splitName(name: string): ServerTool | undefined {
  const at = name.indexOf(TOOL_SEPARATOR);
  if (at <= 0 || at === name.length - 1) return undefined;
  return { server: name.slice(0, at), tool: name.slice(at + 1) };
}
