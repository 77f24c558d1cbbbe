import { allow, chat, deny, get, jwt, type DecisionCase } from "./case";

const scopes = {
  enforce_scope_based_access: true,
  scope_mappings: [
    { scope: "small", models: ["gpt-4o-mini", "gpt.5"] },
    { scope: "large", models: ["gpt-4o", "openai/gpt-5"] },
    { scope: "none", models: [] },
  ],
};
const t1 = { teams: { t1: {} } };
const holder = (scope: unknown) => jwt({ client_id: "t1", scope });

/** Models by scope (spec 5.11). */
export const scopeCases: DecisionCase[] = [
  { name: "a mapped scope allows its models", spec: ["5.11.1", "5.11.2"], settings: scopes, token: holder("large"), state: t1, expect: allow({ team: "t1" }) },
  { name: "a mapped scope in a list allows its models", spec: ["5.11.2", "5.2.4"], settings: scopes, token: holder(["openid", "large"]), state: t1, expect: allow({ team: "t1" }) },
  { name: "a mapped scope in scp allows its models", spec: ["5.11.2", "5.2.4"], settings: scopes, token: jwt({ client_id: "t1", scp: "large" }), state: t1, expect: allow({ team: "t1" }) },
  { name: "several scopes allow the models of each", spec: ["5.11.2"], settings: scopes, token: holder("small large"), state: t1, expect: allow({ team: "t1" }) },
  { name: "another scope's model is refused", spec: ["5.11.3"], settings: scopes, token: holder("small"), state: t1, expect: deny("scope_model_not_allowed") },
  { name: "a scope that is not mapped allows nothing", spec: ["5.11.3"], settings: scopes, token: holder("openid"), state: t1, expect: deny("scope_model_not_allowed") },
  { name: "a token without scopes may use no model", spec: ["5.11.3"], settings: scopes, token: jwt({ client_id: "t1" }), state: t1, expect: deny("scope_model_not_allowed") },
  { name: "a mapped scope without models allows nothing", spec: ["5.11.3"], settings: scopes, token: holder("none"), state: t1, expect: deny("scope_model_not_allowed") },
  { name: "with no mappings at all, no model is allowed", spec: ["5.11.1", "5.11.3"], settings: { enforce_scope_based_access: true }, token: holder("large"), state: t1, expect: deny("scope_model_not_allowed") },
  { name: "while enforcement is off, mappings do nothing", spec: ["5.11.1"], settings: { ...scopes, enforce_scope_based_access: false }, token: holder("small"), state: t1, expect: allow({ team: "t1" }) },
  { name: "a model is compared whole", spec: ["5.11.2"], settings: scopes, token: holder("large"), state: t1, request: chat("gpt-4o-2024"), expect: deny("scope_model_not_allowed") },
  { name: "a model is compared with its case", spec: ["5.11.2"], settings: scopes, token: holder("large"), state: t1, request: chat("GPT-4o"), expect: deny("scope_model_not_allowed") },
  { name: "a dot is a dot", spec: ["5.11.2"], settings: scopes, token: holder("small"), state: t1, request: chat("gpt-5"), expect: deny("scope_model_not_allowed") },
  { name: "a model called * matches no mapping", spec: ["5.11.2"], settings: scopes, token: holder("large"), state: t1, request: chat("*"), expect: deny("scope_model_not_allowed") },
  { name: "a model called openai/* matches no mapping", spec: ["5.11.2"], settings: scopes, token: holder("large"), state: t1, request: chat("openai/*"), expect: deny("scope_model_not_allowed") },
  { name: "a model called .* matches no mapping", spec: ["5.11.2"], settings: scopes, token: holder("large"), state: t1, request: chat(".*"), expect: deny("scope_model_not_allowed") },
  { name: "a name that a wildcard entry serves may be mapped", spec: ["5.11.2"], settings: scopes, token: holder("large"), state: t1, request: chat("openai/gpt-5"), expect: allow({ team: "t1" }) },
  { name: "scopes say nothing about routes without a model", spec: ["5.11.1"], settings: scopes, token: holder("openid"), state: t1, request: get("/models"), expect: allow({ team: "t1" }) },
  { name: "a scope does not replace the team's models", spec: ["5.11.2", "5.5.3"], settings: scopes, token: holder("large"), state: { teams: { t1: { models: ["gpt-4o-mini"] } } }, expect: deny("team_model_not_allowed") },
  { name: "a scope does not replace the identity", spec: ["5.11.2"], settings: scopes, token: jwt({ scope: "large" }), expect: deny("team_required") },
  { name: "a scope does not replace the role's models", spec: ["5.11.1", "5.10.4"], settings: { ...scopes, enforce_rbac: true, role_permissions: [{ role: "team", models: ["other"] }] }, token: holder("large"), state: t1, expect: deny("role_model_not_allowed") },
  { name: "with enforce_rbac, a scope alone is neither team nor user", spec: ["5.11.1"], settings: { ...scopes, enforce_rbac: true }, token: jwt({ scope: "large" }), expect: deny("role_required") },
  { name: "a scope called __proto__ is a scope like any other", spec: ["5.11.3"], settings: scopes, token: holder("__proto__ constructor"), state: t1, expect: deny("scope_model_not_allowed") },
  { name: "a mapped scope does not open a blocked team", spec: ["5.8.2"], settings: scopes, token: holder("large"), state: { teams: { t1: { blocked: true } } }, expect: deny("team_blocked") },
  { name: "users are bound by scopes as teams are", spec: ["5.11.3"], settings: { ...scopes, user_id_jwt_field: "sub" }, token: jwt({ sub: "u1", scope: "small" }), state: { users: { u1: {} } }, expect: deny("scope_model_not_allowed") },
  { name: "users with the scope call", spec: ["5.11.2"], settings: { ...scopes, user_id_jwt_field: "sub" }, token: jwt({ sub: "u1", scope: "small" }), state: { users: { u1: {} } }, request: chat("gpt-4o-mini"), expect: allow({ user: "u1" }) },
];
