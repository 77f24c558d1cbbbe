import { expect, test } from "vitest";
import { mcpServerEntry } from "@/lib/config/mcp/mcp-schema";
import type { ToolServerView } from "@/lib/wire/tools/tool-server";
import { AUTH_KINDS, changedServer, fieldsOfAuth, keptServer, newServer, serverDraftOf } from "./server-draft";

const STORED = {
  server_id: "tickets",
  alias: null,
  description: "Tickets",
  url: "https://tickets.example/mcp",
  transport: "http",
  auth_type: "oauth2",
  client_id: "gateway",
  client_secret: "…cret",
  token_url: "https://id.example/token",
  scopes: ["read", "write"],
  access_groups: ["support"],
  allow_all_keys: false,
  on_tool_change: "hold",
  timeout: 60,
  mcp_info: {
    owner: "ops",
    mcp_server_cost_info: { default_cost_per_query: 0.01, tool_name_to_cost_per_query: { a: 1 } },
  },
  source: "database",
  unusable: null,
  created_by: "a",
  created_at: "2026-01-01T00:00:00Z",
  updated_at: "2026-01-01T00:00:00Z",
} satisfies ToolServerView & Record<string, unknown>;

test("an untouched server changes nothing, and its secrets are never sent back", () => {
  const draft = serverDraftOf(STORED);
  expect(draft.settings).toMatchObject({ scopes: "read, write", access_groups: "support", timeout: "60" });
  expect(draft.settings).not.toHaveProperty("client_secret");
  expect(changedServer(STORED, draft)).toEqual({ server_id: "tickets" });
});

test("a change sends what is new, and null or an empty list for what is cleared", () => {
  const draft = serverDraftOf(STORED);
  const settings = { ...draft.settings, description: " ", access_groups: "", scopes: "read", client_secret: "typed" };
  expect(changedServer(STORED, { ...draft, settings, isOpenToAll: true, approval: "warn", cost: "0.02" })).toEqual({
    server_id: "tickets",
    description: null,
    access_groups: [],
    scopes: ["read"],
    client_secret: "typed",
    allow_all_keys: true,
    on_tool_change: "warn",
    mcp_info: {
      owner: "ops",
      mcp_server_cost_info: { default_cost_per_query: 0.02, tool_name_to_cost_per_query: { a: 1 } },
    },
  });
});

test("another way of proving oneself takes the settings of the old one along", () => {
  const draft = { ...serverDraftOf(STORED), authType: "bearer_token" };
  expect(changedServer(STORED, { ...draft, settings: { ...draft.settings, auth_value: "typed" } })).toEqual({
    server_id: "tickets",
    auth_type: "bearer_token",
    auth_value: "typed",
    client_id: null,
    client_secret: null,
    token_url: null,
    scopes: [],
  });
});

test("a stored secret goes only if it is removed", () => {
  const draft = { ...serverDraftOf(STORED), removed: ["client_secret"] };
  expect(changedServer(STORED, draft)).toEqual({ server_id: "tickets", client_secret: null });
});

test.each(AUTH_KINDS.map(({ value }) => value))(
  "a new server that proves itself by %s is one that the gateway takes",
  (authType) => {
    const typed = Object.fromEntries(
      fieldsOfAuth(authType).map(({ name }) => [name, /url|endpoint/.test(name) ? "https://id.example/token" : "a, b"]),
    );
    const settings = { ...typed, url: " https://tickets.example/mcp ", access_groups: "a, b,", timeout: "5" };
    const { server_id: id, ...entry } = newServer({
      ...serverDraftOf(),
      name: " tickets ",
      authType,
      cost: "0.5",
      settings,
    });
    expect(id).toBe("tickets");
    const parsed = mcpServerEntry.parse(entry);
    expect(parsed).toMatchObject({ url: "https://tickets.example/mcp", access_groups: ["a", "b"], timeout: 5 });
    for (const { name, isSecret } of fieldsOfAuth(authType))
      expect([name, Object.hasOwn(parsed, name), isSecret]).toEqual([name, true, isSecret]);
  },
);

test("the browser keeps no secret, and no password in an address", () => {
  const settings = { url: "https://u:p@tickets.example", client_secret: "typed", client_id: "gateway" };
  expect(keptServer({ ...serverDraftOf(STORED), settings }).settings).toEqual({ client_id: "gateway" });
});
