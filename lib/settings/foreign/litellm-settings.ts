/** Advice for people who move a configuration of LiteLLM: what to do with a setting that has no counterpart. */
const UNNEEDED = "remove it: the gateway does this by itself";
const MISSING = "remove it: there is no such setting here";
const PER_ENTRY = (name: string) => `set ${name} below gateway_params, or in general_settings for all models`;

/**
 * LiteLLM's names of settings that mean nothing here, each with what to do about it. Names that both gateways know,
 * such as `fallbacks`, are found by their place instead.
 */
const ADVICE: Readonly<Record<string, string>> = {
  // Sections
  litellm_params: "rename it to gateway_params",
  litellm_jwtauth: "rename it to gateway_jwtauth",
  litellm_settings:
    "move num_retries, fallbacks and drop_params to general_settings, write request_timeout as first_byte_timeout there, give max_budget to organisations or teams, and remove the rest",
  router_settings:
    "move num_retries, fallbacks and allowed_fails to general_settings, write timeout as first_byte_timeout and cooldown_time as cooldown_seconds there, set REDIS_URL for Redis, and remove the rest",
  // General
  database_url: "set the environment variable DATABASE_URL, with a separate database",
  database_connection_pool_limit: UNNEEDED,
  database_connection_timeout: UNNEEDED,
  proxy_batch_write_at: UNNEEDED,
  store_model_in_db: UNNEEDED,
  store_prompts_in_spend_logs: "remove it: prompts are never stored",
  disable_spend_logs: "remove it: every call is booked; call_retention_days says how long it is kept",
  json_logs: UNNEEDED,
  set_verbose: UNNEEDED,
  background_health_checks: "remove it: calls themselves show whether a deployment serves",
  health_check_interval: "remove it: calls themselves show whether a deployment serves",
  global_max_parallel_requests: MISSING,
  alerting_threshold: MISSING,
  alert_to_webhook_url: "set the environment variables of docs/guides/alerts.md",
  custom_auth: "use gateway_jwtauth, with custom_validate for rules of your own",
  allowed_routes: "use team_allowed_routes or admin_allowed_routes in gateway_jwtauth",
  public_routes: MISSING,
  required_params: MISSING,
  use_redis_transaction_buffer: UNNEEDED,
  // Routing
  // Theirs is the time of one attempt. `timeout` here ends the whole call, its stream and its retries.
  request_timeout: PER_ENTRY("first_byte_timeout"),
  stream_timeout: PER_ENTRY("first_byte_timeout"),
  cooldown_time: PER_ENTRY("cooldown_seconds"),
  max_retries: PER_ENTRY("num_retries"),
  retry_policy: PER_ENTRY("num_retries"),
  default_fallbacks: "name each model under fallbacks in general_settings",
  context_window_fallbacks: MISSING,
  content_policy_fallbacks: MISSING,
  routing_strategy: "remove it: the healthy deployment with the fewest running calls for its weight is chosen",
  model_group_alias: "add an entry to model_list with the alias as its model_name",
  enable_pre_call_checks: UNNEEDED,
  provider_budget_config: MISSING,
  redis_host: "set the environment variable REDIS_URL",
  redis_port: "set the environment variable REDIS_URL",
  redis_password: "set the environment variable REDIS_URL",
  order: "use weight, or fallbacks in general_settings",
  base_model: "move it to model_info",
  cache: MISSING,
  cache_params: MISSING,
  callbacks: "use general_settings.sinks, metrics or traces",
  success_callback: "use general_settings.sinks, metrics or traces",
  failure_callback: "use general_settings.sinks, metrics or traces",
  guardrails: MISSING,
  access_groups: "name models by patterns, such as team-a/*",
  organization: MISSING,
  extra_headers: MISSING,
  temperature: "let the caller send it",
  max_tokens: "let the caller send it",
  // Servers of tools
  command: "run the server on its own, and name its url: programs are not started",
  args: "remove it: programs are not started",
  env: "remove it: programs are not started",
  spec_path: "remove it: descriptions of other APIs are not served as tools",
  mcp_servers: "move it to the top level of the file",
  token_exchange_endpoint: "use auth_type: bearer_token, with a token of the gateway's own",
  authorization_url: "use oauth2_flow: client_credentials, with a client of the gateway's own",
  registration_url: "use oauth2_flow: client_credentials, with a client of the gateway's own",
  delegate_auth_to_upstream: "remove it: the caller's token never goes to a server",
  // Tokens
  user_roles_jwt_field: "use roles_jwt_field with role_mappings",
  user_allowed_roles: "map these roles under role_mappings",
  jwt_litellm_role_map: "use role_mappings",
  org_alias_jwt_field: "use org_id_jwt_field with a claim that holds the id: a name is not an id",
  public_allowed_routes: "remove it: routes that need no credentials are fixed",
  sync_user_role_and_teams: "use sync_user_teams for teams, and role_mappings for roles",
  upsert_sso_user_to_team: "use sync_user_teams",
  virtual_key_claim_field: MISSING,
  routing_overrides: MISSING,
  oidc_userinfo_enabled: "add userinfo to the provider's entry under issuers",
  oidc_userinfo_endpoint: "add userinfo to the provider's entry under issuers",
  disable_audience_validation: "leave JWT_AUDIENCE unset, or set audience for each of the issuers",
};

/** What to do about a key that is a setting of LiteLLM; undefined: it is not a known one. */
export function litellmAdvice(key: string): string | undefined {
  return Object.hasOwn(ADVICE, key) ? ADVICE[key] : undefined;
}
