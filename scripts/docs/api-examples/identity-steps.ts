import type { Step } from "./step";

/** Organisations, teams, people and keys as they are made and looked at. */
export const IDENTITY_STEPS: readonly Step[] = [
  {
    operation: "POST /organization/new",
    body: { organization_id: "shop", organization_alias: "The shop", max_budget: 5000, budget_duration: "1mo" },
  },
  { operation: "GET /organization/info", query: { organization_id: "shop" } },
  { operation: "GET /organization/list", query: { search: "shop" } },
  { operation: "POST /organization/update", body: { organization_id: "shop", soft_budget: 4000 } },
  { operation: "POST /organization/block", body: { organization_id: "shop" } },
  { operation: "POST /organization/unblock", body: { organization_id: "shop" } },
  {
    operation: "POST /team/new",
    body: {
      team_id: "search",
      team_alias: "Search",
      organization_id: "shop",
      models: ["gpt-4o-mini", "embed-small", "picture", "speech", "hear", "rank", "omni-moderation-latest"],
      object_permission: { mcp_servers: ["sums"] },
      max_budget: 500,
      budget_duration: "1mo",
      rpm_limit: 600,
    },
  },
  { operation: "GET /team/info", query: { team_id: "search" } },
  { operation: "GET /team/list", query: { organization_id: "shop" } },
  { operation: "POST /team/update", body: { team_id: "search", soft_budget: 400 } },
  { operation: "POST /team/block", body: { team_id: "search", cut_streams: true } },
  { operation: "POST /team/unblock", body: { team_id: "search" } },
  {
    operation: "POST /user/new",
    body: { user_id: "ada", user_alias: "Ada", user_email: "ada@example.com", max_budget: 50, budget_duration: "1mo" },
  },
  { operation: "GET /user/info", query: { user_id: "ada" } },
  { operation: "GET /user/list", query: { search: "ada" } },
  { operation: "POST /user/update", body: { user_id: "ada", rpm_limit: 60 } },
  { operation: "POST /user/block", body: { user_id: "ada" } },
  { operation: "POST /user/unblock", body: { user_id: "ada" } },
  { operation: "POST /team/member_add", body: { team_id: "search", member: { user_id: "ada", role: "admin" } } },
  { operation: "POST /team/member_update", body: { team_id: "search", user_id: "ada", max_budget_in_team: 20 } },
  { operation: "POST /customer/new", body: { user_id: "visitor-7", alias: "A visitor", max_budget: 5 } },
  { operation: "GET /customer/info", query: { user_id: "visitor-7" } },
  { operation: "GET /customer/list", query: { search: "visitor" } },
  { operation: "POST /customer/update", body: { user_id: "visitor-7", rpm_limit: 10 } },
  { operation: "POST /customer/block", body: { user_id: "visitor-7" } },
  { operation: "POST /customer/unblock", body: { user_id: "visitor-7" } },
  {
    operation: "POST /key/generate",
    body: { key_alias: "ci", team_id: "search", user_id: "ada", max_budget: 20, duration: "30d" },
    keep: { key: ({ body }) => body["key"], key_id: ({ body }) => body["token_id"] },
  },
  { operation: "GET /key/info", query: (seen) => ({ key: seen.get("key_id") ?? "" }) },
  { operation: "GET /key/list", query: { team_id: "search" } },
  { operation: "POST /key/update", body: (seen) => ({ key: seen.get("key_id"), rpm_limit: 60 }) },
  { operation: "POST /key/block", body: (seen) => ({ key: seen.get("key_id") }) },
  { operation: "POST /key/unblock", body: (seen) => ({ key: seen.get("key_id") }) },
  {
    operation: "POST /key/regenerate",
    body: (seen) => ({ key: seen.get("key_id"), grace_period: "1h" }),
    keep: { key: ({ body }) => body["key"] },
  },
  { operation: "GET /search", query: { text: "search" } },
];

/** What is taken away at the end of the story. */
export const CLOSING_STEPS: readonly Step[] = [
  { operation: "POST /key/delete", body: (seen) => ({ keys: [seen.get("key_id")] }) },
  { operation: "POST /team/member_delete", body: { team_id: "search", user_id: "ada" } },
  { operation: "POST /customer/delete", body: { user_ids: ["visitor-7"] } },
  { operation: "POST /user/delete", body: { user_ids: ["ada"] } },
  { operation: "POST /team/delete", body: { team_ids: ["search"] } },
  { operation: "POST /organization/delete", body: { organization_ids: ["shop"] } },
];
