import { RULES } from "@/lib/auth/decide";
import { ROUTE_FAMILIES, type RouteFamily } from "@/lib/auth/routes";
import { errorReply, ERRORS, GatewayError, type ErrorCode, type ErrorDialect } from "@/lib/errors";
import { fillGeneratedParts } from "./generated-parts";
import { markdownTable } from "./markdown-table";
import type { Operation } from "../../lib/api/operation";

/**
 * docs/decisions.md with its generated parts filled in from the tables. @throws Error for a part that is missing or
 * unknown
 */
export function renderDecisions(text: string, operations: readonly Operation[]): string {
  return fillGeneratedParts("docs/decisions.md", text, {
    rules: ruleTable(),
    families: familyTable(operations),
    errors: errorTable(),
  });
}

function ruleTable(): string {
  const before = [
    [
      "verify",
      "4, 5.1",
      "The credential must be proven: a master key, a virtual key, or a JWT by its provider's keys, issuer, audience and times.",
    ],
    ["custom_validate", "5.6", "If the operator has set a function, it must accept the JWT."],
    ["identity", "2.5, 5.4", "Reads who the token names from its claims. A claim of the wrong type is refused."],
  ];
  const after = [
    ["deployment", "2.6", "The model must have an entry whose provider serves the route."],
    [
      "price",
      "decisions: prices",
      "If calls without a price are refused, one of the model's deployments must have a price.",
    ],
    ["budget", "decisions: limits", "The call must fit into every budget of its payers."],
    [
      "rate",
      "decisions: limits",
      "No payer of the call may exceed its parallel-call, requests-per-minute or tokens-per-minute limit.",
    ],
  ];
  const rows = [...before, ...RULES.map(({ rule, spec, says }) => [rule, spec, says]), ...after];
  return markdownTable(
    ["", "Rule", "Specification", "What it does", "Codes of its refusals"],
    rows.map(([rule = "", ...row], index) => [String(index + 1), rule, ...row, codesOf(rule)]),
  );
}

/** The codes of the steps that are not in the table of rules. */
const OTHER_CODES: Readonly<Record<string, readonly ErrorCode[]>> = {
  verify: [
    ...(["missing_credentials", "invalid_key", "invalid_token", "token_expired"] as const),
    ...(["token_not_yet_valid", "invalid_signature", "invalid_audience", "invalid_issuer", "unknown_key"] as const),
    "claim_not_accepted",
    "auth_provider_unavailable",
  ],
  custom_validate: ["custom_validation_failed"],
  identity: ["invalid_token"],
  deployment: ["model_not_found", "no_healthy_deployment"],
  price: ["model_unpriced"],
  budget: ["budget_exceeded"],
  rate: ["rate_limit_exceeded"],
};

function codesOf(rule: string): string {
  const codes = RULES.find((each) => each.rule === rule)?.codes ?? OTHER_CODES[rule] ?? [];
  return codes.map((code) => `\`${code}\``).join(", ");
}

const FAMILIES: Readonly<Record<RouteFamily, string>> = {
  openai_routes: "With and without `/v1`.",
  anthropic_routes: "With and without `/v1`.",
  google_routes: "The model in the path is not part of the route.",
  management_routes: "In a route list, it includes `spend_routes`.",
  info_routes: "In a route list, it includes every route of the form `/*/info`, whatever its family.",
  spend_routes: "Spend only.",
  public_routes: "No credentials are needed. A route list cannot open or close them.",
};

function familyTable(operations: readonly Operation[]): string {
  const routesOf = (family: RouteFamily): string => {
    const isInfo = (path: string): boolean => /^\/.+\/info$/.test(path);
    const own = operations.filter((operation) =>
      family === "info_routes" ? isInfo(operation.path) : operation.family === family,
    );
    return [...new Set(own.map(({ path, route = path }) => `\`${route}\``))].join(", ") || "none yet";
  };
  return markdownTable(
    ["Family", "Routes", ""],
    ROUTE_FAMILIES.map((family) => [`\`${family}\``, routesOf(family), FAMILIES[family]]),
  );
}

