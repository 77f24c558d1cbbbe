import type { Step } from "./step";

const CLAIMS = { iss: "https://id.example.com", sub: "ada", roles: ["data-scientist"] };
const DRAFT = {
  role_mappings: [{ role: "data-scientist", internal_role: "internal_user", models: ["gpt-4o-mini"] }],
};
const ENTRY = {
  model_name: "claude-*",
  gateway_params: { model: "anthropic/claude-*", api_key: "sk-ant-example" },
  model_info: { id: "claude" },
};
const GROUP = {
  code: "team_model_not_allowed",
  kind: "key",
  route: "/chat/completions",
  model: "o3",
};

/** The model list, credentials, settings, decisions, spend and health. */
export const RUNNING_STEPS: readonly Step[] = [
  { operation: "GET /model/info", query: { size: "1" } },
  { operation: "POST /model/new", body: ENTRY },
  { operation: "POST /model/resolve", body: { model: "claude-opus-4-5" } },
  { operation: "POST /model/update", body: { id: "claude", model_info: { rpm_limit: 600 } } },
  { operation: "GET /model/providers" },
  {
    operation: "POST /model/offered",
    body: (seen) => ({
      provider: "openai",
      gateway_params: { api_base: seen.get("upstream"), api_key: "sk-example" },
    }),
  },
  { operation: "POST /model/test", body: { id: "mini", chat: true } },
  { operation: "POST /model/delete", body: { id: "claude" } },
  { operation: "POST /model/take_over", body: { id: "mini" } },
  {
    operation: "POST /credentials",
    body: { credential_name: "openai-eu", credential_values: { api_key: "sk-example" } },
  },
  { operation: "GET /credentials" },
  { operation: "GET /credentials/{credential_name}", path: { credential_name: "openai-eu" } },
  {
    operation: "PATCH /credentials/{credential_name}",
    path: { credential_name: "openai-eu" },
    body: { credential_info: { description: "Of the European project" } },
  },
  { operation: "DELETE /credentials/{credential_name}", path: { credential_name: "openai-eu" } },
  { operation: "POST /login/discover", body: (seen) => ({ issuer: seen.get("provider") }) },
  {
    operation: "POST /login/trials",
    body: (seen) => ({ issuer: seen.get("provider"), client_id: "gateway-console", client_secret: "example-secret" }),
  },
  { operation: "GET /login/trials/{trial_id}", path: (seen) => ({ trial_id: seen.get("trial") ?? "" }) },
  {
    operation: "PUT /login",
    body: (seen) => ({
      trial_id: seen.get("trial"),
      administrators: { claim: "groups", values: ["gateway-admins"] },
    }),
  },
  { operation: "GET /login" },
  { operation: "DELETE /login" },
  { operation: "GET /config/get" },
  { operation: "POST /config/validate", body: { settings: DRAFT } },
  {
    operation: "POST /config/revisions",
    body: { settings: DRAFT, comment: "Data scientists may use gpt-4o-mini", base_revision: null },
  },
  { operation: "GET /config/revisions" },
  { operation: "POST /config/rollback", body: { revision: 1, base_revision: 1, comment: "As it was" } },
  {
    operation: "POST /chat/completions",
    as: "key",
    body: { model: "o3", messages: [{ role: "user", content: "Hello" }] },
    keep: { decision: ({ headers }) => headers.get("x-gateway-decision-id") },
    isScene: true,
  },
  { operation: "GET /auth/refusals/own", as: "key", until: ({ total }) => total === 1, isScene: true },
  {
    operation: "GET /spend/journal",
    until: ({ open, waiting }) => open === 0 && waiting === 0,
    isScene: true,
  },
  {
    operation: "POST /auth/explain",
    body: { claims: CLAIMS, route: "/v1/chat/completions", model: "gpt-4o-mini" },
  },
  { operation: "GET /auth/explain", query: (seen) => ({ id: seen.get("decision") ?? "" }) },
  { operation: "POST /auth/explain/again", body: (seen) => ({ decision_id: seen.get("decision") }) },
  { operation: "GET /auth/refusals", query: { hours: "24" } },
  { operation: "GET /auth/refusals/own", as: "key" },
  {
    operation: "POST /auth/access_requests",
    as: "key",
    body: (seen) => ({ decision_id: seen.get("decision"), note: "For the evaluation in May" }),
  },
  {
    operation: "POST /auth/refusals/snooze",
    body: (seen) => ({ ...GROUP, principal: seen.get("key_id"), hours: 24 }),
  },
  {
    operation: "POST /auth/refusals/dismiss",
    body: (seen) => ({ ...GROUP, principal: seen.get("key_id"), note: "They use gpt-4o-mini" }),
  },
  { operation: "POST /auth/replay", body: { settings: DRAFT, days: 7 } },
  { operation: "GET /auth/claims" },
  {
    operation: "POST /auth/playground",
    body: { as: { team_id: "search" }, request: { model: "gpt-4o-mini", messages: [{ role: "user", content: "Hi" }] } },
  },
  {
    operation: "POST /playground/chat/completions",
    body: { model: "gpt-4o-mini", stream: true, messages: [{ role: "user", content: "Hi" }] },
  },
  { operation: "POST /auth/playground/models", body: { as: { team_id: "search" } } },
  { operation: "GET /auth/matrix", query: { kinds: "team", models: "gpt-4o-mini" } },
  { operation: "POST /auth/matrix/changes", body: { settings: DRAFT, models: "gpt-4o-mini" } },
  {
    operation: "POST /auth/matrix/calls",
    body: { rows: [{ kind: "team", id: "search" }], models: ["gpt-4o-mini"] },
  },
  { operation: "GET /auth/issuer/traffic", query: { issuer: "https://id.example.com" } },
  { operation: "GET /provider/keys" },
  { operation: "POST /provider/keys/refresh", body: {} },
  { operation: "POST /provider/keys/drill", body: (seen) => ({ url: seen.get("keys") }) },
  { operation: "GET /spend/logs", query: { team_id: "search", size: "1" } },
  {
    operation: "POST /key/generate",
    body: { log_content: true },
    keep: { keeping: ({ body }) => body["key"] },
    isScene: true,
  },
  {
    operation: "POST /chat/completions",
    as: "keeping",
    body: { model: "gpt-4o-mini", messages: [{ role: "user", content: "What is the capital of France?" }] },
    keep: { call: ({ headers }) => headers.get("x-gateway-call-id") },
    isScene: true,
  },
  {
    operation: "GET /spend/logs/content",
    query: (seen) => ({ call_id: seen.get("call") ?? "" }),
    as: "viewer",
    until: ({ conversation }) => conversation !== undefined,
  },
  { operation: "POST /spend/logs/content/delete", body: (seen) => ({ call_id: seen.get("call") }) },
  { operation: "GET /spend/report", query: { group_by: "day,team" } },
  {
    operation: "GET /spend/series",
    query: { team_id: "search", start_date: "2026-03-01", end_date: "2026-03-02", step: "1d" },
  },
  { operation: "GET /global/spend" },
  { operation: "GET /spend/requests", query: { size: "1" } },
  { operation: "GET /spend/export", query: { format: "jsonl", team_id: "search" } },
  {
    operation: "POST /spend/calculate",
    body: { model: "gpt-4o-mini", prompt_tokens: 1000, completion_tokens: 200 },
  },
  { operation: "POST /spend/reprice", body: { start_date: "2026-03-01", dry_run: true } },
  { operation: "GET /spend/journal" },
  { operation: "GET /spend/sinks" },
  {
    operation: "POST /price/new",
    body: { provider: "openai", model: "gpt-4o-mini", input_cost_per_token: 1.5e-7, output_cost_per_token: 6e-7 },
    keep: { price: ({ body }) => body["price_id"] },
  },
  { operation: "GET /price/list" },
  { operation: "POST /price/delete", body: (seen) => ({ price_ids: [seen.get("price")] }) },
  { operation: "GET /audit/logs", query: { entity_type: "team", size: "1" } },
  { operation: "GET /session/list" },
  { operation: "POST /session/end", body: { session_ids: ["0198c0de-0000-7000-8000-000000000000"] } },
  { operation: "GET /health/liveness" },
  { operation: "GET /health/readiness" },
  { operation: "GET /health/traffic", query: { hours: "1" } },
  { operation: "GET /health/deployments" },
  { operation: "GET /health/nodes" },
  { operation: "GET /health/budgets" },
  { operation: "GET /budgets", query: { type: "team", size: "1" } },
  { operation: "GET /metrics" },
  { operation: "GET /alerting/status" },
  { operation: "POST /alerting/test", body: { channel: "webhook" } },
  { operation: "POST /alerting/secret", body: {} },
];
