import { allow, deny, jwt, tool, type DecisionCase, type JwtAuthInput } from "./case";

/** Only the address: the decision reads no more of it. */
const server = (more: object = {}) => ({ url: "http://127.0.0.1:9/mcp", transport: "http", ...more });
const servers = {
  github: server({ access_groups: ["code"] }),
  files: server({ access_groups: ["code", "data"], disallowed_tools: ["delete_*"] }),
  open: server({ allow_all_keys: true, allowed_tools: ["search", "read"] }),
};
const routes = { team_allowed_routes: ["openai_routes", "mcp_routes"] };
const of = (client: string) => jwt({ client_id: client });

function toolCase(
  name: string,
  line: Omit<DecisionCase, "name" | "spec" | "servers"> & { readonly settings?: JwtAuthInput },
): DecisionCase {
  return { name, spec: [], servers, ...line, settings: { ...routes, ...line.settings } };
}

const granted = { teams: { t1: { permission: { mcp_servers: ["github"] } } } };
const key = (permission?: object) => ({
  key: { team: "t1", allowedRoutes: ["mcp_routes"], ...(permission && { permission }) },
});
const made = (permission: object) => ({
  key: {
    team: "t1",
    allowedRoutes: ["mcp_routes"],
    maker: { role: null, scopes: [] },
    permission,
  },
});
const scopes: JwtAuthInput = {
  enforce_scope_based_access: true,
  scope_mappings: [
    { scope: "code", models: [], mcp_tools: ["github-*", "files-read_file"] },
    { scope: "chat", models: ["gpt-4o"] },
  ],
};
const roles: JwtAuthInput = {
  enforce_rbac: true,
  roles_jwt_field: "roles",
  role_mappings: [
    { role: "dev", internal_role: "team", mcp_tools: ["github-*"] },
    { role: "plain", internal_role: "team" },
  ],
};

