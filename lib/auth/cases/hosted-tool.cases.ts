import { allow, chat, deny, jwt, MODEL, type DecisionCase, type JwtAuthInput } from "./case";

const token = jwt({ client_id: "t1" });
const team = (hostedTools?: readonly string[]) => ({ teams: { t1: hostedTools ? { hostedTools } : {} } });
const bringing = (...brings: readonly string[]) => chat(MODEL, { brings });
const refused = deny("hosted_tool_not_allowed");
const SERVER = "https://mcp.example.com/mcp";

const roles: JwtAuthInput = {
  enforce_rbac: true,
  roles_jwt_field: "roles",
  role_mappings: [{ role: "dev", internal_role: "team" }],
  role_permissions: [{ role: "team", hosted_tools: ["web_search*", SERVER] }],
};

/** The role `dev` is mapped with a list of its own, and `ops` without one. */
const mapped = (hostedTools: string[]): JwtAuthInput => ({
  ...roles,
  role_mappings: [
    { role: "dev", internal_role: "team", hosted_tools: hostedTools },
    { role: "ops", internal_role: "team" },
  ],
});

function hostedToolCase(name: string, line: Omit<DecisionCase, "name" | "spec">): DecisionCase {
  return { name, spec: [], ...line };
}

/** Tools that a model call brings and that run elsewhere. */
export const hostedToolCases: DecisionCase[] = [
  hostedToolCase("a call may bring any hosted tool where nobody says anything", {
    token,
    state: team(),
    request: bringing("code_interpreter", SERVER),
    expect: allow({ team: "t1" }),
  }),
  hostedToolCase("a team's list opens a hosted tool by its type", {
    token,
    state: team(["web_search", "code_*"]),
    request: bringing("code_interpreter", "web_search"),
    expect: allow({ team: "t1" }),
  }),
  hostedToolCase("a team's list opens a server by its address", {
    token,
    state: team(["https://mcp.example.com/*"]),
    request: bringing(SERVER),
    expect: allow({ team: "t1" }),
  }),
  hostedToolCase("one hosted tool that the team's list leaves out refuses the call", {
    token,
    state: team(["web_search"]),
    request: bringing("computer_use_preview", "web_search"),
    expect: refused,
  }),
  hostedToolCase("an empty list of the team opens no hosted tool", {
    token,
    state: team([]),
    request: bringing("web_search"),
    expect: refused,
  }),
  hostedToolCase("an empty list of the team concerns no call without hosted tools", {
    token,
    state: team([]),
    request: chat(),
    expect: allow({ team: "t1" }),
  }),
  hostedToolCase("a key's list opens no more than that of its team", {
    token: { key: { team: "t1", hostedTools: ["*"] } },
    state: team(["web_search"]),
    request: bringing("code_interpreter"),
    expect: refused,
  }),
  hostedToolCase("a key's list closes what that of its team opens", {
    token: { key: { team: "t1", hostedTools: ["code_interpreter"] } },
    state: team(["web_search"]),
    request: bringing("web_search"),
    expect: refused,
  }),
  hostedToolCase("a key may bring what its list and that of its team open", {
    token: { key: { team: "t1", hostedTools: ["web_*"] } },
    state: team(["web_search"]),
    request: bringing("web_search"),
    expect: allow({ team: "t1" }),
  }),
  hostedToolCase("a role's list opens hosted tools", {
    settings: roles,
    token: jwt({ client_id: "t1", roles: ["dev"] }),
    state: team(),
    request: bringing("web_search", SERVER),
    expect: allow({ team: "t1" }),
  }),
  hostedToolCase("a role's list closes others", {
    settings: roles,
    token: jwt({ client_id: "t1", roles: ["dev"] }),
    state: team(["*"]),
    request: bringing("https://other.example.com/mcp"),
    expect: refused,
  }),
  hostedToolCase("a mapping's list takes the place of that of the role", {
    settings: mapped(["code_*"]),
    token: jwt({ client_id: "t1", roles: ["dev"] }),
    state: team(),
    request: bringing("web_search"),
    expect: refused,
  }),
  hostedToolCase("a mapping's list opens what that of the role does not", {
    settings: mapped(["code_*"]),
    token: jwt({ client_id: "t1", roles: ["dev"] }),
    state: team(),
    request: bringing("code_interpreter"),
    expect: allow({ team: "t1" }),
  }),
  hostedToolCase("a mapping's empty list opens no hosted tool", {
    settings: mapped([]),
    token: jwt({ client_id: "t1", roles: ["dev"] }),
    state: team(["*"]),
    request: bringing("web_search"),
    expect: refused,
  }),
  hostedToolCase("a second role adds the hosted tools of its mapping", {
    settings: mapped(["code_*"]),
    token: jwt({ client_id: "t1", roles: ["dev", "ops"] }),
    state: team(),
    request: bringing("code_interpreter", "web_search"),
    expect: allow({ team: "t1" }),
  }),
  hostedToolCase("a mapping's list opens no more than that of the team", {
    settings: mapped(["*"]),
    token: jwt({ client_id: "t1", roles: ["dev"] }),
    state: team(["web_search"]),
    request: bringing("code_interpreter"),
    expect: refused,
  }),
  hostedToolCase("a key is bound by the list of the mapping of its maker", {
    settings: mapped(["code_*"]),
    token: { key: { team: "t1", maker: { role: "team", scopes: [], roles: ["dev"] } } },
    state: team(),
    request: bringing("web_search"),
    expect: refused,
  }),
  hostedToolCase("the lists of a role and a team are intersected", {
    settings: roles,
    token: jwt({ client_id: "t1", roles: ["dev"] }),
    state: team([SERVER]),
    request: bringing("web_search"),
    expect: refused,
  }),
  hostedToolCase("a key that a role's token made is bound by the role's list", {
    settings: roles,
    token: { key: { team: "t1", maker: { role: "team", scopes: [] } } },
    state: team(),
    request: bringing("code_interpreter"),
    expect: refused,
  }),
  hostedToolCase("a key that an administrator made is not bound by a role's list", {
    settings: roles,
    token: { key: { team: "t1" } },
    state: team(),
    request: bringing("code_interpreter"),
    expect: allow({ team: "t1" }),
  }),
  hostedToolCase("the master key may bring every hosted tool", {
    token: "master key",
    request: bringing("code_interpreter", SERVER),
    expect: allow({ admin: true }),
  }),
];
