import { allAtOnce } from "@/lib/async/steps";
import { describe, expect, test } from "vitest";
import type { JwtAuthInput } from "@/lib/auth/cases/case";
import type { Facts, TeamFacts, UserFacts } from "@/lib/auth/decision";
import { type McpServer, mcpServerEntry } from "@/lib/config/mcp/mcp-schema";
import { jwtAuth } from "@/lib/config/schema";
import { matrixCells, settingsRows, teamRow, userRow, type Column, type Row } from "./matrix";

const COLUMNS: Column[] = [
  { kind: "model", name: "gpt-4o" },
  { kind: "model", name: "o3" },
  { kind: "model", name: "openai/*" },
  {
    kind: "family",
    name: "openai_routes",
    family: "openai_routes",
    access: "anyone",
    effect: "reads",
    method: "GET",
    route: "/models",
  },
  {
    kind: "family",
    name: "management_routes",
    family: "management_routes",
    access: "administrators",
    effect: "reads",
    method: "GET",
    route: "/team/list",
  },
];
const settingsOf = (input: JwtAuthInput) => ({ jwtAuth: jwtAuth.parse(input) });

/** One letter for each column: y or n. */
const answers = (row: Row, input: JwtAuthInput): string =>
  allAtOnce(matrixCells(row, COLUMNS, settingsOf(input), 0))
    .map(({ allow }) => (allow ? "y" : "n"))
    .join("");

function answersOf(kind: "roles" | "scopes", input: JwtAuthInput): Record<string, string> {
  return Object.fromEntries(settingsRows(settingsOf(input))[kind].map((row) => [row.name, answers(row, input)]));
}

const roles = {
  enforce_rbac: true,
  role_mappings: [
    { role: "app", internal_role: "team" as const },
    { role: "person", internal_role: "internal_user" as const },
    { role: "boss", internal_role: "proxy_admin" as const },
  ],
};
const scopes = {
  enforce_scope_based_access: true,
  scope_mappings: [
    { scope: "small", models: ["gpt-4o"] },
    { scope: "large", models: ["o3"] },
  ],
};

describe("rows of roles", () => {
  const cases: [string, JwtAuthInput, Record<string, string>][] = [
    [
      "roles may use every model if nothing limits them, and only administrators manage",
      roles,
      { app: "yyyyn", person: "yyyyn", boss: "nnnny" },
    ],
    [
      "roles are limited by their permissions",
      {
        ...roles,
        role_permissions: [
          { role: "internal_user", models: ["gpt-*"] },
          { role: "team", routes: ["info_routes"] },
        ],
      },
      { app: "nnnnn", person: "ynnyn", boss: "nnnny" },
    ],
    [
      "a role may use a pattern if it may use every name that matches",
      { ...roles, role_permissions: [{ role: "team", models: ["openai/*"] }] },
      { app: "nnyyn", person: "yyyyn", boss: "nnnny" },
    ],
    [
      "roles are shown with every mapped scope",
      { ...roles, ...scopes },
      { app: "yynyn", person: "yynyn", boss: "nnnny" },
    ],
    [
      "roles are shown as members of a team if models are used only through teams",
      { ...roles, enforce_team_based_model_access: true, team_ids_jwt_field: "groups", user_id_jwt_field: "sub" },
      { app: "yyyyn", person: "yyyyn", boss: "nnnny" },
    ],
    [
      "roles are shown as members of a team of the database if no claim names one",
      { ...roles, enforce_team_based_model_access: true },
      { app: "yyyyn", person: "yyyyn", boss: "nnnny" },
    ],
    [
      "administrators may call models if the administrators' routes include it",
      { ...roles, admin_allowed_routes: ["management_routes", "openai_routes"] },
      { app: "yyyyn", person: "yyyyn", boss: "yyyyy" },
    ],
    [
      "a role that is mapped twice counts as in its first mapping",
      { ...roles, role_mappings: [...roles.role_mappings, { role: "app", internal_role: "proxy_admin" }] },
      { app: "yyyyn", person: "yyyyn", boss: "nnnny" },
    ],
  ];
  test.each(cases)("%s", (_what, input, expected) => expect(answersOf("roles", input)).toEqual(expected));
});

test("a tool server has a cell that the rule about tools decides", () => {
  const servers = byServerName({ sums: {}, notes: { allow_all_keys: true } });
  const settings = {
    ...settingsOf({ ...roles, role_mappings: [{ role: "app", internal_role: "team", mcp_tools: ["sums-*"] }] }),
    mcpServers: servers,
  };
  const [app] = settingsRows(settings).roles;
  const columns = ["sums", "notes", "unknown"].map((name) => ({ kind: "mcp_server", name }) as const);
  const cells = allAtOnce(matrixCells(app!, columns, settings, 0));
  expect(cells.map(({ allow, rule, code }) => [allow, rule, code])).toEqual([
    [true, "tool", undefined],
    [false, "tool", "mcp_server_not_allowed"],
    [false, "tool", "mcp_server_not_allowed"],
  ]);
});

function byServerName(entries: Readonly<Record<string, object>>): McpServer[] {
  return Object.entries(entries).map(([name, entry]) => ({ ...mcpServerEntry.parse(entry), name }));
}

