import type { ErrorCode } from "./errors";
import type { RefusalGroup } from "./refusal";

/**
 * What a refusal depends on beside its caller: the model, the route, or both. Refusals of one caller that differ in
 * nothing else have the same repair, and are one group. The caller always counts, as the pages of teams, users and keys
 * show their own groups.
 */
const PARTS = {
  // Who calls. An expired key is refused whatever it asks for.
  missing_credentials: "caller",
  invalid_key: "caller",
  key_expired: "caller",
  invalid_token: "caller",
  token_expired: "caller",
  token_not_yet_valid: "caller",
  invalid_signature: "caller",
  invalid_audience: "caller",
  invalid_issuer: "caller",
  unknown_key: "caller",
  claim_not_accepted: "caller",
  custom_validation_failed: "caller",
  auth_provider_unavailable: "caller",
  key_blocked: "caller",
  key_issuer_removed: "caller",
  role_not_mapped: "caller",
  role_required: "caller",
  email_domain_not_allowed: "caller",
  organization_not_found: "caller",
  organization_required: "caller",
  organization_not_in_token: "caller",
  organization_blocked: "caller",
  team_not_found: "caller",
  team_required: "caller",
  team_blocked: "caller",
  team_not_in_token: "caller",
  too_many_teams: "caller",
  group_overage: "caller",
  user_not_found: "caller",
  user_required: "caller",
  user_blocked: "caller",
  mcp_server_not_allowed: "both",
  tool_not_allowed: "both",
  tool_held: "both",
  tool_param_not_allowed: "both",
  connection_required: "both",
  hosted_tool_not_allowed: "both",
  end_user_not_allowed: "caller",
  end_user_blocked: "caller",
  content_right_required: "caller",
  content_not_found: "route",
  content_unreadable: "route",
  // The lists of routes.
  key_route_not_allowed: "route",
  route_not_allowed: "route",
  role_route_not_allowed: "route",
  cross_site_request: "route",
  // The lists of models, which hold on every route. Budgets and limits may be those of a model.
  key_model_not_allowed: "model",
  role_model_not_allowed: "model",
  scope_model_not_allowed: "model",
  organization_model_not_allowed: "model",
  team_model_not_allowed: "model",
  user_model_not_allowed: "model",
  model_unpriced: "model",
  budget_exceeded: "model",
  rate_limit_exceeded: "model",
  // An entry may serve a model on some routes only.
  model_not_found: "both",
  no_healthy_deployment: "both",
  not_granted: "both",
  // Operations and the gateway itself.
  invalid_request: "both",
  invalid_json: "both",
  loop_detected: "both",
  payload_too_large: "both",
  uri_too_long: "both",
  expectation_failed: "both",
  headers_too_large: "both",
  unsupported_media_type: "both",
  request_timeout: "both",
  not_found: "both",
  method_not_allowed: "both",
  already_exists: "both",
  revision_conflict: "both",
  in_use: "both",
  would_lock_out: "both",
  changed_meanwhile: "both",
  policy_test_failed: "both",
  internal_error: "both",
  upstream_unreachable: "both",
  upstream_access_refused: "both",
  upstream_invalid_response: "both",
  upstream_timeout: "both",
  directory_unavailable: "both",
  database_too_slow: "both",
  journal_unavailable: "both",
  overloaded: "both",
  starting: "both",
  shutting_down: "both",
} as const satisfies Readonly<Record<ErrorCode, "caller" | "model" | "route" | "both">>;

/** The route and the model of a refusal's group: empty where refusals with its code do not depend on them. */
export function partsOfGroup({
  code,
  route,
  model,
}: Readonly<Record<"code" | "route" | "model", string>>): Pick<RefusalGroup, "route" | "model"> {
  // Another version may have recorded a code that this one does not know.
  const parts = isKnown(code) ? PARTS[code] : "both";
  return {
    route: parts === "route" || parts === "both" ? route : "",
    model: parts === "model" || parts === "both" ? model : "",
  };
}

function isKnown(code: string): code is keyof typeof PARTS {
  return Object.hasOwn(PARTS, code);
}
