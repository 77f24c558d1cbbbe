import type { AlertChanges, OpenAlert } from "@/lib/alert";
import { listed } from "./listed";

/** The tools of a server that show something else than an administrator has approved. */
export interface ChangedTools {
  /** The name of the server. */
  readonly server: string;
  /** Their names, in order: those that have changed, and those that came after others were approved. */
  readonly tools: readonly string[];
}

export interface ToolsQuestion {
  readonly changed: readonly ChangedTools[];
  /** The open alerts of this type. */
  readonly open: readonly OpenAlert[];
  /** The servers whose changes somebody has to approve, with what happens to their tools until then. */
  readonly servers: ReadonlyMap<string, "hold" | "warn">;
}

/** How many tools a message names. */
const MOST_NAMES = 5;

/** Decides about servers with changed tools: an alert lasts until nothing of a server waits for an administrator. */
export function decideTools({ changed, open, servers }: ToolsQuestion): AlertChanges {
  const alerts = new Set(open.map(({ subject }) => subject));
  const waiting = changed.filter(({ server, tools }) => servers.has(server) && tools.length > 0);
  const openings = waiting
    .filter(({ server }) => !alerts.has(server))
    .map(({ server, tools }) => {
      const names = tools.slice(0, MOST_NAMES).map(listed).join(", ");
      const more = tools.length > MOST_NAMES ? ` and ${tools.length - MOST_NAMES} more` : "";
      const meanwhile = servers.get(server) === "hold" ? "They are held until then." : "They are served meanwhile.";
      return {
        type: "mcp_tool_changed" as const,
        subject: server,
        level: 1,
        message: `The tool server ${listed(server)} shows other definitions than were approved: ${names}${more}. Look at them and approve them. ${meanwhile}`,
        facts: { mcp_server: server, tools: tools.length, first_tool: listed(tools[0] ?? "") },
      };
    });
  const still = new Set(waiting.map(({ server }) => server));
  const resolutions = open
    .filter(({ subject }) => !still.has(subject))
    .map((alert) => ({
      alert,
      message: `No tool of the server ${listed(alert.subject)} still waits for an administrator.`,
    }));
  return { openings, resolutions };
}