/** Each code in each dialect, as the answer itself has it. */
function errorTable(): string {
  const rows = Object.keys(ERRORS)
    .filter(isCode)
    .map((code) => [
      `\`${code}\``,
      String(ERRORS[code][0]),
      ...DIALECTS.map((dialect) => wordOf(code, dialect)),
      ERROR_NOTES[code] ?? "",
    ]);
  return markdownTable(["Code", "Status", "OpenAI's type", "Anthropic's type", "Google's status", ""], rows);
}

const DIALECTS = ["openai", "anthropic", "google"] as const satisfies readonly ErrorDialect[];

/** Empty for the one body that is the same in every dialect. */
function wordOf(code: ErrorCode, dialect: ErrorDialect): string {
  const { error } = errorReply(new GatewayError(code, ""), dialect).body;
  if (typeof error === "string") return "";
  return `\`${"status" in error ? error.status : error.type}\``;
}

/** Explanations of codes whose names do not say enough. */
const ERROR_NOTES: Partial<Record<ErrorCode, string>> = {
  upstream_access_refused: "The upstream refuses the gateway's own key (401, 402, 403).",
  no_healthy_deployment:
    "This node cannot use the model's entry; or the model has one deployment, which is on cooldown by its `allowed_fails` (with `Retry-After`).",
  missing_credentials: "There is no `Authorization` header, or it is not `Bearer` and a token.",
  invalid_key: "The key is unknown; also for a JWT while `enable_jwt_auth` is off.",
  invalid_token: "The token is malformed, or a claim has the wrong type.",
  claim_not_accepted: "A claim is not what `required_claims` or the tenant of the issuer asks for.",
  unknown_key: "The token's `kid` is not among its provider's keys.",
  custom_validation_failed: 'The only answer with another body: `{"error": "Invalid JWT token"}`.',
  role_not_mapped: "The token has roles, but none of them is mapped.",
  role_required: "With `enforce_rbac`, the token has no role and names neither team nor user.",
  route_not_allowed:
    "Refused by `admin_allowed_routes` or `team_allowed_routes`, or because the operation is for administrators.",
  role_route_not_allowed: "Refused by the `routes` of the role, in its mappings or in `role_permissions`.",
  role_model_not_allowed: "Refused by the `models` of the role, in its mappings or in `role_permissions`.",
  scope_model_not_allowed: "No scope of the token lists the model.",
  team_required: "The token must name a team, and names none.",
  user_required: "The role makes the caller a user, but the token names none.",
  organization_required:
    "The token names several organisations, and the request chooses none with `x-gateway-organization-id`.",
  organization_not_in_token: "`x-gateway-organization-id` names an organisation that is not the caller's.",
  team_not_in_token: "`x-gateway-team-id` names a team that is not the caller's, or that does not exist.",
  too_many_teams: "The token names more groups, or the user is in more teams, than are looked up (1,000).",
  not_granted: "No rule grants the caller access.",
  model_not_found: "Given only after permission is established.",
  model_unpriced: "The model has no price, and `unpriced` is `refuse` for it or for all models.",
  budget_exceeded: "With `x-should-retry: false`.",
  rate_limit_exceeded: "With `Retry-After`.",
  overloaded:
    "The bodies of calls under way, the caller's or everybody's, take all the memory that they may. With `Retry-After`.",
  auth_provider_unavailable: "The provider's keys cannot be fetched, and no cached key may be used any longer.",
  directory_unavailable:
    "The database cannot be reached, answers too slowly and the caller is not cached, or lacks what it needs: room on its disk, memory, connections, or the right to write.",
  database_too_slow: "The database has cancelled a report, list or change that took too long. Nothing was changed.",
};

function isCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code);
}