describe("rows of scopes", () => {
  const cases: [string, JwtAuthInput, Record<string, string>][] = [
    [
      "scopes allow the models listed for them, and no pattern",
      scopes,
      { small: "ynnyn", large: "nynyn", gateway_proxy_admin: "nnnny" },
    ],
    [
      "scopes forbid nothing while they are not enforced",
      { ...scopes, enforce_scope_based_access: false },
      { small: "yyyyn", large: "yyyyn", gateway_proxy_admin: "nnnny" },
    ],
    ["the administrator's scope has its configured name", { admin_jwt_scope: "root" }, { root: "nnnny" }],
  ];
  test.each(cases)("%s", (_what, input, expected) => expect(answersOf("scopes", input)).toEqual(expected));
});

describe("rows of teams", () => {
  const team = (facts: Partial<TeamFacts>): TeamFacts => ({
    id: "t1",
    alias: null,
    organizationId: null,
    models: [],
    blocked: false,
    ...facts,
  });
  const factsOf = (row: TeamFacts, organization?: Partial<{ models: string[]; blocked: boolean }>): Facts => ({
    teams: new Map([[row.id, row]]),
    aliases: new Map(),
    users: new Map(),
    organizations: organization
      ? new Map([["o1", { id: "o1", models: [], blocked: false, ...organization }]])
      : new Map(),
    endUsers: { scope: "shared", rows: new Map() },
  });
  const cases: [string, Partial<TeamFacts>, JwtAuthInput, string, Parameters<typeof factsOf>[1]?][] = [
    ["teams may use every model if nothing limits them", {}, {}, "yyyyn"],
    ["teams are limited by their models", { models: ["gpt-*"] }, {}, "ynnyn"],
    ["teams are refused everything while blocked", { blocked: true }, {}, "nnnnn"],
    ["teams are limited by their organisation", { organizationId: "o1" }, {}, "nynyn", { models: ["o3"] }],
    [
      "teams are refused everything while their organisation is blocked",
      { organizationId: "o1" },
      {},
      "nnnnn",
      { blocked: true },
    ],
    ["teams are shown with every mapped scope", {}, scopes, "yynyn"],
    [
      "teams do not become administrators by a mapped scope",
      {},
      { ...scopes, scope_mappings: [...scopes.scope_mappings, { scope: "gateway_proxy_admin", models: [] }] },
      "yynyn",
    ],
    ["teams count as teams to enforce_rbac without a role", {}, roles, "yyyyn"],
    ["teams are shown with the team claim if one is configured", {}, { team_id_jwt_field: "team" }, "yyyyn"],
  ];
  test.each(cases)("%s", (_what, facts, input, expected, organization) => {
    const row = teamRow(team(facts), factsOf(team(facts), organization), settingsOf(input));
    expect(answers(row, input)).toBe(expected);
  });
});

describe("rows of users", () => {
  const cases: [string, Partial<UserFacts>, JwtAuthInput, string][] = [
    ["users may use every model if nothing limits them", {}, {}, "yyyyn"],
    ["users are limited by their models", { models: ["gpt-*"] }, {}, "ynnyn"],
    ["users are refused everything while blocked", { blocked: true }, {}, "nnnnn"],
    ["users are shown with every mapped scope", {}, scopes, "yynyn"],
    [
      "users without a team are refused models where a team is required",
      {},
      { enforce_team_based_model_access: true },
      "nnnyn",
    ],
  ];
  test.each(cases)("%s", (_what, facts, input, expected) => {
    const user: UserFacts = { id: "u1", email: null, models: [], blocked: false, teams: [], ...facts };
    const known: Facts = {
      teams: new Map(),
      aliases: new Map(),
      users: new Map([[user.id, user]]),
      organizations: new Map(),
      endUsers: { scope: "shared", rows: new Map() },
    };
    expect(answers(userRow(user, known, settingsOf(input)), input)).toBe(expected);
  });
});

describe("a cell", () => {
  test("a cell names the rule that decided and its reason", () => {
    const input = { ...scopes };
    const [small] = settingsRows(settingsOf(input)).scopes;
    const cells = allAtOnce(matrixCells(small!, COLUMNS, settingsOf(input), 0));
    expect(cells.map(({ rule }) => rule)).toEqual(["scope", "scope", "scope", "route", "route"]);
    expect(cells[0]).toEqual({
      allow: true,
      rule: "scope",
      spec: "5.11",
      code: undefined,
      because: 'The scope "small" allows "gpt-4o".',
    });
    expect(cells[1]).toMatchObject({ code: "scope_model_not_allowed" });
    expect(cells[4]).toMatchObject({ code: "route_not_allowed" });
  });

  test("a cell does not show the id of an invented user or team", () => {
    const input: JwtAuthInput = {
      ...roles,
      role_mappings: [{ role: "person", internal_role: "internal_user" }],
      enforce_rbac: false,
    };
    const [person] = settingsRows(settingsOf(input)).roles;
    expect(JSON.stringify(allAtOnce(matrixCells(person!, COLUMNS, settingsOf(input), 0)))).not.toContain("\\u0000");
  });
});
