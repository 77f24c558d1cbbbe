import { expect, test } from "vitest";
import { mcpServerEntry } from "@/lib/config/mcp/mcp-schema";
import type { ToolServerView } from "@/lib/wire/tools/tool-server";
import { allOfAuth, AUTH_KINDS } from "./server-auth";
import { changedServer, keptServer, newServer, serverDraftOf } from "./server-draft";

const TOOL_COSTS = "tool_name_to_cost_per_query";
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

test.each([
  ["to users who connect", "oauth2_users", { oauth2_flow: "authorization_code" }],
  ["nowhere, with its flow unsaid", "oauth2", {}],
])("a server of OAuth 2 goes %s", (_where, authType, changes) => {
  expect(changedServer(STORED, { ...serverDraftOf(STORED), authType })).toEqual({ server_id: "tickets", ...changes });
});

test("a server of users opens as one, and what only users need goes with another way", () => {
  const row = { ...STORED, oauth2_flow: "authorization_code", upstream_resource: "none", token_validation: { a: "b" } };
  const draft = serverDraftOf(row);
  expect(draft.authType).toBe("oauth2_users");
  expect(changedServer(row, draft)).toEqual({ server_id: "tickets" });
  const gone = { oauth2_flow: null, token_validation: {}, upstream_resource: null };
  expect(changedServer(row, { ...draft, authType: "oauth2" })).toEqual({ server_id: "tickets", ...gone });
  expect(changedServer(row, { ...draft, authType: "none" })).toMatchObject({ ...gone, auth_type: "none" });
  const said = { ...STORED, oauth2_flow: "client_credentials" };
  expect(changedServer(said, serverDraftOf(said))).toEqual({ server_id: "tickets" });
});

test("a server of users needs nothing but its address", () => {
  const draft = { ...serverDraftOf(), name: "wiki", authType: "oauth2_users", settings: { url: "https://w.example" } };
  const { server_id: _id, ...entry } = newServer(draft);
  expect(entry).toEqual({ url: "https://w.example", auth_type: "oauth2", oauth2_flow: "authorization_code" });
  expect(mcpServerEntry.parse(entry)).toMatchObject(entry);
});

test("prices by tool, headers and limits are typed as lines and numbers, and headers are never sent back", () => {
  const row = { ...STORED, static_headers: { "x-team": "…" }, mcp_rpm_limit: 60 };
  const draft = serverDraftOf(row);
  expect(draft.settings).toMatchObject({ [TOOL_COSTS]: "a: 1", mcp_rpm_limit: "60" });
  expect(draft.settings).not.toHaveProperty("static_headers");
  expect(changedServer(row, draft)).toEqual({ server_id: "tickets" });
  const typed = { [TOOL_COSTS]: "a: 2\nns:b: 0.5\n", static_headers: "x-team: a:b", mcp_rpm_limit: "" };
  const settings = { ...draft.settings, ...typed, max_parallel_requests: "4" };
  expect(changedServer(row, { ...draft, settings })).toEqual({
    server_id: "tickets",
    static_headers: { "x-team": "a:b" },
    mcp_rpm_limit: null,
    max_parallel_requests: 4,
    mcp_info: {
      owner: "ops",
      mcp_server_cost_info: { default_cost_per_query: 0.01, [TOOL_COSTS]: { a: 2, "ns:b": 0.5 } },
    },
  });
  expect(changedServer(row, { ...draft, removed: ["static_headers"] })).toEqual({
    server_id: "tickets",
    static_headers: null,
  });
  expect(keptServer({ ...draft, settings }).settings).not.toHaveProperty("static_headers");
});

test("a line that is neither a price nor a header is one that the gateway refuses", () => {
  const draft = { ...serverDraftOf(), name: "wiki", authType: "none" };
  const parsed = (settings: object) =>
    mcpServerEntry.safeParse({ ...newServer({ ...draft, settings: { ...draft.settings, ...settings } }) });
  const paths = (settings: object) => parsed(settings).error?.issues.map(({ path }) => path.join("."));
  expect(paths({ [TOOL_COSTS]: "a" })).toContain(`mcp_info.mcp_server_cost_info.${TOOL_COSTS}.a`);
  expect(paths({ static_headers: "x-team" })).toContain("static_headers.x-team");
});

test("a stored secret goes only if it is removed", () => {
  const draft = { ...serverDraftOf(STORED), removed: ["client_secret"] };
  expect(changedServer(STORED, draft)).toEqual({ server_id: "tickets", client_secret: null });
});

test.each(AUTH_KINDS.map(({ value }) => value))(
  "a new server that authenticates by %s is one that the gateway takes",
  (authType) => {
    const typed = Object.fromEntries(
      allOfAuth(authType).map(({ name }) => [name, /url|endpoint/.test(name) ? "https://id.example/token" : "a, b"]),
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
    for (const { name, isSecret } of allOfAuth(authType))
      expect([name, Object.hasOwn(parsed, name), isSecret]).toEqual([name, true, isSecret]);
  },
);

test("the browser keeps no secret, and no password in an address", () => {
  const settings = { url: "https://u:p@tickets.example", client_secret: "typed", client_id: "gateway" };
  expect(keptServer({ ...serverDraftOf(STORED), settings }).settings).toEqual({ client_id: "gateway" });
});

test("what answers with tokens must have is typed as lines, and stays as it was given", () => {
  const validation = { workspace: "acme", "team.id": "123", verified: true, tier: 2, note: "a: b" };
  const row = { ...STORED, oauth2_flow: "authorization_code", token_validation: validation };
  const draft = serverDraftOf(row);
  expect(draft.settings["token_validation"]).toBe(
    'note: a: b\nteam.id: "123"\ntier: 2\nverified: true\nworkspace: acme',
  );
  expect(changedServer(row, draft)).toEqual({ server_id: "tickets" });
  const typed = (text: string) =>
    changedServer(row, { ...draft, settings: { ...draft.settings, token_validation: text } });
  expect(typed("workspace: other")).toEqual({ server_id: "tickets", token_validation: { workspace: "other" } });
  expect(typed(" ")).toEqual({ server_id: "tickets", token_validation: {} });
  const added = { ...draft, settings: { ...draft.settings, client_secret: "s" } };
  expect(newServer(added)).toMatchObject({ token_validation: validation });
});
