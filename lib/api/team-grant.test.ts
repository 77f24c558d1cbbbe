import { describe, expect, test } from "vitest";
import { requireNoRaise, requireWithinTeam, type TeamChange } from "./team-grant";

const TEAM = {
  team_id: "t1",
  team_alias: "Search",
  organization_id: "o1",
  models: ["gpt-4o", "openai/*"],
  blocked: false,
  object_permission: null,
  hosted_tools: null,
  log_content: false,
  content_retention_days: null,
  max_budget: 100,
  soft_budget: null,
  budget_duration: "30d",
  tpm_limit: null,
  rpm_limit: 60,
  max_parallel_requests: null,
  model_tpm_limit: {},
  model_rpm_limit: { "gpt-4o": 10, "openai/*": 5 },
  metadata: {},
  members_with_roles: [],
  created_at: "",
  updated_at: "",
};
const UNLIMITED = { ...TEAM, models: [], max_budget: null, rpm_limit: null, model_rpm_limit: {} };

const refusal = (check: () => void): string | undefined => {
  try {
    check();
    return undefined;
  } catch (error) {
    expect(error).toMatchObject({ code: "route_not_allowed" });
    return (error as { options: { param?: string } }).options.param;
  }
};

describe("a change of a team by its administrator", () => {
  const passed: [string, TeamChange][] = [
    ["that changes nothing", {}],
    ["that repeats what is there", { ...TEAM, metadata: {} }],
    ["that lowers the budget", { max_budget: 99 }],
    ["that limits what had no limit", { tpm_limit: 1_000, max_parallel_requests: 2 }],
    ["that takes a model", { models: ["gpt-4o"] }],
    ["that narrows a pattern", { models: ["openai/gpt-*"] }],
    ["that lowers the limit of a model", { model_rpm_limit: { "gpt-4o": 9, "openai/*": 5 } }],
    ["that limits models that had no limit", { model_tpm_limit: { "*": 100 } }],
  ];
  test.each(passed)("is accepted %s", (_what, change) => {
    expect(refusal(() => requireNoRaise(TEAM, change))).toBeUndefined();
  });

  const refused: [string, TeamChange, string][] = [
    ["raises the budget", { max_budget: 101 }, "max_budget"],
    ["removes the budget", { max_budget: null }, "max_budget"],
    ["lets the budget reset sooner", { budget_duration: "1d" }, "budget_duration"],
    ["raises a limit", { rpm_limit: 61 }, "rpm_limit"],
    ["removes a limit", { rpm_limit: null }, "rpm_limit"],
    ["opens every model", { models: [] }, "models"],
    ["clears the list of models", { models: null }, "models"],
    ["adds a model", { models: ["gpt-4o", "claude"] }, "models"],
    ["widens a pattern", { models: ["openai*"] }, "models"],
    ["raises the limit of a model", { model_rpm_limit: { "gpt-4o": 11, "openai/*": 5 } }, "model_rpm_limit"],
    ["drops the limit of a model", { model_rpm_limit: { "gpt-4o": 10 } }, "model_rpm_limit"],
    [
      "names a model before a pattern",
      { model_rpm_limit: { ...TEAM.model_rpm_limit, "openai/x": 9 } },
      "model_rpm_limit",
    ],
    [
      "names a model that every object answers to",
      { model_rpm_limit: { ...TEAM.model_rpm_limit, constructor: 9 } },
      "model_rpm_limit",
    ],
    ["clears the limits of models", { model_rpm_limit: null }, "model_rpm_limit"],
    ["renames the team", { team_alias: "Sales" }, "team_alias"],
    ["moves the team", { organization_id: "o2" }, "organization_id"],
    ["blocks the team", { blocked: true }, "blocked"],
    ["keeps the content of its calls", { log_content: true }, "log_content"],
    ["keeps content for longer", { content_retention_days: 20 }, "content_retention_days"],
    ["opens hosted tools", { hosted_tools: ["*"] }, "hosted_tools"],
    ["opens a tool server", { object_permission: { mcp_servers: ["github"] } }, "object_permission"],
  ];
  test.each(refused)("is refused if it %s", (_what, change, param) => {
    expect(refusal(() => requireNoRaise(TEAM, change))).toBe(param);
  });

  test("may set any limit and any list of models where the team was given no limit", () => {
    const change = { max_budget: 5, rpm_limit: 1, models: ["claude"], model_rpm_limit: { claude: 1 } };
    expect(refusal(() => requireNoRaise(UNLIMITED, change))).toBeUndefined();
  });
});

describe("the share of a member or a key", () => {
  test.each([
    ["no limit of its own", {}, undefined],
    ["a limit that is cleared", { max_budget: null, rpm_limit: null }, undefined],
    ["exactly what the team has", { max_budget: 100, rpm_limit: 60 }, undefined],
    ["a limit where the team has none", { tpm_limit: 1_000_000 }, undefined],
    ["more budget than the team has", { max_budget: 100.01 }, "max_budget"],
    ["more requests than the team has", { rpm_limit: 61 }, "rpm_limit"],
  ])("is checked against the team: %s", (_what, share, param) => {
    expect(refusal(() => requireWithinTeam(TEAM, share))).toBe(param);
  });
});
