import { RULES } from "@/lib/auth/decide";
import { ROUTE_FAMILIES, type RouteFamily } from "@/lib/auth/routes";
import { ERRORS, type ErrorCode } from "@/lib/errors";
import { markdownTable } from "./markdown-table";
import type { Operation } from "../../lib/api/operation";

/**
 * docs/decisions.md with its generated parts as the tables say: what stands between `<!-- generated: NAME -->` and
 * `<!-- end -->` is replaced, the rest is prose and stays. @throws Error for a part that is missing or not known
 */
export function renderDecisions(text: string, operations: readonly Operation[]): string {
  const parts: Readonly<Record<string, string>> = {
    rules: ruleTable(),
    families: familyTable(operations),
    errors: errorTable(),
  };
  const found: string[] = [];
  const rendered = text.replace(
    /(<!-- generated: (\w+) -->)[\s\S]*?(<!-- end -->)/g,
    (_whole, start: string, name: string, end: string) => {
      const part = Object.hasOwn(parts, name) ? parts[name] : undefined;
      if (part === undefined)
        throw new Error(`docs/decisions.md names the generated part "${name}", which there is not`);
      found.push(name);
      return `${start}\n\n${part}\n\n${end}`;
    },
  );
  const missing = Object.keys(parts).filter((name) => !found.includes(name));
  if (missing.length > 0) throw new Error(`docs/decisions.md lacks the generated part ${missing.join(", ")}`);
  return rendered;
}

function ruleTable(): string {
  const before = [
    [
      "verify",
      "4, 5.1",
      "The credential is proven: master key, virtual key, or a JWT by its provider's keys, issuer, audience and times.",
    ],
    ["custom_validate", "5.6", "The operator's function is asked about a JWT, where there is one."],
    ["identity", "2.5, 5.4", "Who the token names is read from its claims; a claim of the wrong type is refused."],
  ];
  const after = [
    ["deployment", "2.6", "A model must have an entry whose provider serves the route."],
    ["price", "decisions: prices", "Where calls without a price are refused, one of its deployments must have one."],
    ["budget", "decisions: limits", "A call of a model must fit into every budget of whom it is charged to."],
    [
      "rate",
      "decisions: limits",
      "Nobody whom it is charged to may have as many calls at once, or requests or tokens in this minute, as they may.",
    ],
  ];
  const rows = [...before, ...RULES.map(({ rule, spec, says }) => [rule, spec, says]), ...after];
  return markdownTable(
    ["", "Rule", "Specification", "What it does", "Codes of its refusals"],
    rows.map(([rule = "", ...row], index) => [String(index + 1), rule, ...row, codesOf(rule)]),
  );
}

/** The codes that steps outside the table of rules refuse with. */
const OTHER_CODES: Readonly<Record<string, readonly ErrorCode[]>> = {
  verify: [
    ...(["missing_credentials", "invalid_key", "invalid_token", "token_expired"] as const),
    ...(["token_not_yet_valid", "invalid_signature", "invalid_audience", "invalid_issuer", "unknown_key"] as const),
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
  management_routes: "In a route list it covers `spend_routes` too.",
  info_routes: "In a route list: every route of the shape `/*/info`, whatever family it also belongs to.",
  spend_routes: "Spend alone.",
  public_routes: "Nobody is asked who they are; a route list cannot open or close them.",
};

function familyTable(operations: readonly Operation[]): string {
  const routesOf = (family: RouteFamily): string => {
    const isInfo = (path: string): boolean => /^\/.+\/info$/.test(path);
    const own = operations.filter((operation) =>
      family === "info_routes" ? isInfo(operation.path) : operation.family === family,
    );
    return [...new Set(own.map(({ path }) => `\`${path}\``))].join(", ") || "none yet";
  };
  return markdownTable(
    ["Family", "Routes", ""],
    ROUTE_FAMILIES.map((family) => [`\`${family}\``, routesOf(family), FAMILIES[family]]),
  );
}

function errorTable(): string {
  const rows = Object.entries(ERRORS).map(([code, [status, type]]) => [
    `\`${code}\``,
    String(status),
    `\`${type}\``,
    isCode(code) ? (ERROR_NOTES[code] ?? "") : "",
  ]);
  return markdownTable(["Code", "Status", "Type", ""], rows);
}

/** Said of codes whose name does not say it all. */
const ERROR_NOTES: Partial<Record<ErrorCode, string>> = {
  upstream_access_refused: "The upstream refuses the gateway's own key (401, 402, 403).",
  no_healthy_deployment:
    "Every deployment of the model is failing, with `Retry-After`; or this node cannot use its entry.",
  missing_credentials: "No `Authorization` header, or not `Bearer` and a token.",
  invalid_key: "An unknown key; also a JWT while `enable_jwt_auth` is off.",
  invalid_token: "Malformed, or a claim of the wrong type.",
  unknown_key: "The token's `kid` is not among its provider's keys.",
  custom_validation_failed: 'The one answer with another body: `{"error": "Invalid JWT token"}`.',
  role_not_mapped: "The token carries roles, and none of them is mapped.",
  role_required: "With `enforce_rbac`, the token carries no role and names neither team nor user.",
  route_not_allowed:
    "By `admin_allowed_routes` or `team_allowed_routes`, or because the operation is for administrators.",
  role_route_not_allowed: "By the `routes` of the role in `role_permissions`.",
  role_model_not_allowed: "By the `models` of the role in `role_permissions`.",
  scope_model_not_allowed: "No scope of the token lists the model.",
  team_required: "The token names no team, and needs one.",
  user_required: "A role makes the caller a user, and the token names none.",
  team_not_in_token: "`x-gateway-team-id` names a team that is not the caller's; also when there is no such team.",
  not_granted: "Nothing entitles the caller.",
  model_not_found: "Only after permission is established.",
  model_unpriced: "The model has no price, and `unpriced: refuse` is set for it or for all.",
  budget_exceeded: "With `x-should-retry: false`.",
  rate_limit_exceeded: "With `Retry-After`.",
  auth_provider_unavailable: "The provider's keys cannot be fetched, and none may be used any more.",
  directory_unavailable: "The database is away, and the caller is not known from before.",
};

function isCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code);
}