/** Tool servers, and their tools. */
export const toolCases: DecisionCase[] = [
  toolCase("the master key may call every tool that is served", {
    token: "master key",
    request: tool("github", "create_issue"),
    expect: allow({ admin: true }),
  }),
  toolCase("a tool that its server's settings close is closed to the master key too", {
    token: "master key",
    request: tool("files", "delete_all"),
    expect: deny("tool_not_allowed"),
  }),
  toolCase("a server that does not exist is refused as one that nobody grants", {
    token: "master key",
    request: tool("nowhere", "x"),
    expect: deny("mcp_server_not_allowed"),
  }),
  toolCase("nothing granted opens nothing", {
    token: of("t1"),
    state: { teams: { t1: {} } },
    request: tool("github", "create_issue"),
    expect: deny("mcp_server_not_allowed"),
  }),
  toolCase("the team's permission opens a server", {
    token: of("t1"),
    state: granted,
    request: tool("github", "create_issue"),
    expect: allow({ team: "t1" }),
  }),
  toolCase("the team's permission opens no other server", {
    token: of("t1"),
    state: granted,
    request: tool("files", "read_file"),
    expect: deny("mcp_server_not_allowed"),
  }),
  toolCase("a group opens its servers", {
    token: of("t1"),
    state: { teams: { t1: { permission: { mcp_access_groups: ["data"] } } } },
    request: tool("files", "read_file"),
    expect: allow({ team: "t1" }),
  }),
  toolCase("a group opens no server outside it", {
    token: of("t1"),
    state: { teams: { t1: { permission: { mcp_access_groups: ["data"] } } } },
    request: tool("github", "create_issue"),
    expect: deny("mcp_server_not_allowed"),
  }),
  toolCase("permissions by tool open these tools alone", {
    token: of("t1"),
    state: { teams: { t1: { permission: { mcp_tool_permissions: { github: ["list_*"] } } } } },
    request: tool("github", "list_issues"),
    expect: allow({ team: "t1" }),
  }),
  toolCase("permissions by tool close the server's other tools", {
    token: of("t1"),
    state: { teams: { t1: { permission: { mcp_servers: ["github"], mcp_tool_permissions: { github: ["list_*"] } } } } },
    request: tool("github", "create_issue"),
    expect: deny("tool_not_allowed"),
  }),
  toolCase("an empty list opens nothing", {
    token: of("t1"),
    state: { teams: { t1: { permission: { mcp_servers: [] } } } },
    request: tool("github", "create_issue"),
    expect: deny("mcp_server_not_allowed"),
  }),
  toolCase("a server whose name every object has is not granted by accident", {
    token: of("t1"),
    state: { teams: { t1: { permission: { mcp_tool_permissions: {} } } } },
    request: tool("constructor", "x"),
    expect: deny("mcp_server_not_allowed"),
  }),
  toolCase("the maximum tier closes a tool that may change something", {
    token: of("t1"),
    state: { teams: { t1: { permission: { mcp_servers: ["github"], mcp_max_tier: "read" } } } },
    request: tool("github", "create_issue"),
    expect: deny("tool_not_allowed"),
  }),
  toolCase("the maximum tier leaves a tool open that only reads", {
    token: of("t1"),
    state: { teams: { t1: { permission: { mcp_servers: ["github"], mcp_max_tier: "read" } } } },
    request: tool("github", "list_issues", "read"),
    expect: allow({ team: "t1" }),
  }),
  toolCase("a maximum tier alone grants nothing", {
    token: of("t1"),
    state: { teams: { t1: { permission: { mcp_max_tier: "write" } } } },
    request: tool("github", "create_issue"),
    expect: deny("mcp_server_not_allowed"),
  }),
  toolCase("a server that is open to all needs no grant", {
    token: of("t1"),
    state: { teams: { t1: {} } },
    request: tool("open", "search"),
    expect: allow({ team: "t1" }),
  }),
  toolCase("a server that is open to all is open to a team that is granted another", {
    token: of("t1"),
    state: granted,
    request: tool("open", "search"),
    expect: allow({ team: "t1" }),
  }),
  toolCase("a server that is open to all serves no tool that its settings leave out", {
    token: of("t1"),
    state: { teams: { t1: {} } },
    request: tool("open", "write"),
    expect: deny("tool_not_allowed"),
  }),
  toolCase("a tier binds a server that is open to all", {
    token: of("t1"),
    state: { teams: { t1: { permission: { mcp_max_tier: "read" } } } },
    request: tool("open", "search"),
    expect: deny("tool_not_allowed"),
  }),
  toolCase("a key inherits what its team is granted", {
    token: key(),
    state: granted,
    request: tool("github", "create_issue"),
    expect: allow({ team: "t1" }),
  }),
  toolCase("a key's own permission grants, if an administrator made it", {
    token: key({ mcp_servers: ["files"] }),
    state: { teams: { t1: {} } },
    request: tool("files", "read_file"),
    expect: allow({ team: "t1" }),
  }),
  toolCase("a key's own permission grants nothing, if its user made it", {
    token: made({ mcp_servers: ["files"] }),
    state: { teams: { t1: {} } },
    request: tool("files", "read_file"),
    expect: deny("mcp_server_not_allowed"),
  }),
  toolCase("a key's own permission narrows what the team is granted", {
    token: made({ mcp_servers: ["files"] }),
    state: granted,
    request: tool("github", "create_issue"),
    expect: deny("mcp_server_not_allowed"),
  }),
  toolCase("the key and the team must both allow a server", {
    token: key({ mcp_servers: ["files"] }),
    state: granted,
    request: tool("files", "read_file"),
    expect: deny("mcp_server_not_allowed"),
  }),
  toolCase("the organisation of the team must allow a server", {
    token: of("t1"),
    state: {
      teams: { t1: { organization: "o1", permission: { mcp_servers: ["github"] } } },
      organizations: { o1: { permission: { mcp_servers: ["files"] } } },
    },
    request: tool("github", "create_issue"),
    expect: deny("mcp_server_not_allowed"),
  }),
  toolCase("the organisation of the team grants", {
    token: of("t1"),
    state: {
      teams: { t1: { organization: "o1" } },
      organizations: { o1: { permission: { mcp_servers: ["github"] } } },
    },
    request: tool("github", "create_issue"),
    expect: allow({ team: "t1", organization: "o1" }),
  }),
  toolCase("a user's permission grants and binds", {
    token: jwt({ sub: "u1" }),
    settings: { user_id_jwt_field: "sub" },
    state: { users: { u1: { permission: { mcp_servers: ["github"], mcp_max_tier: "read" } } } },
    request: tool("github", "create_issue"),
    expect: deny("tool_not_allowed"),
  }),
  toolCase("an end user's permission binds", {
    token: jwt({ client_id: "t1", end: "e1" }),
    settings: { end_user_id_jwt_field: "end" },
    state: { ...granted, endUsers: { e1: { permission: { mcp_servers: [] } } } },
    request: tool("github", "create_issue"),
    expect: deny("mcp_server_not_allowed"),
  }),
  toolCase("a scope grants the tools that its mapping names", {
    token: jwt({ client_id: "t1", scope: "code" }),
    settings: scopes,
    state: { teams: { t1: {} } },
    request: tool("files", "read_file"),
    expect: allow({ team: "t1" }),
  }),
  toolCase("a scope grants no other tool of a server", {
    token: jwt({ client_id: "t1", scope: "code" }),
    settings: scopes,
    state: { teams: { t1: {} } },
    request: tool("files", "write_file"),
    expect: deny("tool_not_allowed"),
  }),
  toolCase("where scopes say something about tools, a token without such a scope may use none", {
    token: jwt({ client_id: "t1", scope: "chat" }),
    settings: scopes,
    state: granted,
    request: tool("github", "create_issue"),
    expect: deny("mcp_server_not_allowed", "code"),
  }),
  toolCase("where no mapping names tools, scopes say nothing about them", {
    token: jwt({ client_id: "t1", scope: "chat" }),
    settings: { enforce_scope_based_access: true, scope_mappings: [{ scope: "chat", models: ["gpt-4o"] }] },
    state: granted,
    request: tool("github", "create_issue"),
    expect: allow({ team: "t1" }),
  }),
  toolCase("a role grants the tools that its mapping names", {
    token: jwt({ client_id: "t1", roles: ["dev"] }),
    settings: roles,
    state: { teams: { t1: {} } },
    request: tool("github", "create_issue"),
    expect: allow({ team: "t1" }),
  }),
  toolCase("a role refuses the tools that its mapping leaves out", {
    token: jwt({ client_id: "t1", roles: ["dev"] }),
    settings: roles,
    state: { teams: { t1: { permission: { mcp_servers: ["files"] } } } },
    request: tool("files", "read_file"),
    expect: deny("mcp_server_not_allowed"),
  }),
  toolCase("one more role never takes a tool away", {
    token: jwt({ client_id: "t1", roles: ["dev", "plain"] }),
    settings: roles,
    state: { teams: { t1: { permission: { mcp_servers: ["files"] } } } },
    request: tool("files", "read_file"),
    expect: allow({ team: "t1" }),
  }),
  toolCase("the prompts and resources of a server follow the server", {
    token: of("t1"),
    state: granted,
    request: { method: "POST", path: "/mcp", server: "github" },
    expect: allow({ team: "t1" }),
  }),
  toolCase("a request of no server is decided by its route alone", {
    token: of("t1"),
    state: { teams: { t1: {} } },
    request: { method: "POST", path: "/mcp" },
    expect: allow({ team: "t1" }),
  }),
  toolCase("a list of routes without tools closes every tool", {
    token: of("t1"),
    settings: { team_allowed_routes: ["openai_routes"] },
    state: granted,
    request: tool("github", "create_issue"),
    expect: deny("route_not_allowed"),
  }),
];
