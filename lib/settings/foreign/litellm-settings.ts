import { HOLDER_LIMIT_ADVICE, HOLDER_LIMITS } from "./holder-limits";

/** Advice for people who move a configuration of LiteLLM: what to do with a setting that has no counterpart. */
const UNNEEDED = "remove it: the gateway does this by itself";
const MISSING = "remove it: there is no such setting here";
const CONTENT = "remove it: prompts and answers are kept only where a team or a key asks for it";
const VERBOSE = "remove it: the environment variable LOG_LEVEL says how much is logged";
const RETRIES =
  "set num_retries, which has one figure for all kinds of errors, below gateway_params or in general_settings";
const ONLY_FAILURES =
  "remove it: fallbacks are tried when a model fails, not when it refuses a prompt for its length or content";
const ONE_STRATEGY = "remove it: a call goes to the deployment with the fewest running calls, or by weight";
const REDIS = "set the environment variable REDIS_URL, such as redis://:password@host:6379/0";
const NO_CACHE = "remove it: answers are not cached, so every call reaches a model";
const SINKS = "use general_settings.sinks, metrics or traces";
const USER_BUDGET = "set max_budget and budget_duration in default_internal_user_params of general_settings";
const PER_ENTRY = (name: string) => `set ${name} below gateway_params, or in general_settings for all models`;

/**
 * LiteLLM's names of settings that mean nothing here, each with what to do about it. Names that both gateways know,
 * such as `fallbacks`, are found by their place instead.
 */
const ADVICE: Readonly<Record<string, string>> = {
  // Sections
  litellm_params: "rename it to gateway_params",
  litellm_jwtauth: "rename it to gateway_jwtauth",
  litellm_settings: "move its settings to general_settings, and remove it",
  router_settings: "move its settings to general_settings, and remove it",
  // General
  database_url:
    "remove it, and unset its variable: LiteLLM's database cannot be used here; DATABASE_URL may name another one",
  database_connection_pool_limit: UNNEEDED,
  database_connection_timeout: UNNEEDED,
  proxy_batch_write_at: UNNEEDED,
  store_model_in_db:
    "remove it: models that are added at run time are kept in this gateway's database, never LiteLLM's",
  store_prompts_in_spend_logs: CONTENT,
  turn_off_message_logging: CONTENT,
  disable_spend_logs: "remove it: every call is booked; call_retention_days says how long it is kept",
  json_logs: UNNEEDED,
  set_verbose: VERBOSE,
  ssl_verify: "remove it: certificates are always checked; NODE_EXTRA_CA_CERTS adds an authority",
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
  allowed_fails_policy: PER_ENTRY("allowed_fails"),
  max_retries: PER_ENTRY("num_retries"),
  retry_policy: RETRIES,
  model_group_retry_policy: RETRIES,
  retry_after: "remove it: retries wait by themselves, for a Retry-After at most retry_after_max seconds",
  default_fallbacks: "name each model under fallbacks in general_settings",
  context_window_fallbacks: ONLY_FAILURES,
  content_policy_fallbacks: ONLY_FAILURES,
  routing_strategy: ONE_STRATEGY,
  routing_strategy_args: ONE_STRATEGY,
  model_group_alias:
    "for each alias, add an entry to model_list with the alias as its model_name and the gateway_params of its model, or calls of it get 404",
  enable_pre_call_checks: UNNEEDED,
  provider_budget_config: MISSING,
  default_litellm_params: "write them below the gateway_params of each entry",
  redis_url: REDIS,
  redis_host: REDIS,
  redis_port: REDIS,
  redis_password: REDIS,
  redis_db: REDIS,
  order: "use weight, or fallbacks in general_settings",
  base_model: "move it to model_info",
  cache: NO_CACHE,
  cache_params: NO_CACHE,
  cache_responses: NO_CACHE,
  callbacks: SINKS,
  success_callback: SINKS,
  failure_callback: SINKS,
  service_callback: SINKS,
  s3_callback_params: SINKS,
  guardrails: MISSING,
  access_groups: "name models by patterns, such as team-a/*",
  organization: MISSING,
  extra_headers: MISSING,
  temperature: "let the caller send it",
  max_tokens: "let the caller send it",
  // Tool servers
  spec_path: "remove it: descriptions of other APIs are not served as tools",
  mcp_servers: "move it to the top level of the file",
  token_exchange_endpoint: "use auth_type: bearer_token, with a token of the gateway's own",
  authorization_url: "use oauth2_flow: client_credentials, with a client of the gateway's own",
  registration_url: "use oauth2_flow: client_credentials, with a client of the gateway's own",
  delegate_auth_to_upstream: "remove it: the caller's token never goes to a server",
  max_internal_user_budget: USER_BUDGET,
  internal_user_budget_duration: USER_BUDGET,
  default_team_params: "rename it to default_team_settings, in general_settings",
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

/** The sections of LiteLLM whose settings are in `general_settings` here, if they exist. */
export const LITELLM_SECTIONS: ReadonlySet<string> = new Set(["litellm_settings", "router_settings"]);

/** What to do in these sections about names that mean something else elsewhere. */
const IN_SECTIONS: Readonly<Record<string, string>> = {
  fallbacks: "write it in general_settings as one map, such as {gpt-4o: [gpt-4o-mini]}",
  allowed_fails: "move it to general_settings, where it counts failures in a row, not in a minute",
  timeout: PER_ENTRY("first_byte_timeout"),
  debug: VERBOSE,
  detailed_debug: VERBOSE,
  telemetry: "remove it: the gateway sends none",
  modify_params: UNNEEDED,
};

/** What to do about a key of one of LiteLLM's sections; undefined: it is not a known one. */
export function litellmSectionAdvice(key: string): string | undefined {
  if (HOLDER_LIMITS.has(key)) return HOLDER_LIMIT_ADVICE;
  return Object.hasOwn(IN_SECTIONS, key) ? IN_SECTIONS[key] : litellmAdvice(key);
}

/** What to do about a key that is a setting of LiteLLM; undefined: it is not a known one. */
export function litellmAdvice(key: string): string | undefined {
  return Object.hasOwn(ADVICE, key) ? ADVICE[key] : undefined;
}
