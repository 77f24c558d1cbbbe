import { RULES } from "@/lib/auth/decide";
import { ROUTE_FAMILIES, type RouteFamily } from "@/lib/auth/routes";
import type { ErrorCode } from "@/lib/errors";
import { fillGeneratedParts } from "./generated-parts";
import { markdownTable } from "./markdown-table";
import type { Operation } from "../../lib/api/operation";

/**
 * docs/explain/how-a-call-is-decided.md with its table of rules. @throws Error for a part that is missing or unknown
 */
export function renderRules(text: string): string {
  return fillGeneratedParts("docs/explain/how-a-call-is-decided.md", text, { rules: ruleTable() });
}

/** docs/explain/routes.md with its table of families. @throws Error for a part that is missing or unknown */
export function renderFamilies(text: string, operations: readonly Operation[]): string {
  return fillGeneratedParts("docs/explain/routes.md", text, { families: familyTable(operations) });
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
      "explain/spend",
      "If calls without a price are refused, one of the model's deployments must have a price.",
    ],
    ["budget", "explain/limits", "The call must fit into every budget of its payers."],
    [
      "rate",
      "explain/limits",
      "No payer of the call may exceed its parallel-call, requests-per-minute or tokens-per-minute limit.",
    ],
  ];
  const rows = [...before, ...RULES.map(({ rule, spec, says }) => [rule, spec, says]), ...after];
  return markdownTable(
    ["", "Rule", "Specification", "What it does", "Codes of its refusals"],
    rows.map(([rule = "", spec = "", ...row], index) => [String(index + 1), rule, linked(spec), ...row, codesOf(rule)]),
  );
}

/** Sections of the specification as they are, a page of docs as a link from docs/explain. */
function linked(spec: string): string {
  const [folder, page] = spec.split("/");
  if (folder === undefined || page === undefined) return spec;
  return `[${page.replaceAll("-", " ")}](${folder === "explain" ? page : `../${spec}`}.md)`;
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
  mcp_routes: "Every address of tools is the route `/mcp`.",
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
