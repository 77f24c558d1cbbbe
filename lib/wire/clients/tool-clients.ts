import type { ClientSnippet } from "./client-guide";
import { json, quoted, SECRET_VARIABLE, shellWord } from "./quoting";

/** An address of tools, and what a client calls it. */
interface ToolTarget {
  /** `https://llm.example.com/tickets/mcp` */
  readonly address: string;
  readonly name: string;
}

/** An MCP client, and how it is set up for the gateway. */
interface ToolClient {
  readonly id: string;
  readonly name: string;
  lines(target: ToolTarget): ClientSnippet;
}

const HEADER = `Authorization: Bearer $${SECRET_VARIABLE}`;

/** The clients that the console and docs/guides/tools.md set up. Who calls stands in the variable `SECRET_VARIABLE`. */
export const TOOL_CLIENTS: readonly ToolClient[] = [
  {
    id: "claude-code",
    name: "Claude Code",
    lines: ({ address, name }) => ({
      place: "the shell",
      language: "sh",
      text: `claude mcp add --transport http ${shellWord(name)} ${shellWord(address)} \\\n  --header "${HEADER}"`,
    }),
  },
  {
    id: "codex",
    name: "Codex",
    lines: ({ address, name }) => ({
      place: "~/.codex/config.toml",
      language: "toml",
      text: [
        `[mcp_servers.${quoted(name)}]`,
        `url = ${quoted(address)}`,
        `bearer_token_env_var = ${quoted(SECRET_VARIABLE)}`,
      ].join("\n"),
    }),
  },
  {
    id: "vs-code",
    name: "VS Code",
    lines: ({ address, name }) => ({
      place: ".vscode/mcp.json",
      language: "json",
      text: json({
        inputs: [{ type: "promptString", id: "gateway-key", description: "Key of the gateway", password: true }],
        servers: {
          [name]: { type: "http", url: address, headers: { Authorization: "Bearer ${input:gateway-key}" } },
        },
      }),
    }),
  },
  {
    id: "curl",
    name: "curl",
    lines: ({ address }) => ({
      place: "the shell",
      language: "sh",
      text: [
        `curl ${shellWord(address)} -H "${HEADER}" \\`,
        '  -H "Content-Type: application/json" -H "Accept: application/json, text/event-stream" \\',
        `  -d '{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}'`,
      ].join("\n"),
    }),
  },
];

/** The address of one server, or without a name that of all. `gateway`: without a slash at its end. */
export function toolAddress(gateway: string, server?: string): string {
  return server === undefined ? `${gateway}/mcp` : `${gateway}/${encodeURIComponent(server)}/mcp`;
}
