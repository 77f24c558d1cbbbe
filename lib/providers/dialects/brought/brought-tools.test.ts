import { expect, test } from "vitest";
import { broughtTools } from "./brought-tools";

const CHAT = "openai_routes";
const MESSAGES = "anthropic_routes";
const GOOGLE = "google_routes";
const mcp = (server_url: unknown) => ({ tools: [{ type: "mcp", server_label: "x", server_url }] });

const CASES: readonly (readonly [
  title: string,
  family: string,
  body: object,
  brought: readonly string[] | undefined,
])[] = [
  ["nothing", CHAT, { messages: [] }, undefined],
  ["functions of the caller", CHAT, { tools: [{ type: "function", function: { name: "web_search" } }] }, undefined],
  ["custom tools of the caller", CHAT, { tools: [{ type: "custom", custom: { name: "sql" } }] }, undefined],
  ["a function without a type", CHAT, { tools: [{ name: "f", description: "", input_schema: {} }] }, undefined],
  ["a search by options", CHAT, { web_search_options: {} }, ["web_search"]],
  ["no search, stated", CHAT, { web_search_options: null }, undefined],
  ["a live search", CHAT, { search_parameters: { mode: "auto" } }, ["live_search"]],
  ["a hosted tool of a chat completion", CHAT, { tools: [{ type: "web_search" }] }, ["web_search"]],
  ["Google's tool in a chat completion", CHAT, { tools: [{ googleSearch: {} }] }, ["google_search"]],
  ["a server", CHAT, mcp("https://mcp.example.com/mcp"), ["https://mcp.example.com/mcp"]],
  [
    "a server written otherwise",
    CHAT,
    mcp("HTTPS://MCP.example.com:443/a/../mcp?key=s#x"),
    ["https://mcp.example.com/mcp"],
  ],
  ["a server without a path", CHAT, mcp("https://mcp.example.com"), ["https://mcp.example.com/"]],
  ["an address with a user name", CHAT, mcp("https://mcp.example.com@evil.test/"), ["unreadable"]],
  ["an address with a backslash", CHAT, mcp("https://mcp.example.com\\@evil.test/"), ["unreadable"]],
  ["an address with white space", CHAT, mcp("https://mcp.example.com/ x"), ["unreadable"]],
  ["an address that is none", CHAT, mcp({}), ["unreadable"]],
  ["a connector", CHAT, { tools: [{ type: "mcp", connector_id: "connector_gmail" }] }, ["connector_gmail"]],
  [
    "a connector beside an address",
    CHAT,
    { tools: [{ type: "mcp", connector_id: "c", server_url: "https://a.test/" }] },
    ["https://a.test/"],
  ],
  ["a type with blanks", CHAT, { tools: [{ type: "web search" }] }, ["unreadable"]],
  [
    "several, twice",
    CHAT,
    { tools: [{ type: "web_search" }, { type: "code_interpreter" }, { type: "web_search" }] },
    ["code_interpreter", "web_search"],
  ],
  [
    "the old search of Responses",
    CHAT,
    { input: "x", tools: [{ type: "web_search_preview_2025_03_11" }] },
    ["web_search_preview_2025_03_11"],
  ],
  [
    "a namespace of functions",
    CHAT,
    { tools: [{ type: "namespace", tools: [{ type: "function", name: "f" }] }] },
    undefined,
  ],
  [
    "a server in a namespace",
    CHAT,
    { tools: [{ type: "namespace", tools: [{ type: "mcp", server_url: "https://a.test/" }] }] },
    ["https://a.test/"],
  ],
  [
    "a shell at the caller",
    CHAT,
    { tools: [{ type: "shell", environment: { type: "local" } }, { type: "local_shell" }] },
    undefined,
  ],
  ["a shell in a container", CHAT, { tools: [{ type: "shell", environment: { type: "container_auto" } }] }, ["shell"]],
  [
    "tools that the client has found",
    CHAT,
    { input: [{ type: "tool_search_output", tools: [{ type: "mcp", server_url: "https://a.test/" }] }] },
    ["https://a.test/"],
  ],
  [
    "a list of a server's tools that the model has read",
    CHAT,
    { input: [{ type: "mcp_list_tools", tools: [{ name: "f", input_schema: {}, annotations: {} }] }] },
    undefined,
  ],
  [
    "Anthropic's own kinds at the caller",
    MESSAGES,
    {
      tools: [
        { name: "f", input_schema: {} },
        { type: "custom", name: "g" },
        { type: "bash_20250124", name: "bash" },
      ],
    },
    undefined,
  ],
  ["a tool with a null type", MESSAGES, { tools: [{ type: null, name: "f", input_schema: {} }] }, undefined],
  [
    "Anthropic's hosted tools",
    MESSAGES,
    {
      tools: [
        { type: "web_fetch_20250910", name: "web_fetch" },
        { type: "code_execution_20250825", name: "c" },
      ],
    },
    ["code_execution_20250825", "web_fetch_20250910"],
  ],
  [
    "Anthropic's servers",
    MESSAGES,
    {
      mcp_servers: [{ type: "url", url: "https://a.test/sse", name: "a" }],
      tools: [{ type: "mcp_toolset", mcp_server_name: "a" }],
    },
    ["https://a.test/sse"],
  ],
  ["a server without its address", MESSAGES, { mcp_servers: [{ type: "url", name: "a" }] }, ["unreadable"]],
  ["functions at Google", GOOGLE, { tools: [{ functionDeclarations: [{ name: "f" }] }] }, undefined],
  [
    "Google's tools in both spellings",
    GOOGLE,
    { tools: [{ googleSearch: {} }, { code_execution: {}, urlContext: {} }] },
    ["code_execution", "google_search", "url_context"],
  ],
  [
    "Google's tool behind a type",
    GOOGLE,
    { tools: [{ type: "function", googleSearch: {} }] },
    ["google_search", "type"],
  ],
  ["one tool of Google's outside a list", GOOGLE, { tools: { googleSearch: {} } }, ["google_search"]],
  [
    "a server at Google",
    GOOGLE,
    { tools: [{ mcpServers: [{ name: "a", streamableHttpTransport: { url: "https://a.test/mcp" } }] }] },
    ["https://a.test/mcp"],
  ],
  ["what cannot be tools", CHAT, { tools: "web_search", mcp_servers: 7, input: "tools" }, undefined],
];

test.each(CASES)("a body brings %s", (_, family, body, brought) => {
  expect(broughtTools({ ...body }, family)).toEqual(brought);
});
